/**
 * Each kennel's pedigree, packed: some thousand consecutive places in a row, with each field's numbers together
 * (domain/pedigree/packed.ts). A dog's row has its place. Written by model/pedigreeParts.ts in the transaction of
 * every change that relates dogs, so that coefficients are always up to date.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const pedigreeParts = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    index: v.number(),
    /** Places of parents, 32-bit integers; -1 is unknown. */
    sires: v.bytes(),
    dams: v.bytes(),
    /** Coefficients of inbreeding over the whole known pedigree, doubles; NaN until calculated. */
    coefficients: v.bytes(),
    /** Years of birth, 16-bit integers; 0 is unknown. */
    years: v.bytes(),
    /** The kind of dog at each place, bytes. */
    kinds: v.bytes(),
  }).index("by_kennel_and_index", ["kennelId", "index"]),
  { isLarge: true },
);
