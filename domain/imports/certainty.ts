/**
 * How the parents of an import are linked: how many links are certain, how many come from the user's answer or lead
 * to a new ancestor, and which links are the least certain.
 * The reasons for a link, the least certain first:
 * - The dog of an id or a number has another name.
 * - The parent has an unusual age.
 * - The user answered a question.
 * - Only the name is the same, without other data to compare.
 * - Only the name is the same, and the birth dates of the parent and of the offspring are known.
 * - The name is the same, the row contains a number, and the dog with the name has no number.
 * Among links with the same reason, a shorter name is less certain, and then a name in more rows. A link
 * by an id or a number is certain if the dog also has the name.
 */
import type { QuestionReason } from "./questions";
import type { ParentRole } from "../dogs/checks";

export const SHOWN_LINKS = 10;

const KEPT_LINES = 20;

/** Not set if the parent was found by an id or a number together with the same name. */
export type LinkOrigin =
  | { readonly how: "name" | "open" }
  | { readonly how: "number"; readonly warning: string }
  | { readonly how: "id"; readonly fileId: string; readonly warning: string }
  | { readonly how: "answer"; readonly reason: QuestionReason };

/** Each parent of each row counts as one link, unless the parent was linked before. */
export interface LinkCounts {
  /** These parents were found by the file's id, by a number, or by a name that exactly one dog has. */
  certain: number;
  /** These parents were found by an id of the file or a number, but the dog has another name. */
  doubted: number;
  answered: number;
  /** Linked to an ancestor that the import creates. */
  made: number;
  /** Left empty because of the user's answer. */
  emptied: number;
}

export interface UncertainLink {
  readonly role: ParentRole;
  readonly name: string;
  /** The dog that the parent is linked to. */
  readonly to: string;
  readonly reason: string;
  /** The warning about the same problem in these rows. */
  readonly warning?: string;
  readonly lines: readonly number[];
  readonly lineCount: number;
}

interface Link {
  readonly role: ParentRole;
  readonly line: number;
  readonly name: string;
  readonly number: string | undefined;
  readonly to: string;
  readonly isNew: boolean;
  /** The birth dates of the parent and of the offspring are known. */
  readonly isDated: boolean;
  /** Why the parent's age is unusual; null if it is not. */
  readonly doubt: string | null;
}

const BY_ANSWER: Readonly<Record<QuestionReason, string>> = {
  similar: "By your answer; the name is written differently",
  unlike: "By your answer; the dog has another number",
  written: "By your answer; the number is written differently",
  several: "By your answer; several dogs have this name",
  breed: "By your answer; the dog is of another breed",
  number: "By your answer; the name and the number belong to two dogs",
  sex: "By your answer; a dog of the other sex has this name",
  nobody: "You chose this dog; the file has no number to compare",
};

interface Doubt {
  readonly rank: number;
  readonly reason: string;
  readonly warning?: string;
}

/** Returns the reason and its rank; null if the link is certain. */
function doubtOf({ number, doubt, isDated }: Link, origin: LinkOrigin | undefined): Doubt | null {
  if (origin?.how === "number") {
    const reason = `The number ${number ?? ""} belongs to this dog, which has another name`;
    return { rank: 0, reason, warning: origin.warning };
  }
  if (origin?.how === "id") {
    const reason = `The ID ${origin.fileId} belongs to this dog, which has another name`;
    return { rank: 0, reason, warning: origin.warning };
  }
  if (doubt !== null) return { rank: 1, reason: doubt, warning: doubt };
  if (origin?.how === "answer") return { rank: 2, reason: BY_ANSWER[origin.reason] };
  if (origin?.how !== "name") return null;
  if (number !== undefined) return { rank: 5, reason: "By name; this dog has no number to compare" };
  return isDated
    ? { rank: 4, reason: "By name alone; the file gives no number" }
    : { rank: 3, reason: "By name alone; there is no number and no date of birth to compare" };
}

type Listed = UncertainLink & { rank: number; lines: number[]; lineCount: number };

const wordsOf = (name: string): number => name.split(/\s+/u).length;

const byCertainty = (one: Listed, other: Listed): number =>
  one.rank - other.rank ||
  wordsOf(one.name) - wordsOf(other.name) ||
  other.lineCount - one.lineCount ||
  (one.lines[0] ?? 0) - (other.lines[0] ?? 0);

export class ParentLinks {
  private origin: LinkOrigin | undefined;
  private readonly listed = new Map<string, Listed>();
  private readonly sums: LinkCounts = { certain: 0, doubted: 0, answered: 0, made: 0, emptied: 0 };

  /** Begins with the next parent. Its link is certain unless `note` records something else. */
  seek(): void {
    this.origin = undefined;
  }

  note(origin: LinkOrigin): void {
    this.origin = origin;
  }

  leaveEmpty(): void {
    this.sums.emptied += 1;
  }

  add(link: Link): void {
    const { origin } = this;
    // While a question is open, the parent is only a placeholder.
    if (origin?.how === "open") return;
    if (link.isNew && origin?.how !== "answer") {
      this.sums.made += 1;
      return;
    }
    const isDoubted = origin?.how === "number" || origin?.how === "id";
    this.sums[origin?.how === "answer" ? "answered" : isDoubted ? "doubted" : "certain"] += 1;
    const doubt = doubtOf(link, origin);
    if (!doubt) return;
    const { role, line, name, to } = link;
    const key = [role, name, to, doubt.reason].join("\n");
    const known = this.listed.get(key);
    if (!known) this.listed.set(key, { role, name, to, ...doubt, lines: [line], lineCount: 1 });
    else {
      known.lineCount += 1;
      if (known.lines.length < KEPT_LINES) known.lines.push(line);
    }
  }

  get counts(): LinkCounts {
    return { ...this.sums };
  }

  leastCertain(): UncertainLink[] {
    return [...this.listed.values()]
      .sort(byCertainty)
      .slice(0, SHOWN_LINKS)
      .map(({ rank: _rank, ...link }) => link);
  }
}
