/** What is counted of breedings, their money and their documents. */
import { puppies } from "../../litters/tables/puppies";
import { project } from "../../platform/tables/projecting";
import { STORED_BYTES } from "../../platform/tables/storedBytes";
import { breedingDocuments } from "./breedingDocuments";
import { breedingFinances } from "./breedingFinances";
import { breedings } from "./breedings";

const STATUSES = {
  table: "breedingCounts",
  index: "by_kennel_and_status",
  fresh: { count: 0 },
} as const;

const YEARS = {
  table: "financeYears",
  index: "by_kennel_and_year",
  fresh: { puppiesSold: 0, salesCents: 0, incomeCents: 0, costCents: 0 },
} as const;

const yearOf = (day: string): string => day.slice(0, 4);

export const breedingProjections = [
  project("breedings", breedings.table, STATUSES, ({ status }) => ({ key: { status }, add: { count: 1 } })),
  project("breedingFinances", breedingFinances.table, YEARS, ({ kind, amountCents, bookedOn }) => ({
    key: { year: yearOf(bookedOn) },
    add: { [kind === "cost" ? "costCents" : "incomeCents"]: amountCents },
  })),
  project("puppies", puppies.table, YEARS, ({ status, saleDate, priceCents = 0 }) =>
    status === "sold" && saleDate !== undefined
      ? { key: { year: yearOf(saleDate) }, add: { puppiesSold: 1, salesCents: priceCents } }
      : null,
  ),
  project("breedingDocuments", breedingDocuments.table, STORED_BYTES, ({ fileSize }) => ({
    key: { kind: "documents" },
    add: { bytes: fileSize },
  })),
];
