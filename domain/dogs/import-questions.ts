/**
 * The questions that an import asks about parents: one for each name and each choice of dogs it may mean, however
 * many rows have it. Until a question is answered its parent counts as a new ancestor, and nothing is written. Pure.
 */
import type { Gender } from "../constants/dogs";
import { NameIndex, type Similar } from "./import-names";
import type { ParentRole } from "./rules";

/** A dog that a name may mean. */
export interface PossibleParent {
  /** Names it in an answer. */
  readonly node: string;
  readonly name: string;
  readonly detail: string;
  /** Whether it is suggested. */
  readonly isLikely: boolean;
}

export const QUESTION_REASONS = ["similar", "several", "breed", "sex", "number", "nobody"] as const;
export type QuestionReason = (typeof QUESTION_REASONS)[number];

export interface ParentQuestion {
  readonly key: string;
  readonly role: ParentRole;
  readonly name: string;
  readonly reason: QuestionReason;
  /** The lines that name the parent so; the first ones. */
  readonly lines: readonly number[];
  readonly lineCount: number;
  readonly candidates: readonly PossibleParent[];
  /**
   * Dogs of exactly this name that are of the other sex; for a number, the dog that has it and what speaks against it;
   * for a name that may be nobody's, why it is doubted.
   */
  readonly others: readonly string[];
}

/** A dog or row that names are compared with. */
interface Compared {
  readonly node: string;
  readonly name: string;
  readonly callName: string | undefined;
  readonly gender: Gender;
  readonly bornOn: string | undefined;
  readonly numberKey: string | undefined;
}

interface Asked {
  readonly role: ParentRole;
  readonly gender: Gender;
  readonly line: number;
  /** The dog whose parent it is. */
  readonly node: string;
  readonly name: string;
  readonly nameKey: string;
  readonly numberKey: string | undefined;
  readonly bornOn: string | null | undefined;
  readonly found: readonly PossibleParent[];
  readonly others: readonly string[];
  /** The dog that has the parent's number, and why it cannot be meant. */
  readonly contradicted: string | undefined;
  /** Why a name that no dog has may be no dog's at all. */
  readonly doubt: string | undefined;
}

/** Lines kept of each question. */
const KEPT_LINES = 20;

/** Names compared in one import; a file of more unknown parents is a breed of its own. */
export const MOST_COMPARED = 5000;

/** Dogs put into the index before others get their turn. */
const SLICE = 2000;

/** From this score a name is the same but for titles, punctuation, spelling, order or alphabet, and is suggested. */
export const LIKELY_SCORE = 0.98;

/** Names an ancestor that is to be made, by its gender and what it is known by. */
export const ancestorNode = (gender: Gender, key: string): string => `${ANCESTOR}${gender} ${key}`;
export const ANCESTOR = "ancestor ";

const whereOf = (node: string): string =>
  node.startsWith("line ") ? node : node.startsWith(ANCESTOR) ? "new ancestor of this file" : "";

function reasonOf({ found, contradicted, doubt }: Asked, candidates: number): QuestionReason {
  if (contradicted !== undefined) return "number";
  if (found.length > 1) return "several";
  if (found.length === 1) return "breed";
  if (candidates > 0) return "similar";
  return doubt === undefined ? "sex" : "nobody";
}

/** Collects the questions of one import. */
export class ParentQuestions {
  private readonly compared: Compared[] = [];
  private readonly index = new NameIndex<Compared>();
  private indexed = 0;
  private lines: ReadonlySet<number> = new Set();
  private readonly similar = new Map<string, Similar<Compared>[]>();
  /** The ancestors that are made so far, so that two spellings of one do not become two. */
  private made = new NameIndex<Compared>();
  private readonly madeNodes = new Set<string>();
  private readonly uncompared = new Set<string>();
  private readonly open = new Map<string, ParentQuestion & { lines: number[]; lineCount: number }>();

  constructor(private readonly answers: ReadonlyMap<string, string>) {}

