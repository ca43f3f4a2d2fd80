/**
 * The questions that an import asks: about parents, one for each name and each choice of dogs it may mean, however
 * many rows have it, and about rows that may be dogs of the kennel under another name. Until a question is answered its
 * parent counts as a new ancestor and its row as a new dog, and nothing is written. Pure.
 */
import type { Gender } from "../dogs/rules";
import { lineName, lineOfNode } from "./lineages";
import { NameIndex, type Similar } from "./names";
import { isAlikeNumber, isSameNumber } from "./read-values";
import type { ParentRole } from "../dogs/checks";

/** Dogs of one name that a question lists; nobody finds the right one among more. */
export const MOST_CANDIDATES = 50;

/** A dog that a name may mean. */
export interface PossibleDog {
  /** Names it in an answer. */
  readonly node: string;
  readonly name: string;
  readonly detail: string;
  /** Whether it is suggested. */
  readonly isLikely: boolean;
}

export const QUESTION_REASONS = [
  "similar",
  "unlike",
  "written",
  "several",
  "breed",
  "sex",
  "number",
  "nobody",
] as const;
export type QuestionReason = (typeof QUESTION_REASONS)[number];

/** Whom a question is about: a parent, or the dog of a row itself. */
export const QUESTION_ROLES = ["sire", "dam", "dog"] as const;

export interface ImportQuestion {
  readonly key: string;
  readonly role: (typeof QUESTION_ROLES)[number];
  readonly name: string;
  readonly reason: QuestionReason;
  /** The lines that name the dog so; the first ones. */
  readonly lines: readonly number[];
  readonly lineCount: number;
  readonly candidates: readonly PossibleDog[];
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
  readonly found: readonly PossibleDog[];
  readonly others: readonly string[];
  /** The dog that has the parent's number, and why it cannot be meant. */
  readonly contradicted: string | undefined;
  /** Why a name that no dog has may be no dog's at all. */
  readonly doubt: string | undefined;
  /** Whether `found` have the parent's number in another form. */
  readonly isOfNumber: boolean;
}

/** A row that none of the kennel's dogs is by number or name. */
interface AskedRow {
  readonly line: number;
  readonly gender: Gender;
  readonly name: string;
  /** The kennel's dogs of exactly this name, if they are several, or the dog that has the row's number. */
  readonly found: readonly PossibleDog[];
  /** What speaks against the dog that has the row's number. */
  readonly contradicted: string | undefined;
  /** Whether a dog may be the row's, when its name is the same but for titles and the like, or only similar. */
  readonly fits: (node: string, isLikely: boolean) => Fit;
}

/**
 * Whether a dog of a name may be meant; `unlike` where its name says so and its number or breed does not, `written` where
 * its number is the same in another form.
 */
export type Fit = "fits" | "written" | "unlike" | "no";

/** Dogs to be compared, put into their index only when a name has to be. */
class ComparedDogs {
  readonly index = new NameIndex<Compared>();
  private readonly dogs: Compared[] = [];
  private indexed = 0;

  add(dog: Compared): void {
    this.dogs.push(dog);
  }

  /** Makes names comparable, and pauses now and then. */
  *prepare(): Generator<undefined, void> {
    for (; this.indexed < this.dogs.length; this.indexed += 1) {
      const dog = this.dogs[this.indexed];
      if (dog) this.index.add(dog, dog.name, dog.callName);
      if (this.indexed % SLICE === SLICE - 1) yield;
    }
  }
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

function whereOf(node: string): string {
  const line = lineOfNode(node);
  if (line !== undefined) return `line ${lineName(line)}`;
  return node.startsWith(ANCESTOR) ? "new ancestor of this file" : "";
}

function reasonOf({ found, contradicted, doubt, isOfNumber }: Asked, similar: SimilarDogs): QuestionReason {
  if (contradicted !== undefined) return "number";
  if (isOfNumber) return "written";
  if (found.length > 1) return "several";
  if (found.length === 1) return "breed";
  if (similar.dogs.length > 0) return similar.reason;
  return doubt === undefined ? "sex" : "nobody";
}

/** Collects the questions of one import. */
export class OpenQuestions {
  private readonly known = new ComparedDogs();
  private readonly rows = new ComparedDogs();
  private lines: ReadonlySet<number> = new Set();
  private readonly similar = new Map<string, Similar<Compared>[]>();
  /** The ancestors that are made so far, so that two spellings of one do not become two. */
  private made = new NameIndex<Compared>();
  private readonly madeNodes = new Set<string>();
  private readonly uncompared = new Set<string>();
  private readonly open = new Map<string, ImportQuestion & { lines: number[]; lineCount: number }>();
  private readonly openRows: ImportQuestion[] = [];

