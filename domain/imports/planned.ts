/** An import's plan as data: the rows of the file, the dogs of the kennel, and the decisions of plan.ts. */
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
  /** These messages cause the refusal of the row. */
  readonly errors?: FieldErrors;
  /** Cells with these messages are left out. */
  readonly warnings?: readonly string[];
  /** Unreadable cells by field. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** How to handle a dog that the kennel already has: skip it, fill in missing values, or change it. */
export const KNOWN_DOG_MODES = ["skip", "complete", "update"] as const;
export type KnownDogMode = (typeof KNOWN_DOG_MODES)[number];

export interface ImportOptions {
  readonly kind: ImportKind;
  readonly mode: KnownDogMode;
  readonly today: string;
  readonly breed?: string | undefined;
  readonly answers?: ReadonlyMap<string, string>;
  /** Rows beyond this number of dogs that count towards the plan's limit are left for another import. */
  readonly mostCounted?: number | undefined;
  /** All remaining questions are answered with a new dog. */
  readonly areOthersNew?: boolean | undefined;
}

export interface KnownDog<Id extends string> {
  readonly _id: Id;
  readonly isExternal: boolean;
  readonly name: string;
  readonly callName?: string;
  readonly breed?: string;
  readonly gender: Gender;
  /** A missing status counts as active. */
  readonly status?: DogStatus;
  readonly statusChangedOn?: string;
  readonly dateOfBirth?: string;
  readonly registrationKey?: string;
  readonly otherKeys?: readonly string[];
  readonly microchipKey?: string;
  readonly sireId?: Id;
  readonly damId?: Id;
}

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
  /** Null for a new dog. */
  readonly target: Id | null;
  /** Only missing values of the target are filled in. */
  readonly isCompletion: boolean;
  /** The target is an external ancestor that becomes a dog of the kennel. */
  readonly isAdoption: boolean;
  readonly parents: PlannedParents<Id>;
}

export interface PlannedAncestor {
  readonly name: string;
  readonly breed: string;
  readonly gender: Gender;
  readonly registrationNumber: string | null;
  readonly lines: readonly number[];
  /** The ancestor is only a placeholder while a question is open. */
  readonly isStandIn: boolean;
}

/** A warning about an imported row, or the reason why a row is not imported. */
export interface ImportWarning {
  readonly line: number;
  readonly message: string;
}

export interface ImportPlan<Id extends string> {
  readonly dogs: readonly PlannedDog<Id>[];
  readonly ancestors: ReadonlyMap<string, PlannedAncestor>;
  readonly skipped: readonly ImportWarning[];
  /** The user must answer all questions before anything is written. */
  readonly questions: readonly ImportQuestion[];
  readonly errors: readonly { readonly line: number; readonly fields: FieldErrors }[];
  readonly warnings: readonly ImportWarning[];
  /** The kennel has no room for all dogs. */
  readonly isOverLimit: boolean;
  /** The increase of the number of dogs that count towards the plan's limit. */
  readonly countedChange: number;
  /** The file states explicitly that these parents are unknown. */
  readonly unknownParents: number;
  /** These names were not compared with similar names, because the file has too many unknown names. */
  readonly uncomparedNames: number;
  /** The number of known dogs whose rows are skipped. */
  readonly untouched: number;
  readonly links: LinkCounts;
  /** The least certain link is first. */
  readonly leastCertain: readonly UncertainLink[];
}

export interface ParentNaming {
  readonly fileId: string | undefined;
  readonly number: string | undefined;
  readonly numberKey: string | undefined;
  readonly name: string | undefined;
  readonly nameKey: string;
  /** The name without a number that is in the same cell. */
  readonly split?: ParentNaming & { readonly isParted: boolean };
}

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

/** A row in its role as a parent is its known dog, or the row itself. */
export const toRow = <Id extends string>(row: Candidate<Id>): PlannedParent<Id> =>
  row.target ? { kind: "known", id: row.target._id } : { kind: "row", line: row.line };

export const nodeOf = (parent: PlannedParent<string>): string =>
  parent.kind === "known"
    ? parent.id
    : parent.kind === "row"
      ? rowNode(parent.line)
      : `ancestor ${parent.key}`;

export const nodeOfDog = (dog: PlannedDog<string>): string => dog.target ?? rowNode(dog.line);

/** The dog belongs to the kennel itself. */
export const isListed = ({ kind }: ImportOptions, { isExternal }: ImportedDog): boolean =>
  kind === "dogs" && !isExternal;
