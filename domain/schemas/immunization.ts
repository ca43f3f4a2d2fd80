/**
 * The shape of a dose of vaccine as typed: form, REST and functions parse with these. What its days may be is in
 * domain/health/dose-days.ts. Sources: document 001 section 5, decision GAP-IMM-04.
 */
import { z } from "zod";
import { DOSE_FIELDS } from "../records/dose";
import { changeShape, newShape } from "../records/record";
import { optionalDay, searchFilter } from "./fields";

/** A new dose; an absent next due date is calculated, null or an empty one means that none is due. */
export const newDoseSchema = newShape(DOSE_FIELDS);
export type NewDose = z.output<typeof newDoseSchema>;

/** A change of a dose: what is absent stays, what is null or empty is cleared. */
export const doseChangesSchema = changeShape(DOSE_FIELDS).extend({
  /** True where a typed next due date is to be calculated from now on. */
  isDueAutomatic: z.boolean().optional(),
});
export type DoseChanges = z.output<typeof doseChangesSchema>;

const noDay = (text: string | null | undefined): string | null => text ?? null;

/** The list's filters; an empty one narrows nothing. */
export const doseFiltersSchema = z.object({
  search: searchFilter,
  startDate: optionalDay("Start date").transform(noDay),
  endDate: optionalDay("End date").transform(noDay),
});
export type DoseFilters = z.output<typeof doseFiltersSchema>;
