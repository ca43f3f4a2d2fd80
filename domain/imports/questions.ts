/**
 * The questions of an import. There is one question about parents for each name and each choice of possible dogs,
 * however many rows have the name. Other questions are about rows that may be dogs of the kennel with another name.
 * Until a question is answered, its parent counts as a new ancestor, its row counts as a new dog, and nothing is
 * written.
 */
import type { Gender } from "../dogs/rules";
import { lineName, lineOfNode } from "./lineages";
import { NameIndex, type Similar } from "./names";
import { isAlikeNumber, isSameNumber } from "./read-values";
import type { ParentRole } from "../dogs/checks";

/** Among more dogs with one name, nobody would find the right dog. */
export const MOST_CANDIDATES = 50;

export interface PossibleDog {
  readonly node: string;
  readonly name: string;
  readonly detail: string;
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

/** A parent, or the dog of a row itself. */
export const QUESTION_ROLES = ["sire", "dam", "dog"] as const;

export interface ImportQuestion {
  readonly key: string;
  readonly role: (typeof QUESTION_ROLES)[number];
  readonly name: string;
  readonly reason: QuestionReason;
  /** The first rows with this name. */
  readonly lines: readonly number[];
  readonly lineCount: number;
  readonly candidates: readonly PossibleDog[];
  /**
   * Further information. For a name: dogs with exactly this name and the other sex. For a number: the dog with this
   * number, and the contradiction. For a doubtful name: the reason.
   */
  readonly others: readonly string[];
}

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
  /** The dog whose parent is the subject of the question. */
  readonly node: string;
  readonly name: string;
  readonly nameKey: string;
  readonly numberKey: string | undefined;
  readonly bornOn: string | null | undefined;
  readonly found: readonly PossibleDog[];
  readonly others: readonly string[];
  /** The dog with the parent's number, and why that dog cannot be meant. */
  readonly contradicted: string | undefined;
  /** Why a name that no dog has may not be the name of a dog at all. */
  readonly doubt: string | undefined;
  /** The dogs in `found` have the parent's number in another form. */
  readonly isOfNumber: boolean;
}

interface AskedRow {
  readonly line: number;
  readonly gender: Gender;
  readonly name: string;
  /** The kennel's dogs with exactly this name, if there are several, or the dog with the row's number. */
  readonly found: readonly PossibleDog[];
  /** Why the dog with the row's number cannot be meant. */
  readonly contradicted: string | undefined;
  readonly fits: (node: string, isLikely: boolean) => Fit;
}

/** `unlike`: the number or breed does not match. `written`: the number is the same in another form. */
export type Fit = "fits" | "written" | "unlike" | "no";

/** The names are indexed only when a name must be compared. */
class ComparedDogs {
  readonly index = new NameIndex<Compared>();
  private readonly dogs: Compared[] = [];
  private indexed = 0;

  add(dog: Compared): void {
    this.dogs.push(dog);
  }

  /** Pauses regularly. */
  *prepare(): Generator<undefined, void> {
    for (; this.indexed < this.dogs.length; this.indexed += 1) {
      const dog = this.dogs[this.indexed];
      if (dog) this.index.add(dog, dog.name, dog.callName);
      if (this.indexed % SLICE === SLICE - 1) yield;
    }
  }
}

const KEPT_LINES = 20;

/** The limit applies to one import. A file with more unknown parents contains its own breed. */
export const MOST_COMPARED = 5000;

/** Other work can run after this many dogs were indexed. */
const SLICE = 2000;

/**
 * From this score on, a name is the same without titles, punctuation, spelling, order or alphabet, and the dog is
 * suggested.
 */
export const LIKELY_SCORE = 0.98;

/** `key` is the name or number. */
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

export class OpenQuestions {
  private readonly known = new ComparedDogs();
  private readonly rows = new ComparedDogs();
  private lines: ReadonlySet<number> = new Set();
  private readonly similar = new Map<string, Similar<Compared>[]>();
  /** The ancestors that will be created, so that two spellings of one ancestor do not become two ancestors. */
  private made = new NameIndex<Compared>();
  private readonly madeNodes = new Set<string>();
  private readonly uncompared = new Set<string>();
  private readonly open = new Map<string, ImportQuestion & { lines: number[]; lineCount: number }>();
  private readonly openRows: ImportQuestion[] = [];

  /** The answers have the keys of their questions. `new` can be the answer to all remaining questions. */
  constructor(
    private readonly answers: ReadonlyMap<string, string>,
    private readonly areOthersNew: boolean,
  ) {}

  addKnown(dog: Compared): void {
    this.known.add(dog);
  }

  /** The row is a new dog, or a dog of the kennel with another name. */
  addRow(dog: Compared): void {
    this.rows.add(dog);
  }

  /** The reading starts again with the given rows of the file. */
  begin(lines: ReadonlySet<number>): void {
    this.lines = lines;
    this.open.clear();
    this.made = new NameIndex();
    this.madeNodes.clear();
  }

  /** Pauses regularly. */
  prepareKnown(): Generator<undefined, void> {
    return this.known.prepare();
  }

  /** Pauses regularly. */
  *prepare(): Generator<undefined, void> {
    yield* this.known.prepare();
    yield* this.rows.prepare();
  }

  asked(): ImportQuestion[] {
    return [...this.openRows.filter(({ lines }) => this.lines.has(lines[0] ?? 0)), ...this.open.values()];
  }

  /** Names are not compared if there are too many of them. */
  get uncomparedNames(): number {
    return this.uncompared.size;
  }

  /**
   * Returns the node of the kennel's dog that the row is, `new` or `none`; `open` until the question is answered.
   */
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

  /** Returns the node of the dog that the name means, `new`, `none` or `open`, and the reason for the question. */
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
    // The ancestor with exactly this name is meant.
    if (this.madeNodes.has(ancestorNode(gender, numberKey ?? nameKey))) return NONE_SIMILAR;
    const seen = new Set<string>();
    return chooseOf([...similar, ...this.made.find(name)], (entry, isLikely) => {
      const line = lineOfNode(entry.node);
      if (entry.gender !== gender || entry.node === node || seen.has(entry.node)) return "no";
      // If the file gives a dog of the kennel another name, the dog would occur twice.
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

const SHOWN = 5;

const byScore = (similar: readonly Similar<Compared>[]): Similar<Compared>[] =>
  [...similar].sort((a, b) => b.score - a.score).slice(0, SHOWN);

const shown = ({ node, name, numberKey, bornOn }: Compared) => ({
  node,
  name,
  detail: [whereOf(node), numberKey, bornOn].filter(Boolean).join(", "),
});

/** A registered name of several words belongs to one dog, even if clubs use different numbers for the dog. */
export const isFullName = (nameKey: string): boolean => nameKey.includes(" ");

interface SimilarDogs {
  readonly dogs: readonly PossibleDog[];
  readonly reason: "similar" | "unlike" | "written";
}
const NONE_SIMILAR: SimilarDogs = { dogs: [], reason: "similar" };

/** Suggests a dog only if exactly one of the matching dogs has a likely name. */
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
