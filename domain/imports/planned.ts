/** An import's plan as data: the rows of the file, the dogs of the kennel, and the decisions of plan.ts. Pure. */
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
  /**
   * The row number in the file, for messages. For an ancestor beside a dog, the ancestor's number comes after the
   * point.
   */
  readonly line: number;
  readonly values: ImportValues;
  /** Messages about unreadable cells that cause the refusal of the row. */
  readonly errors?: FieldErrors;
  /** Messages about unreadable cells that are left out. */
  readonly warnings?: readonly string[];
  /** The texts of the unreadable cells, by field. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** How to handle a dog that the kennel already has: skip it, fill in missing values, or change it. */
export const KNOWN_DOG_MODES = ["skip", "complete", "update"] as const;
export type KnownDogMode = (typeof KNOWN_DOG_MODES)[number];

export interface ImportOptions {
  readonly kind: ImportKind;
  readonly mode: KnownDogMode;
  readonly today: string;
  /** The breed for rows without a breed. */
  readonly breed?: string | undefined;
  /** The user's answers to the questions, by key. */
  readonly answers?: ReadonlyMap<string, string>;
  /** How many dogs that count towards the plan's limit may be added. Later rows are left for another import. */
  readonly mostCounted?: number | undefined;
  /** Whether all remaining questions are answered with a new dog. */
  readonly areOthersNew?: boolean | undefined;
}

export interface KnownDog<Id extends string> {
  readonly _id: Id;
  readonly isExternal: boolean;
  readonly name: string;
  readonly callName?: string;
  readonly breed?: string;
  readonly gender: Gender;
  /** The stored status; a missing status counts as active. */
  readonly status?: DogStatus;
  readonly statusChangedOn?: string;
  readonly dateOfBirth?: string;
  readonly registrationKey?: string;
  /** The numbers of the dog's further registrations. */
  readonly otherKeys?: readonly string[];
  readonly microchipKey?: string;
  readonly sireId?: Id;
  readonly damId?: Id;
}

/** A parent: a dog of the kennel, another row of the file, or an ancestor that will be created. */
export type PlannedParent<Id extends string> =
  | { readonly kind: "known"; readonly id: Id }
  | { readonly kind: "row"; readonly line: number }
  | { readonly kind: "external"; readonly key: string };

export type PlannedParents<Id extends string> = Partial<Record<ParentRole, PlannedParent<Id>>>;

export interface PlannedDog<Id extends string> {
  readonly line: number;
  readonly dog: ImportedDog;
  /** The fields in the file. The other values of `dog` are defaults. */
  readonly given: ReadonlySet<string>;
  /** The dog that is changed; null for a new dog. */
  readonly target: Id | null;
  /** Whether only missing values of the target are filled in. */
  readonly isCompletion: boolean;
  /** Whether the target is an external ancestor that becomes a dog of the kennel. */
  readonly isAdoption: boolean;
  readonly parents: PlannedParents<Id>;
}

export interface PlannedAncestor {
  readonly name: string;
  readonly breed: string;
  readonly gender: Gender;
  readonly registrationNumber: string | null;
  /** The rows in which the dog is a parent. */
  readonly lines: readonly number[];
  /** Whether the ancestor is only a placeholder while a question is open. */
  readonly isStandIn: boolean;
}

/** A message about a row: a warning about an imported row, or the reason why a row is not imported. */
export interface ImportWarning {
  readonly line: number;
  readonly message: string;
}

export interface ImportPlan<Id extends string> {
  readonly dogs: readonly PlannedDog<Id>[];
  readonly ancestors: ReadonlyMap<string, PlannedAncestor>;
  /** Rows that are not imported, with the reasons. */
  readonly skipped: readonly ImportWarning[];
  /** Questions that the user must answer before anything is written. */
  readonly questions: readonly ImportQuestion[];
  readonly errors: readonly { readonly line: number; readonly fields: FieldErrors }[];
  readonly warnings: readonly ImportWarning[];
  /** Set if the kennel has no room for all dogs. */
  readonly isOverLimit: boolean;
  /** By how much the number of dogs that count towards the plan's limit increases. */
  readonly countedChange: number;
  /** The number of parents that the file calls unknown. */
  readonly unknownParents: number;
  /**
   * The number of parents' names that were not compared with similar names, because the file has too many unknown
   * names.
   */
  readonly uncomparedNames: number;
  /** The number of known dogs whose rows are skipped. */
  readonly untouched: number;
  /** How parents are linked. */
  readonly links: LinkCounts;
  /** The least certain links first. */
  readonly leastCertain: readonly UncertainLink[];
}

/** The data about one parent in a row. */
export interface ParentNaming {
  readonly fileId: string | undefined;
  readonly number: string | undefined;
  readonly numberKey: string | undefined;
  readonly name: string | undefined;
  readonly nameKey: string;
  /** The name without a number that is in the same cell. */
  readonly split?: ParentNaming & { readonly isParted: boolean };
}

/** A row that is planned or skipped, with its dog. */
export interface Candidate<Id extends string> {
  readonly line: number;
  readonly dog: ImportedDog;
  readonly given: ReadonlySet<string>;
  readonly target: KnownDog<Id> | null;
  readonly isCompletion: boolean;
  readonly gender: Gender;
  readonly nameKey: string;
  readonly numberKey: string | undefined;
  readonly otherKeys: readonly string[];
  readonly fileId: string | undefined;
  readonly values: ImportValues;
  readonly namings: Readonly<Record<ParentRole, ParentNaming>>;
}

/** Returns a row in its role as a parent of other dogs: its known dog, or the row itself. */
export const toRow = <Id extends string>(row: Candidate<Id>): PlannedParent<Id> =>
  row.target ? { kind: "known", id: row.target._id } : { kind: "row", line: row.line };

/** The key of any kind of parent. */
export const nodeOf = (parent: PlannedParent<string>): string =>
  parent.kind === "known"
    ? parent.id
    : parent.kind === "row"
      ? rowNode(parent.line)
      : `ancestor ${parent.key}`;

/** The key of a planned dog in its role as a parent. */
export const nodeOfDog = (dog: PlannedDog<string>): string => dog.target ?? rowNode(dog.line);

/** Whether a row's dog belongs to the kennel itself. */
export const isListed = ({ kind }: ImportOptions, { isExternal }: ImportedDog): boolean =>
  kind === "dogs" && !isExternal;
