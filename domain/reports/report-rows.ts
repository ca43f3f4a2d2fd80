/** The rows of reports for CSV and PDF. Money is in dollars and cents. */
import { dollarsOf } from "../formatting/dollars";
import { balanceOf, type Money } from "./finances";
import type { Figures } from "./statistics";

const cell = (value: number | null): string => (value === null ? "" : String(value));
const amount = (cents: number | null): string => (cents === null ? "" : dollarsOf(cents));

const FIGURE_COLUMNS = [
  "Breedings",
  "Conception Rate (%)",
  "Litters",
  "Born",
  "Alive",
  "Males",
  "Females",
  "Average Litter",
  "Losses (%)",
] as const;

const figureCells = (figures: Figures): string[] =>
  [
    figures.breedings,
    figures.conceptionRate,
    figures.litters,
    figures.born,
    figures.alive,
    figures.males,
    figures.females,
    figures.averageLitterSize,
    figures.lossRate,
  ].map(cell);

interface StatisticsRows extends Figures {
  readonly years: readonly (Figures & { readonly key: string })[];
  readonly sires: readonly (Figures & { readonly name: string })[];
  readonly dams: readonly (Figures & { readonly name: string })[];
}

/** The total is first, then the rows by year, sire and dam. */
export const statisticsRows = (report: StatisticsRows): string[][] => [
  ["Group", "Name", ...FIGURE_COLUMNS],
  ["All", "", ...figureCells(report)],
  ...report.years.map((each) => ["Year", each.key, ...figureCells(each)]),
  ...report.sires.map((each) => ["Sire", each.name, ...figureCells(each)]),
  ...report.dams.map((each) => ["Dam", each.name, ...figureCells(each)]),
];

interface SaleRow {
  readonly puppy: string;
  readonly gender: string | null;
  readonly parents: string;
  readonly status: string;
  readonly buyer: string | null;
  readonly priceCents: number | null;
  readonly depositCents: number | null;
  readonly saleDate: string | null;
}

/** Sold puppies are first, then reserved puppies. */
export const salesRows = ({
  rows,
  reservations,
}: {
  readonly rows: readonly SaleRow[];
  readonly reservations: readonly SaleRow[];
}): string[][] => [
  ["Puppy", "Sex", "Parents", "Status", "Buyer", "Sale Date", "Deposit", "Price"],
  ...[...rows, ...reservations].map((row) => [
    row.puppy,
    row.gender ?? "",
    row.parents,
    row.status,
    row.buyer ?? "",
    row.saleDate ?? "",
    amount(row.depositCents),
    amount(row.priceCents),
  ]),
];

const MONEY_COLUMNS = [
  "Puppy Sales",
  "Stud Fees Earned",
  "Other Income",
  "Stud Fees Paid",
  "Other Costs",
  "Balance",
] as const;

const moneyCells = (money: Money): string[] =>
  [
    money.salesCents,
    money.studIncomeCents,
    money.otherIncomeCents,
    money.studCostCents,
    money.otherCostCents,
    balanceOf(money),
  ].map(dollarsOf);

interface FinancesRows {
  readonly years: readonly { readonly year: string; readonly money: Money }[];
  readonly year: string | null;
  readonly breedings: readonly { readonly parents: string; readonly money: Money }[];
}

/** Years are first, then the breedings of the chosen year. */
export const financesRows = ({ years, year, breedings }: FinancesRows): string[][] => [
  ["Year", "Breeding", ...MONEY_COLUMNS],
  ...years.map((each) => [each.year, "", ...moneyCells(each.money)]),
  ...breedings.map((each) => [year ?? "", each.parents, ...moneyCells(each.money)]),
];
