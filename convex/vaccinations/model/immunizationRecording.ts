/**
 * Records doses in one transaction: a single dose, or one vaccine for many dogs and puppies such as a whole litter.
 * If one of them cannot get the dose, no dose is recorded, and an error is shown beside each animal that cannot get
 * the dose. A recorded dose completes its scheduled vaccination.
 */
import { v, type Infer } from "convex/values";
import { MAX_BATCH_PATIENTS, PATIENT_MISSING } from "../../../domain/vaccinations/rules";
import { fail, failOnFields, type FieldErrors } from "../../../domain/errors";
import { newDoseSchema, type NewDose } from "../../../domain/vaccinations/schemas";
import { fieldErrorsOf, parseOrFail } from "../../../domain/records/parse";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordActivity } from "../../platform/model/changes/activities";
import { trustedToday } from "../../platform/model/people/today";
import { insertDose } from "./doseRows";
import { settleNow } from "../../changes/follow";
import type { Access } from "../../platform/model/people/identity";
import {
  addDose,
  checkDays,
  doses,
  findObstacle,
  logDoseActivity,
  toDoseValues,
  type ImmunizationEntry,
} from "./immunizations";
import { findPatient, type Patient } from "./patients";
import { closeBookingFor } from "./scheduledVaccinations";

/** Throws VALIDATION_FAILED. */
export async function createImmunization(
  ctx: MutationCtx,
  { patient, access }: { patient: Patient; access: Access },
  { today, ...fields }: { today: string },
): Promise<ImmunizationEntry> {
  const day = trustedToday(today);
  const values = toDoseValues(parseOrFail(newDoseSchema, fields), patient);
  const entry = await addDose(ctx, patient, values, day);
  await closeBookingFor(ctx, access, patient, entry, day);
  await logDoseActivity(ctx, patient, entry);
  return entry;
}

export const batchArgs = {
  ...doses.newArgs,
  dogIds: v.array(v.string()),
  puppyIds: v.optional(v.array(v.string())),
};

interface Batch {
  readonly today: string;
  readonly dogIds: readonly string[];
  readonly puppyIds?: readonly string[];
}

/** `field` is the form field for messages about the patient. */
interface Named {
  readonly field: string;
  readonly patient: Patient | null;
}

/** Each patient is found only once, even if both a puppy and the dog that it is recorded as are given. */
async function findNamed(
  ctx: QueryCtx,
  access: Access,
  { dogIds, puppyIds = [] }: Pick<Batch, "dogIds" | "puppyIds">,
): Promise<Named[]> {
  const named = new Map<string, Named>();
  const add = async (field: string, ids: { dogId?: string; puppyId?: string }) => {
    const found = await findPatient(ctx, ids);
    const patient = found?.kennelId === access.kennelId ? found : null;
    const key = patient?.dogId ?? patient?.puppyId ?? field;
    if (!named.has(key)) named.set(key, { field, patient });
  };
  for (const dogId of dogIds) await add(`dogIds.${dogId}`, { dogId });
  for (const puppyId of puppyIds) await add(`puppyIds.${puppyId}`, { puppyId });
  return [...named.values()];
}

function checkCount({ dogIds, puppyIds = [] }: Pick<Batch, "dogIds" | "puppyIds">): FieldErrors {
  const count = dogIds.length + puppyIds.length;
  if (count === 0) return { dogIds: PATIENT_MISSING };
  return count > MAX_BATCH_PATIENTS ? { dogIds: `At most ${MAX_BATCH_PATIENTS} at once` } : {};
}

/** The dose is checked once; throws VALIDATION_FAILED with the errors of the dose and of the patients together. */
function parseDose(fields: object, batch: Batch, today: string): NewDose {
  const parsed = newDoseSchema.safeParse(fields);
  if (!parsed.success) {
    return fail("VALIDATION_FAILED", { fields: { ...checkCount(batch), ...fieldErrorsOf(parsed.error) } });
  }
  const values = toDoseValues(parsed.data, { bornOn: null });
  failOnFields({ ...checkCount(batch), ...checkDays(values, today) });
  return parsed.data;
}

/** Throws VALIDATION_FAILED with a message for each patient that cannot get the dose. */
async function requireFit(ctx: QueryCtx, named: readonly Named[], typed: NewDose): Promise<Patient[]> {
  const errors: FieldErrors = {};
  const fit: Patient[] = [];
  for (const { field, patient } of named) {
    const obstacle = patient
      ? await findObstacle(ctx, patient, toDoseValues(typed, patient))
      : { message: "This dog was not found" };
    if (obstacle) errors[field] = obstacle.message;
    else if (patient) fit.push(patient);
  }
  failOnFields(errors);
  return fit;
}

async function tell(
  ctx: MutationCtx,
  { vaccineName }: NewDose,
  patients: readonly Patient[],
  [firstId]: readonly Id<"immunizations">[],
): Promise<void> {
  const [first] = patients;
  if (!first || !firstId) return;
  if (patients.length === 1) return await logDoseActivity(ctx, first, { _id: firstId, vaccineName });
  await recordActivity(ctx, first.kennelId, {
    type: "health_record",
    title: "Immunizations recorded",
    description: `${vaccineName} for ${patients.length} dogs`,
  });
}

export const birthsShape = v.array(v.object({ bornOn: v.union(v.string(), v.null()) }));

/** Each patient is listed once; null if a birth date is unknown. */
export async function listBirths(
  ctx: QueryCtx,
  access: Access,
  batch: Pick<Batch, "dogIds" | "puppyIds">,
): Promise<Infer<typeof birthsShape>> {
  failOnFields(checkCount(batch));
  const named = await findNamed(ctx, access, batch);
  return named.flatMap(({ patient }) => (patient ? [{ bornOn: patient.bornOn }] : []));
}

/** If it throws VALIDATION_FAILED, no dose is recorded. */
export async function createImmunizations(
  ctx: MutationCtx,
  access: Access,
  { today, dogIds, puppyIds, ...fields }: Batch,
): Promise<ImmunizationEntry[]> {
  const batch = { today, dogIds, puppyIds };
  const day = trustedToday(today);
  const typed = parseDose(fields, batch, day);
  const patients = await requireFit(ctx, await findNamed(ctx, access, batch), typed);
  const ids: Id<"immunizations">[] = [];
  for (const patient of patients) {
    const _id = await insertDose(ctx, patient, toDoseValues(typed, patient));
    ids.push(_id);
    await closeBookingFor(ctx, access, patient, { ...typed, _id }, day);
  }
  await settleNow(ctx);
  await tell(ctx, typed, patients, ids);
  const rows = await Promise.all(ids.map(async (id) => await ctx.db.get("immunizations", id)));
  return await Promise.all(rows.filter((row) => row !== null).map(doses.answering(ctx)));
}