  /** Adds a dog of the kennel or a row of the file. */
  add(dog: Compared): void {
    this.compared.push(dog);
  }

  /** Begins again with these rows of the file. */
  begin(lines: ReadonlySet<number>): void {
    this.lines = lines;
    this.open.clear();
    this.made = new NameIndex();
    this.madeNodes.clear();
  }

  /** Makes names comparable, and pauses now and then. */
  *prepare(): Generator<undefined, void> {
    for (; this.indexed < this.compared.length; this.indexed += 1) {
      const dog = this.compared[this.indexed];
      if (dog) this.index.add(dog, dog.name, dog.callName);
      if (this.indexed % SLICE === SLICE - 1) yield;
    }
  }

  /** The questions that are not answered yet. */
  asked(): ParentQuestion[] {
    return [...this.open.values()];
  }

  /** Counts the names of parents that were compared with nobody's, because there are so many. */
  get uncomparedNames(): number {
    return this.uncompared.size;
  }

  /** Returns the answer, a dog's node, `new`, `none`, or `open` as long as there is none, and why it was asked. */
  ask(asked: Asked): { answer: string; reason: QuestionReason } {
    const { role, name, nameKey, numberKey, found, line } = asked;
    const candidates = found.length > 0 ? found : this.findSimilar(asked);
    const reason = reasonOf(asked, candidates.length);
    const { contradicted = reason === "nobody" ? asked.doubt : undefined } = asked;
    const others = contradicted === undefined ? asked.others : [contradicted];
    if (candidates.length === 0 && others.length === 0) return { answer: "new", reason };
    const key = [role, numberKey ?? "", nameKey, ...candidates.map(({ node }) => node)].join(" ");
    const answer = this.answers.get(key);
    if (answer === "none" || answer === "new") return { answer, reason };
    if (answer !== undefined && candidates.some(({ node }) => node === answer)) return { answer, reason };
    const question = this.open.get(key);
    if (question) {
      question.lineCount += 1;
      if (question.lines.length < KEPT_LINES) question.lines.push(line);
    } else this.open.set(key, { key, role, name, reason, lines: [line], lineCount: 1, candidates, others });
    return { answer: "open", reason };
  }

  /** Notes an ancestor that is made. */
  make(node: string, name: string, gender: Gender, numberKey: string | undefined): void {
    if (this.madeNodes.has(node)) return;
    this.madeNodes.add(node);
    this.made.add({ node, name, callName: undefined, gender, bornOn: undefined, numberKey }, name);
  }

  private findSimilar({ gender, name, nameKey, numberKey, bornOn, node }: Asked): PossibleParent[] {
    const key = `${gender} ${nameKey}`;
    let similar = this.similar.get(key);
    if (similar === undefined) {
      const isCompared = this.similar.size < MOST_COMPARED;
      if (!isCompared) this.uncompared.add(key);
      similar = isCompared ? this.index.find(name) : [];
      this.similar.set(key, similar);
    }
    // The ancestor of exactly this name is the one that is meant.
    if (this.madeNodes.has(ancestorNode(gender, numberKey ?? nameKey))) return [];
    const fitting = [...similar, ...this.made.find(name)].filter(({ entry }) => {
      const line = /^line (\d+)$/.exec(entry.node)?.[1];
      if (entry.gender !== gender || entry.node === node) return false;
      if (line !== undefined && !this.lines.has(Number(line))) return false;
      if (numberKey !== undefined && entry.numberKey !== undefined && entry.numberKey !== numberKey)
        return false;
      return !bornOn || !entry.bornOn || entry.bornOn < bornOn;
    });
    const likely = fitting.filter(({ score }) => score >= LIKELY_SCORE);
    return fitting.map(({ entry, score }) => ({
      node: entry.node,
      name: entry.name,
      detail: [whereOf(entry.node), entry.numberKey, entry.bornOn].filter(Boolean).join(", "),
      isLikely: likely.length === 1 && score >= LIKELY_SCORE,
    }));
  }
}
