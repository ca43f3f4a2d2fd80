/**
 * Reads, inserts and changes the rows of one patient's doses. follows.ts updates the values that depend on them.
 */
import { MAX_DOSES_PER_PATIENT } from "../../../domain/vaccinations/rules";
import type { DOSE_FIELDS } from "../../../domain/vaccinations/record";
import { foldForSearch } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { PatientIds } from "./patientShape";
import { type Patient } from "./patients";

type Row = Doc<"immunizations">;

/** The derived fields are included. */
export type DoseValues = Pick<Row, keyof typeof DOSE_FIELDS | "vaccineKey" | "isDueAutomatic">;

/** Decision GAP-HLT-08. The batch numbers are included, so that a recalled batch can be found. */
export const searchTextOf = (
  dose: DoseValues,
  { name, callName }: Pick<Patient, "name" | "callName">,
): string =>
  foldForSearch(
    [
      name,
      callName,
      dose.vaccineName,
      dose.vaccineType,
      dose.manufacturer,
      dose.batchNumber,
      dose.veterinarianName,
      dose.veterinaryClinic,
    ]
      .filter(Boolean)
      .join(" "),
  );

/**
 * The newest dose is first. For a dog that was a puppy of the kennel, the doses from its time as a puppy are
 * included.
 */
export const queryDoses = (ctx: QueryCtx, kennelId: Id<"kennels">, { dogId, puppyId }: PatientIds) =>
  (dogId === undefined
    ? ctx.db
        .query("immunizations")
        .withIndex("by_kennel_and_puppy_and_date", (q) => q.eq("kennelId", kennelId).eq("puppyId", puppyId))
    : ctx.db
        .query("immunizations")
        .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
  ).order("desc");

/** The newest dose is first. */
export const dosesOf = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  ids: PatientIds,
): Promise<Doc<"immunizations">[]> => await queryDoses(ctx, kennelId, ids).take(MAX_DOSES_PER_PATIENT);

export async function insertDose(
  ctx: MutationCtx,
  patient: Patient,
  values: DoseValues,
): Promise<Id<"immunizations">> {
  const { kennelId, dogId, puppyId } = patient;
  return await ctx.db.insert("immunizations", {
    kennelId,
    dogId,
    puppyId,
    ...values,
    searchText: searchTextOf(values, patient),
    updatedAt: Date.now(),
  });
}
