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

/** Says whether a user may see money and contacts. */
export const readsConfidential = (permissions: Permissions): boolean =>
  hasPermission(permissions, "finances", "read");

/** Says whether a user may change money and contacts. */
export const writesConfidential = (permissions: Permissions): boolean =>
  hasPermission(permissions, "finances", "write");

const rootOf = (path: string): string => path.split(".")[0] ?? path;

/** Lists the confidential fields of a kind of record. A group is listed by its own name. */
const confidentialIn = (table: HistoryTable): string[] => [
  ...new Set(
    Object.entries(historyOf(table).fields).flatMap(([path, { isConfidential }]) =>
      isConfidential ? [rootOf(path)] : [],
    ),
  ),
];

/** Amounts stored by month or year. */
const CALCULATED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  breedingYears: ["studIncomeCents", "studCostCents"],
  financeYears: ["salesCents", "incomeCents", "costCents"],
  healthMonths: ["costCents"],
};

/** The confidential fields of each table with such fields, without tables that are completely confidential. */
export const CONFIDENTIAL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    HISTORY_TABLES.map((table) => [table, confidentialIn(table)] as const).filter(
      ([, fields]) => fields.length > 0,
    ),
  ),
  ...CALCULATED_FIELDS,
};

/** Tables with contacts that have no history. */
const WITHOUT_HISTORY = ["applicationDrafts", "applicationMails"] as const;

/** The tables whose records are completely confidential. */
export const CONFIDENTIAL_TABLES: ReadonlySet<string> = new Set<string>([
  ...HISTORY_TABLES.filter((table) => historyOf(table).isConfidential),
  ...WITHOUT_HISTORY,
]);

/** Says whether a user may read all or some records of a kind. */
export function readsRecords(permissions: Permissions, table: HistoryTable): boolean {
  const { area, otherArea } = historyOf(table);
  const areas = otherArea ? [area, otherArea.area] : [area];
  return (
    areas.some((each) => hasPermission(permissions, each, "read")) &&
    (!CONFIDENTIAL_TABLES.has(table) || readsConfidential(permissions))
  );
}

/** Says whether the history of a record's field is confidential. */
export const isConfidentialField = (table: HistoryTable, path: string): boolean =>
  historyOf(table).isConfidential === true || historyOf(table).fields[path]?.isConfidential === true;

/** A field of a change in the history. */
export interface ChangedField {
  readonly name: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * The statuses of a puppy before, during and after its reservation or sale. A change from one of them to another
 * makes or undoes a reservation or a sale.
 */
const SALE_STEPS: ReadonlySet<unknown> = new Set<PuppyStatus>(["available", "reserved", "sold"]);

/** Says whether a change of a field makes or undoes a reservation or a sale. */
export const isSaleStep = (table: HistoryTable, { name, before, after }: ChangedField): boolean =>
  table === "puppies" && name === "status" && SALE_STEPS.has(before) && SALE_STEPS.has(after);

/** Every name that is used for writing or returning a confidential field, including the fields of a buyer. */
export const CONFIDENTIAL_NAMES: ReadonlySet<string> = new Set([
  ...HISTORY_TABLES.flatMap(confidentialIn),
  ...namesOf(prefixed("buyer", BUYER_FIELDS)),
  // The owners with shares in a file of dogs.
  "coOwners",
]);

/** Titles of activities whose descriptions contain a buyer. */
const NAMING_A_BUYER: ReadonlySet<string> = new Set(["Puppy reserved"]);

/** The texts without an applicant's name, by the titles of activities. */
export const APPLICANT_NEWS = [
  "Put on the waiting list",
  "Waiting list entry changed",
  "Waiting list reordered",
  "Left the waiting list",
  "Back on the waiting list",
  "Waiting list entry deleted",
  "Puppy offered",
  "Puppy offer declined",
  "Application received",
  "Application declined",
  "Application withdrawn",
] as const;

/** Titles of activities that name confidential records. */
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

/**
 * Returns the part of an activity that users without the right to money and contacts may see; null if there is
 * none.
 */
export function withoutConfidentialNews<News extends Telling>(activity: News): News | null {
  if (OF_CONFIDENTIAL_RECORDS.has(activity.title)) return null;
  return NAMING_A_BUYER.has(activity.title) ? { ...activity, description: "" } : activity;
}