  /** Takes the answers by the keys of their questions, and whether all other questions are answered with `new`. */
  constructor(
    private readonly answers: ReadonlyMap<string, string>,
    private readonly areOthersNew: boolean,
  ) {}

  /** Adds a dog of the kennel. */
  addKnown(dog: Compared): void {
    this.known.add(dog);
  }

  /** Adds a row of the file that is a new dog, or one of the kennel under another name. */
  addRow(dog: Compared): void {
    this.rows.add(dog);
  }

  /** Begins again with these rows of the file. */
  begin(lines: ReadonlySet<number>): void {
    this.lines = lines;
    this.open.clear();
    this.made = new NameIndex();
    this.madeNodes.clear();
  }

  /** Makes the names of the kennel's dogs comparable, and pauses now and then. */
  prepareKnown(): Generator<undefined, void> {
    return this.known.prepare();
  }

  /** Makes all names comparable, and pauses now and then. */
  *prepare(): Generator<undefined, void> {
    yield* this.known.prepare();
    yield* this.rows.prepare();
  }

  /** The questions that are not answered yet. */
  asked(): ImportQuestion[] {
    return [...this.openRows.filter(({ lines }) => this.lines.has(lines[0] ?? 0)), ...this.open.values()];
  }

  /** Counts the names of parents that were compared with nobody's, because there are so many. */
  get uncomparedNames(): number {
    return this.uncompared.size;
  }

  /** Asks which of the kennel's dogs a row is: returns a dog's node, `new`, `none`, or `open` until it is answered. */
  askRow(row: AskedRow): string {
    const { line, name, found, contradicted } = row;
    const similar = found.length > 0 ? NONE_SIMILAR : this.findSimilarTo(row);
    const candidates = found.length > 0 ? found : similar.dogs;
    if (candidates.length === 0) return "new";
    const key = [`dog ${line}`, ...candidates.map(({ node }) => node)].join(" ");
    const answer = this.answerTo(key);
    if (answer === "none" || answer === "new") return answer;
    if (answer !== undefined && candidates.some(({ node }) => node === answer)) return answer;
    const reason = contradicted !== undefined ? "number" : found.length > 0 ? "several" : similar.reason;
    const others = contradicted === undefined ? [] : [contradicted];
    this.openRows.push({ key, role: "dog", name, reason, lines: [line], lineCount: 1, candidates, others });
    return "open";
  }

  private findSimilarTo({ gender, name, fits }: AskedRow): SimilarDogs {
    const { index } = this.known;
    return chooseOf(index.isTired ? index.findSame(name) : index.find(name), (entry, isLikely) =>
      entry.gender === gender ? fits(entry.node, isLikely) : "no",
    );
  }

  /** Asks whom a parent's name means: returns a dog's node, `new`, `none` or `open`, and why it was asked. */
  ask(asked: Asked): { answer: string; reason: QuestionReason } {
    const { role, name, nameKey, numberKey, found, line } = asked;
    const similar = found.length > 0 ? NONE_SIMILAR : this.findSimilar(asked);
    const candidates = found.length > 0 ? found : similar.dogs;
    const reason = reasonOf(asked, similar);
    const { contradicted = reason === "nobody" ? asked.doubt : undefined } = asked;
    const others = contradicted === undefined ? asked.others : [contradicted];
    if (candidates.length === 0 && others.length === 0) return { answer: "new", reason };
    const key = [role, numberKey ?? "", nameKey, ...candidates.map(({ node }) => node)].join(" ");
    const answer = this.answerTo(key);
    if (answer === "none" || answer === "new") return { answer, reason };
    if (answer !== undefined && candidates.some(({ node }) => node === answer)) return { answer, reason };
    const question = this.open.get(key);
    if (question) {
      question.lineCount += 1;
      if (question.lines.length < KEPT_LINES) question.lines.push(line);
    } else this.open.set(key, { key, role, name, reason, lines: [line], lineCount: 1, candidates, others });
    return { answer: "open", reason };
  }

