/** Money in REST is in dollars with cents. All other code uses whole cents. */
import { MAX_PRICE_CENTS } from "../../../domain/litters/rules";
import { z } from "./zod";

export const CENTS_PER_DOLLAR = 100;

/** The API reference shows this text. */
export const CONFIDENTIAL_NOTE = "null without the permission finances:read";

/** Null stays null. */
export const toDollars = (cents: number | null): number | null =>
  cents === null ? null : cents / CENTS_PER_DOLLAR;

/** Null and undefined stay unchanged. */
export const toCents = (dollars: number | null | undefined): number | null | undefined =>
  typeof dollars === "number" ? Math.round(dollars * CENTS_PER_DOLLAR) : dollars;

const isWholeCents = (amount: number): boolean =>
  Math.abs(amount * CENTS_PER_DOLLAR - Math.round(amount * CENTS_PER_DOLLAR)) < 1e-6;

export const requiredDollars = (label: string) =>
  z
    .number({ error: `${label} must be a number` })
    .min(0, `${label} cannot be negative`)
    .max(MAX_PRICE_CENTS / CENTS_PER_DOLLAR, `${label} must be at most $1,000,000`)
    .refine(isWholeCents, { error: `${label} must be in dollars and cents` });

export const dollars = (label: string) =>
  requiredDollars(label).nullish().openapi({ description: "US dollars", example: 1500 });
