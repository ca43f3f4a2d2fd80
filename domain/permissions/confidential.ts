/**
 * The fields and records that require the right to money and contacts: fields that a description marks as
 * confidential, records that are completely confidential, and values calculated from both. The server uses only
 * this list. It is derived from the descriptions, so a field that is marked there is protected everywhere.
 */
import type { PuppyStatus } from "../litters/rules";
import type { Permissions } from "./rules";
import { historyOf } from "../history/records";
import { HISTORY_TABLES, type HistoryTable } from "../history/tables.gen";
import { BUYER_FIELDS } from "../litters/record";
import { namesOf, prefixed } from "../records/record";
import { hasPermission } from "./permissions";

export const readsConfidential = (permissions: Permissions): boolean =>
  hasPermission(permissions, "finances", "read");

export const writesConfidential = (permissions: Permissions): boolean =>
  hasPermission(permissions, "finances", "write");

const rootOf = (path: string): string => path.split(".")[0] ?? path;

/** A group is listed by its own name. */
const confidentialIn = (table: HistoryTable): string[] => [
  ...new Set(
    Object.entries(historyOf(table).fields).flatMap(([path, { isConfidential }]) =>
      isConfidential ? [rootOf(path)] : [],
    ),
  ),
];

/** Amounts are stored by month or year. */
const CALCULATED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  breedingYears: ["studIncomeCents", "studCostCents"],
  financeYears: ["salesCents", "incomeCents", "costCents"],
  healthMonths: ["costCents"],
};

/** Tables that are completely confidential are left out. */
export const CONFIDENTIAL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    HISTORY_TABLES.map((table) => [table, confidentialIn(table)] as const).filter(
      ([, fields]) => fields.length > 0,
    ),
  ),
  ...CALCULATED_FIELDS,
};

/** These tables contain contacts, but have no history. */
const WITHOUT_HISTORY = ["applicationDrafts", "applicationMails"] as const;

export const CONFIDENTIAL_TABLES: ReadonlySet<string> = new Set<string>([
  ...HISTORY_TABLES.filter((table) => historyOf(table).isConfidential),
  ...WITHOUT_HISTORY,
]);

/** The user may read at least some records of the kind. */
export function readsRecords(permissions: Permissions, table: HistoryTable): boolean {
  const { area, otherArea } = historyOf(table);
  const areas = otherArea ? [area, otherArea.area] : [area];
  return (
    areas.some((each) => hasPermission(permissions, each, "read")) &&
    (!CONFIDENTIAL_TABLES.has(table) || readsConfidential(permissions))
  );
}

export const isConfidentialField = (table: HistoryTable, path: string): boolean =>
  historyOf(table).isConfidential === true || historyOf(table).fields[path]?.isConfidential === true;

export interface ChangedField {
  readonly name: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * Statuses of a puppy before, during and after its reservation or sale. A change between two of them makes or
 * undoes a reservation or a sale.
 */
const SALE_STEPS: ReadonlySet<unknown> = new Set<PuppyStatus>(["available", "reserved", "sold"]);

/** Such a change makes or undoes a reservation or a sale. */
export const isSaleStep = (table: HistoryTable, { name, before, after }: ChangedField): boolean =>
  table === "puppies" && name === "status" && SALE_STEPS.has(before) && SALE_STEPS.has(after);

/** Every name under which a confidential field is written or returned, including the fields of a buyer. */
export const CONFIDENTIAL_NAMES: ReadonlySet<string> = new Set([
  ...HISTORY_TABLES.flatMap(confidentialIn),
  ...namesOf(prefixed("buyer", BUYER_FIELDS)),
  // Owners with shares in a file of dogs.
  "coOwners",
]);

/** The descriptions of activities with these titles contain a buyer. */
const NAMING_A_BUYER: ReadonlySet<string> = new Set(["Puppy reserved"]);

/** Texts without an applicant's name, by the titles of activities. */
export const APPLICANT_NEWS = [
  "Put on the waiting list",
  "Waiting list entry changed",
  "Waiting list reordered",
  "Left the waiting list",
  "Back on the waiting list",
  "Waiting list entry deleted",
  "Puppy offered",
  "Puppy offer declined",
  "Puppy offer withdrawn",
  "Application received",
  "Application declined",
  "Application withdrawn",
] as const;

/** Activities with these titles name confidential records. */
const OF_CONFIDENTIAL_RECORDS: ReadonlySet<string> = new Set([
  ...APPLICANT_NEWS,
  ...HISTORY_TABLES.filter((table) => CONFIDENTIAL_TABLES.has(table)).map(
    (table) => `${historyOf(table).label} brought back`,
  ),
]);

interface Telling {
  readonly title: string;
  readonly description: string;
}

/** Users without the right to money and contacts may see the result; null if nothing is left. */
export function withoutConfidentialNews<News extends Telling>(activity: News): News | null {
  if (OF_CONFIDENTIAL_RECORDS.has(activity.title)) return null;
  return NAMING_A_BUYER.has(activity.title) ? { ...activity, description: "" } : activity;
}