  private answerTo(key: string): string | undefined {
    return this.answers.get(key) ?? (this.areOthersNew ? "new" : undefined);
  }

  /** Notes an ancestor that is made. */
  make(node: string, name: string, gender: Gender, numberKey: string | undefined): void {
    if (this.madeNodes.has(node)) return;
    this.madeNodes.add(node);
    this.made.add({ node, name, callName: undefined, gender, bornOn: undefined, numberKey }, name);
  }

  private findSimilar({ gender, name, nameKey, numberKey, bornOn, node }: Asked): SimilarDogs {
    const key = `${gender} ${nameKey}`;
    let similar = this.similar.get(key);
    if (similar === undefined) {
      const isCompared = this.similar.size < MOST_COMPARED;
      if (!isCompared) this.uncompared.add(key);
      similar = isCompared ? byScore([...this.rows.index.find(name), ...this.known.index.find(name)]) : [];
      this.similar.set(key, similar);
    }
    // The ancestor of exactly this name is the one that is meant.
    if (this.madeNodes.has(ancestorNode(gender, numberKey ?? nameKey))) return NONE_SIMILAR;
    const seen = new Set<string>();
    return chooseOf([...similar, ...this.made.find(name)], (entry, isLikely) => {
      const line = lineOfNode(entry.node);
      if (entry.gender !== gender || entry.node === node || seen.has(entry.node)) return "no";
      // A dog of the kennel stands twice when the file calls it otherwise.
      seen.add(entry.node);
      if (line !== undefined && !this.lines.has(line)) return "no";
      if (bornOn && entry.bornOn && entry.bornOn >= bornOn) return "no";
      if (numberKey === undefined || entry.numberKey === undefined) return "fits";
      if (isSameNumber(numberKey, entry.numberKey)) return "fits";
      if (isAlikeNumber(numberKey, entry.numberKey)) return "written";
      return isLikely && isFullName(nameKey) ? "unlike" : "no";
    });
  }
}

/** Dogs of one question. */
const SHOWN = 5;

const byScore = (similar: readonly Similar<Compared>[]): Similar<Compared>[] =>
  [...similar].sort((a, b) => b.score - a.score).slice(0, SHOWN);

const shown = ({ node, name, numberKey, bornOn }: Compared) => ({
  node,
  name,
  detail: [whereOf(node), numberKey, bornOn].filter(Boolean).join(", "),
});

/** A registered name has several words and is one dog's, though clubs give it numbers of their own. */
export const isFullName = (nameKey: string): boolean => nameKey.includes(" ");

/** Dogs of similar names, and why they are asked about. */
interface SimilarDogs {
  readonly dogs: readonly PossibleDog[];
  readonly reason: "similar" | "unlike" | "written";
}
const NONE_SIMILAR: SimilarDogs = { dogs: [], reason: "similar" };

/** Takes the dogs that fit, and suggests the one whose name is the same but for titles and the like. */
function chooseOf(
  similar: readonly Similar<Compared>[],
  fitOf: (entry: Compared, isLikely: boolean) => Fit,
): SimilarDogs {
  const fitting = similar.flatMap(({ entry, score }) => {
    const isLikely = score >= LIKELY_SCORE;
    const fit = fitOf(entry, isLikely);
    return fit === "no" ? [] : [{ entry, fit, isLikely: isLikely && fit !== "unlike" }];
  });
  const isSure = fitting.filter(({ isLikely }) => isLikely).length === 1;
  return {
    dogs: fitting.map(({ entry, isLikely }) => ({ ...shown(entry), isLikely: isSure && isLikely })),
    reason:
      (["unlike", "written"] as const).find((reason) => fitting.some(({ fit }) => fit === reason)) ??
      "similar",
  };
}
