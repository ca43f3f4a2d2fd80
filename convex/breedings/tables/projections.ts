/** Counts the breedings, their money and their documents. */
import { BREEDING_STATUSES } from "../../../domain/breedings/rules";
import { studFeeOf } from "../../../domain/reports/finances";
import { litters } from "../../litters/tables/litters";
import { puppies } from "../../litters/tables/puppies";
import { project } from "../../platform/tables/projecting";
import { noneOf } from "../../platform/tables/tallies";
import { STORED_BYTES } from "../../platform/tables/storedBytes";
import { breedingDocuments } from "./breedingDocuments";
import { breedingFinances } from "./breedingFinances";
import { breedings } from "./breedings";

const STATUSES = {
  table: "breedingCounts",
  index: "by_kennel_and_status",
  fresh: { count: 0 },
} as const;

/** Matings and stud fees by the year of mating, births by the year of whelping. */
export const BREEDING_YEARS = {
  table: "breedingYears",
  index: "by_kennel_and_year",
  fresh: {
    ...noneOf(BREEDING_STATUSES),
    litters: 0,
    born: 0,
    alive: 0,
    males: 0,
    females: 0,
    studIncomeCents: 0,
    studCostCents: 0,
  },
} as const;

const MONEY_YEARS = {
  table: "financeYears",
  index: "by_kennel_and_year",
  fresh: { puppiesSold: 0, salesCents: 0, incomeCents: 0, costCents: 0 },
} as const;

const yearOf = (day: string): string => day.slice(0, 4);

export const breedingProjections = [
  project("breedings", breedings.table, STATUSES, ({ status }) => ({ key: { status }, add: { count: 1 } })),
  project("breedings", breedings.table, BREEDING_YEARS, (breeding) => {
    if (breeding.isCalledOff) return null;
    const { breedingDate, status, studFeeCents, studFeeWay: way = "none" } = breeding;
    const { studIncomeCents, studCostCents } = studFeeOf({ studFeeCents, status, way });
    return { key: { year: yearOf(breedingDate) }, add: { [status]: 1, studIncomeCents, studCostCents } };
  }),
  project("litters", litters.table, BREEDING_YEARS, (litter) => ({
    key: { year: yearOf(litter.whelpingDate) },
    add: {
      litters: 1,
      born: litter.numberBorn,
      alive: litter.numberAlive,
      males: litter.numberMales,
      females: litter.numberFemales,
    },
  })),
  project("breedingFinances", breedingFinances.table, MONEY_YEARS, ({ kind, amountCents, bookedOn }) => ({
    key: { year: yearOf(bookedOn) },
    add: { [kind === "cost" ? "costCents" : "incomeCents"]: amountCents },
  })),
  project("puppies", puppies.table, MONEY_YEARS, ({ status, saleDate, priceCents = 0 }) =>
    status === "sold" && saleDate !== undefined
      ? { key: { year: yearOf(saleDate) }, add: { puppiesSold: 1, salesCents: priceCents } }
      : null,
  ),
  project("breedingDocuments", breedingDocuments.table, STORED_BYTES, ({ fileSize }) => ({
    key: { kind: "documents" },
    add: { bytes: fileSize },
  })),
];
