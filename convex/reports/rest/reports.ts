/** The REST calls of the reports on breedings and sales. Source: decision GAP-BRD-12. */
import { BREEDING_STATUSES } from "../../../domain/breedings/rules";
import { GENDERS } from "../../../domain/dogs/rules";
import { PUPPY_STATUSES } from "../../../domain/litters/rules";
import { api } from "../../_generated/api";
import type { SalesReport, Statistics } from "../model/reports";
import { CENTS_PER_DOLLAR, toDollars } from "../../platform/rest/money";
import { one, get, type Endpoint } from "../../platform/rest/calls";
import { count } from "../../platform/rest/entities";
import { kennelDayQuery, kennelReference } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const tags = ["Breeding"];
const percentage = z
  .number()
  .nullable()
  .openapi({ description: "Percent, null where there is nothing to divide by" });
const dollars = z.number().openapi({ description: "US dollars", example: 2500 });

const figures = {
  breedings: count,
  conceptionRate: percentage,
  litters: count,
  born: count,
  alive: count,
  males: count,
  females: count,
  averageLitterSize: z.number().nullable(),
  lossRate: percentage,
};

export const statisticsAnswer = z
  .object({
    ...figures,
    total: count.openapi({ description: "Breedings of every status" }),
    byStatus: z.object(
      Object.fromEntries(BREEDING_STATUSES.map((status) => [status, count])) as Record<
        (typeof BREEDING_STATUSES)[number],
        typeof count
      >, // The object has an entry for every status.
    ),
    successRate: percentage.openapi({
      description: "Percent of the breedings with a known outcome that produced puppies",
    }),
    averageGestationDays: z.number().nullable(),
    byYear: z.array(z.object({ year: z.string(), ...figures })),
    bySire: z.array(z.object({ name: z.string(), ...figures })),
    byDam: z.array(z.object({ name: z.string(), ...figures })),
  })
  .openapi("BreedingStatistics");

export const salesReportAnswer = z
  .object({
    sold: count,
    reserved: count,
    available: count,
    kept: count,
    deceased: count,
    revenue: dollars.openapi({ description: "Of all sales ever, in US dollars" }),
    year: z.string().nullable().openapi({ description: "The year that rows are of" }),
    yearSold: count,
    yearRevenue: dollars,
    byYear: z.array(z.object({ year: z.string(), sold: count, revenue: dollars })),
    rows: z.array(
      z.object({
        puppyId: z.string(),
        litterId: z.string(),
        breedingId: z.string(),
        puppy: z.string(),
        gender: z.enum(GENDERS).nullable(),
        parents: z.string(),
        status: z.enum(PUPPY_STATUSES),
        buyer: z.string().nullable(),
        price: z.number().nullable(),
        deposit: z.number().nullable(),
        saleDate: z.string().nullable(),
        reservedUntil: z.string().nullable(),
      }),
    ),
  })
  .openapi("PuppySalesReport");

type Group = Statistics["years"][number];

/** Only calculations need the removed numbers. */
const toFigures = ({ conceived: _conceived, decided: _decided, key: _key, ...rest }: Group) => rest;

const toStatistics = ({
  years,
  sires,
  dams,
  conceived: _conceived,
  decided: _decided,
  ...rest
}: Statistics) => ({
  ...rest,
  total: rest.breedings,
  byYear: years.map((group) => ({ year: group.key, ...toFigures(group) })),
  bySire: sires.map(({ name, ...group }) => ({ name, ...toFigures(group) })),
  byDam: dams.map(({ name, ...group }) => ({ name, ...toFigures(group) })),
});

const toSale = ({ priceCents, depositCents, ...row }: SalesReport["rows"][number]) => ({
  ...row,
  price: toDollars(priceCents),
  deposit: toDollars(depositCents),
});

const toSales = (report: SalesReport) => ({
  ...report.counts,
  revenue: report.revenueCents / CENTS_PER_DOLLAR,
  year: report.year,
  yearSold: report.yearSold,
  yearRevenue: report.yearRevenueCents / CENTS_PER_DOLLAR,
  byYear: report.years.map(({ year, puppiesSold, salesCents }) => ({
    year,
    sold: puppiesSold,
    revenue: salesCents / CENTS_PER_DOLLAR,
  })),
  rows: [...report.rows, ...report.reservations].map(toSale),
});

export const reportEndpoints: Endpoint[] = [
  get("/breeding/statistics", {
    operationId: "getBreedingStatistics",
    tags,
    permission: "breeding:read",
    summary: "Get the results of the kennel's breedings: rates, litter sizes and losses",
    query: kennelDayQuery,
    returns: one(statisticsAnswer, "The statistics"),
    run: async ({ env, query }) => toStatistics(await env.runQuery(api.reports.reports.statistics, query)),
  }),
  get("/breeding/puppy-sales-report", {
    operationId: "getPuppySalesReport",
    tags,
    permission: "breeding:read & finances:read",
    summary: "Get the sales of a year, with every reservation, and the totals",
    query: z.object({
      kennelId: kennelReference,
      year: z
        .string()
        .regex(/^\d{4}$/u, "Year must be like 2025")
        .optional()
        .openapi({ description: "The latest year with a sale if omitted", example: "2025" }),
    }),
    returns: one(salesReportAnswer, "The report"),
    run: async ({ env, query }) => toSales(await env.runQuery(api.reports.reports.sales, query)),
  }),
];
