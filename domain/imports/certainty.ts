/**
 * How the parents of an import are linked: how many for certain, by the breeder's answer or to a new ancestor, and the
 * links that are the least certain. Pure.
 *
 * From the least certain on: an id of the file or a number whose dog has another name; a parent of an unusual age; the breeder's answer to
 * what the file leaves open; a name alone with nothing to compare; a name alone whose dates of birth fit; a name whose
 * dog has no number yet. Of two links of a kind the shorter name is less certain, then the one that more lines have.
 * Ids and numbers whose dog has the name are certain and never listed.
 */
import type { QuestionReason } from "./questions";
import type { ParentRole } from "../dogs/checks";

/** Links that are shown of those that are not certain. */
export const SHOWN_LINKS = 10;

/** Lines kept of each link. */
const KEPT_LINES = 20;

/** How a parent was found where neither an id nor a number with the same name says it. */
export type LinkOrigin =
  | { readonly how: "name" | "open" }
  | { readonly how: "number"; readonly warning: string }
  | { readonly how: "id"; readonly fileId: string; readonly warning: string }
  | { readonly how: "answer"; readonly reason: QuestionReason };

/** Counts of links, one for each parent of each row; a parent that is linked already is in none. */
export interface LinkCounts {
  /** By the file's id, a number, or a name that only one dog has. */
  certain: number;
  /** By an id of the file or a number whose dog has another name. */
  doubted: number;
  answered: number;
  /** To an ancestor that is to be made. */
  made: number;
  /** Left empty by the breeder's answer. */
  emptied: number;
}

export interface UncertainLink {
  readonly role: ParentRole;
  /** The parent as the file names it. */
  readonly name: string;
  /** The dog that it is linked to. */
  readonly to: string;
  readonly reason: string;
  /** The warning of these lines that says the same. */
  readonly warning?: string;
  /** The lines that name it so; the first ones. */
  readonly lines: readonly number[];
  readonly lineCount: number;
}

/** A link as the plan makes it. */
interface Link {
  readonly role: ParentRole;
  readonly line: number;
  readonly name: string;
  readonly number: string | undefined;
  readonly to: string;
  readonly isNew: boolean;
  /** Whether the dates of birth of both are known. */
  readonly isDated: boolean;
  /** Why the parent's age is unusual. */
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

/** Says why a link is not certain, with its place among the reasons; null for one that is. */
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

/** Collects the links of one plan. */
export class ParentLinks {
  private origin: LinkOrigin | undefined;
  private readonly listed = new Map<string, Listed>();
  private readonly sums: LinkCounts = { certain: 0, doubted: 0, answered: 0, made: 0, emptied: 0 };

  /** Begins to look for a parent, which is certain unless it is noted otherwise. */
  seek(): void {
    this.origin = undefined;
  }

  /** Notes how the parent that is looked for was found. */
  note(origin: LinkOrigin): void {
    this.origin = origin;
  }

  /** Counts a parent that the breeder leaves empty. */
  leaveEmpty(): void {
    this.sums.emptied += 1;
  }

  /** Adds the link to the parent that was looked for. */
  add(link: Link): void {
    const { origin } = this;
    // A stand-in for what is still asked.
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

  /** Counts the links. */
  get counts(): LinkCounts {
    return { ...this.sums };
  }

  /** Lists the links that are the least certain, these first. */
  leastCertain(): UncertainLink[] {
    return [...this.listed.values()]
      .sort(byCertainty)
      .slice(0, SHOWN_LINKS)
      .map(({ rank: _rank, ...link }) => link);
  }
}
