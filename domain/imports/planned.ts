/**
 * An import's plan as data: the rows of the file, the dogs that the kennel knows, and what is to become of them. How it is
 * decided is in plan.ts. Pure.
 */
import type { DogStatus, Gender } from "../dogs/rules";
import type { ImportedDog } from "../dogs/schemas";
import type { ParentRole } from "../dogs/checks";
import type { FieldErrors } from "../errors";
import type { LinkCounts, UncertainLink } from "./certainty";
import { rowNode } from "./lineages";
import type { ImportQuestion } from "./questions";
import type { ImportValues } from "./read-values";
import type { ImportKind } from "./rules";

export interface ImportRow {
  /** The line of the file, for messages; of an ancestor beside a dog its number stands behind the point. */
  readonly line: number;
  readonly values: ImportValues;
  /** Cells that cannot be read and keep the row out. */
  readonly errors?: FieldErrors;
  /** Cells that cannot be read and are left out alone. */
  readonly warnings?: readonly string[];
  /** The text of the cells that cannot be read, by field. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** What to do with a dog that the kennel knows: leave it, fill what it lacks, or change what the file gives. */
export const KNOWN_DOG_MODES = ["skip", "complete", "update"] as const;
export type KnownDogMode = (typeof KNOWN_DOG_MODES)[number];

export interface ImportOptions {
  readonly kind: ImportKind;
  readonly mode: KnownDogMode;
  readonly today: string;
  /** The breed of rows that name none. */
  readonly breed?: string | undefined;
  /** What the breeder says to the questions, by their keys. */
  readonly answers?: ReadonlyMap<string, string>;
  /** So many dogs that count towards the plan's limit may be added; the lines after these wait. */
  readonly mostCounted?: number | undefined;
  /** Whether all other questions are answered with a new dog. */
  readonly areOthersNew?: boolean | undefined;
}

export interface KnownDog<Id extends string> {
  readonly _id: Id;
  readonly isExternal: boolean;
  readonly name: string;
  readonly callName?: string;
  readonly breed?: string;
  readonly gender: Gender;
  /** Active when it is not said. */
  readonly status?: DogStatus;
  readonly statusChangedOn?: string;
  readonly dateOfBirth?: string;
  readonly registrationKey?: string;
  readonly microchipKey?: string;
  readonly sireId?: Id;
  readonly damId?: Id;
}

/** A parent: a dog of the kennel, another row of the file, or an ancestor that is to be made. */
export type PlannedParent<Id extends string> =
  | { readonly kind: "known"; readonly id: Id }
  | { readonly kind: "row"; readonly line: number }
  | { readonly kind: "external"; readonly key: string };

export type PlannedParents<Id extends string> = Partial<Record<ParentRole, PlannedParent<Id>>>;

export interface PlannedDog<Id extends string> {
  readonly line: number;
  readonly dog: ImportedDog;
  /** The fields that the file itself gives; the others of `dog` are defaults. */
  readonly given: ReadonlySet<string>;
  /** The dog to change, or null for a new one. */
  readonly target: Id | null;
  /** Whether only what the target lacks is filled in. */
  readonly isCompletion: boolean;
  /** Whether the target has been an external ancestor and becomes a dog of the kennel. */
  readonly isAdoption: boolean;
  readonly parents: PlannedParents<Id>;
}

export interface PlannedAncestor {
  readonly name: string;
  readonly breed: string;
  readonly gender: Gender;
  readonly registrationNumber: string | null;
  /** The lines that name it as a parent. */
  readonly lines: readonly number[];
  /** Whether it only stands in for a dog that is asked about. */
  readonly isStandIn: boolean;
}

/** What the breeder should look at; the row is imported all the same. */
export interface ImportWarning {
  readonly line: number;
  readonly message: string;
}

export interface ImportPlan<Id extends string> {
  readonly dogs: readonly PlannedDog<Id>[];
  readonly ancestors: ReadonlyMap<string, PlannedAncestor>;
  /** Lines of which nothing is written, with the reason. */
  readonly skipped: readonly ImportWarning[];
  /** What the breeder has to say before anything is written. */
  readonly questions: readonly ImportQuestion[];
  readonly errors: readonly { readonly line: number; readonly fields: FieldErrors }[];
  readonly warnings: readonly ImportWarning[];
  /** Set when the kennel cannot hold them all. */
  readonly isOverLimit: boolean;
  /** By how many the dogs that count towards the plan's limit become more. */
  readonly countedChange: number;
  /** Parents that the file names only to say that nobody knows them. */
  readonly unknownParents: number;
  /** Names of parents that were not compared with similar ones, because the file has so many that are nobody's. */
  readonly uncomparedNames: number;
  /** Known dogs whose lines are skipped. */
  readonly untouched: number;
  /** How parents are linked. */
  readonly links: LinkCounts;
  /** The links that are the least certain, these first. */
  readonly leastCertain: readonly UncertainLink[];
}

/** How a row names one parent. */
export interface ParentNaming {
  readonly fileId: string | undefined;
  readonly number: string | undefined;
  readonly numberKey: string | undefined;
  readonly name: string | undefined;
  readonly nameKey: string;
  /** The name without the number that stands beside it in one cell. */
  readonly split?: ParentNaming & { readonly isParted: boolean };
}

/** A row that stays, with the dog it stands for. */
export interface Candidate<Id extends string> {
  readonly line: number;
  readonly dog: ImportedDog;
  readonly given: ReadonlySet<string>;
  readonly target: KnownDog<Id> | null;
  readonly isCompletion: boolean;
  readonly gender: Gender;
  readonly nameKey: string;
  readonly numberKey: string | undefined;
  readonly fileId: string | undefined;
  readonly values: ImportValues;
  readonly namings: Readonly<Record<ParentRole, ParentNaming>>;
}

/** A row as a parent of others: the dog that it stands for, or itself. */
export const toRow = <Id extends string>(row: Candidate<Id>): PlannedParent<Id> =>
  row.target ? { kind: "known", id: row.target._id } : { kind: "row", line: row.line };

/** Names a parent, whichever kind it is of. */
export const nodeOf = (parent: PlannedParent<string>): string =>
  parent.kind === "known"
    ? parent.id
    : parent.kind === "row"
      ? rowNode(parent.line)
      : `ancestor ${parent.key}`;

/** Names a planned dog as its offspring do. */
export const nodeOfDog = (dog: PlannedDog<string>): string => dog.target ?? rowNode(dog.line);

/** Whether a row's dog belongs to the kennel itself. */
export const isListed = ({ kind }: ImportOptions, { isExternal }: ImportedDog): boolean =>
  kind === "dogs" && !isExternal;
