/**
 * Each kennel's packed pedigree. A row contains some thousand consecutive places, with the numbers of each field in
 * one array (domain/pedigree/packed.ts). The row of a dog contains its place. model/pedigreeParts.ts writes the
 * parts in the transaction of every change of a dog's relations, so that coefficients are always up to date.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const pedigreeParts = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    index: v.number(),
    /** The places of the parents as 32-bit integers; -1 for an unknown parent. */
    sires: v.bytes(),
    dams: v.bytes(),
    /** Coefficients of inbreeding over the whole known pedigree as doubles; NaN until they are calculated. */
    coefficients: v.bytes(),
    /** Years of birth as 16-bit integers; 0 for an unknown year. */
    years: v.bytes(),
    /** One byte for each place. */
    kinds: v.bytes(),
    /** One byte for each place; absent in rows of earlier versions. */
    flags: v.optional(v.bytes()),
    breeds: v.optional(v.bytes()),
  }).index("by_kennel_and_index", ["kennelId", "index"]),
  { isLarge: true },
);
