/**
 * Checking, changing and deleting doses of vaccine. Each change settles in the same transaction which dose is
 * the newest of its vaccine and what is due. Sources: document 001 section 5, decisions GAP-IMM-02 to GAP-IMM-07.
 */
import { differencesOf } from "../../../domain/history/differences";
import { MAX_DOSES_PER_PATIENT } from "../../../domain/vaccinations/rules";
import { fail, failOnFields, type FieldErrors } from "../../../domain/errors";
import {
  checkDoseDays,
  findLifeObstacle,
  changedDueDates,
  newDueDates,
  wasCalculated,
  type KeptDueDates,
} from "../../../domain/vaccinations/due";
import { vaccineKeyOf } from "../../../domain/vaccinations/vaccines";
import { DOSE_FIELDS } from "../../../domain/vaccinations/record";
import { applyChanges, valuesIn, type ValuesOf } from "../../../domain/records/record";
import { doseChangesSchema, type DoseChanges, type NewDose } from "../../../domain/vaccinations/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { removeRow } from "../../platform/model/changes/removing";
import { settleNow } from "../../changes/follow";
import { recordActivity } from "../../platform/model/changes/activities";
import { logHealthActivity } from "../../platform/model/changes/healthActivities";
import { trustedToday } from "../../platform/model/people/today";
import { dosesOf, insertDose, replaceDose, type DoseValues } from "./doseRows";
import { toImmunizationEntry, type ImmunizationEntry } from "./immunizationShape";
import { PatientReader } from "./patientShape";
import { findPatient, patientOf, type Patient } from "./patients";
import { storedFields } from "../../platform/tables/recordValidators";

type Row = Doc<"immunizations">;

/** Makes the response for a dose. */
export const describeImmunization = async (ctx: QueryCtx, row: Row): Promise<ImmunizationEntry> =>
  await toImmunizationEntry(row, new PatientReader(ctx));

/** Makes the response for a dose just saved. */
async function describeSaved(ctx: QueryCtx, id: Id<"immunizations">): Promise<ImmunizationEntry> {
  return await describeImmunization(ctx, (await ctx.db.get("immunizations", id)) ?? fail("NOT_FOUND"));
}

const toStored = (
  values: ValuesOf<typeof DOSE_FIELDS>,
  { isDueAutomatic, ...due }: KeptDueDates,
): DoseValues => ({
  ...storedFields(DOSE_FIELDS, { ...values, ...due }),
  vaccineKey: vaccineKeyOf(values.vaccineName),
  isDueAutomatic,
});

/** Makes the values that are stored of a new dose of a patient. */
export const toDoseValues = (typed: NewDose, { bornOn }: Pick<Patient, "bornOn">): DoseValues =>
  toStored(valuesIn(DOSE_FIELDS, typed), newDueDates({ ...typed, bornOn }, typed));

/** Says what is wrong with a dose's own days. */
export const checkDays = (values: DoseValues, today: string): FieldErrors =>
  checkDoseDays(
    {
      dateAdministered: values.dateAdministered,
      nextDueDate: values.nextDueDate ?? null,
      expirationDate: values.expirationDate ?? null,
    },
    today,
  );

/** Says why a patient cannot get a dose, by the field at which a single form shows it; null when it can. */
export async function findObstacle(
  ctx: QueryCtx,
  patient: Patient,
  values: DoseValues,
  self: Id<"immunizations"> | null = null,
): Promise<{ field: "dogId" | "dateAdministered"; message: string } | null> {
  const dog = patient.dogId && (await ctx.db.get("dogs", patient.dogId));
  if (dog?.isExternal) {
    return { field: "dogId", message: "Immunizations are recorded only for the kennel's own dogs" };
  }
  const life = findLifeObstacle(values.dateAdministered, patient);
  if (life !== null) return { field: "dateAdministered", message: life };
  const doses = (await dosesOf(ctx, patient.kennelId, patient)).filter(({ _id }) => _id !== self);
  if (doses.length >= MAX_DOSES_PER_PATIENT) {
    return { field: "dogId", message: `A dog may have at most ${MAX_DOSES_PER_PATIENT} immunizations` };
  }
  const isDouble = doses.some(
    ({ vaccineKey, dateAdministered }) =>
      vaccineKey === values.vaccineKey && dateAdministered === values.dateAdministered,
  );
  return isDouble
    ? { field: "dateAdministered", message: `${values.vaccineName} is already recorded for this day` }
    : null;
}

async function checkDose(
  ctx: QueryCtx,
  patient: Patient,
  values: DoseValues,
  today: string,
  self: Id<"immunizations"> | null,
): Promise<void> {
  failOnFields(checkDays(values, today));
  const obstacle = await findObstacle(ctx, patient, values, self);
  if (obstacle) failOnFields({ [obstacle.field]: obstacle.message });
}

/** Records a dose without telling of it; throws VALIDATION_FAILED. */
export async function addDose(
  ctx: MutationCtx,
  patient: Patient,
  values: DoseValues,
  today: string,
): Promise<ImmunizationEntry> {
  await checkDose(ctx, patient, values, today, null);
  const id = await insertDose(ctx, patient, values);
  await settleNow(ctx);
  return await describeSaved(ctx, id);
}

/** Tells of a recorded dose in the activity list. */
export async function logDoseActivity(
  ctx: MutationCtx,
  patient: Patient,
  { _id, vaccineName }: { _id: Id<"immunizations">; vaccineName: string },
): Promise<void> {
  await recordActivity(ctx, patient.kennelId, {
    type: "health_record",
    title: "Immunization recorded",
    description: `${vaccineName} for ${patient.name}`,
    record: { table: "immunizations", id: _id },
    ...(patient.dogId && { dogId: patient.dogId }),
  });
}

function valuesAfter(row: Row, typed: DoseChanges, { bornOn }: Patient): DoseValues {
  const before = valuesIn(DOSE_FIELDS, row);
  const values = applyChanges(DOSE_FIELDS, before, typed);
  const kept = { ...before, isDueAutomatic: row.isDueAutomatic ?? wasCalculated(row) };
  return toStored(values, changedDueDates(kept, { ...values, bornOn }, typed));
}

interface TypedPatient {
  readonly dogId?: string | null;
  readonly puppyId?: string | null;
}

/** Returns who a changed dose is of; throws VALIDATION_FAILED when that is nobody of the kennel. */
async function patientAfter(ctx: QueryCtx, row: Row, { dogId, puppyId }: TypedPatient): Promise<Patient> {
  const isNamed = Boolean(dogId) || Boolean(puppyId);
  const patient = isNamed ? await findPatient(ctx, { dogId, puppyId }) : await patientOf(ctx, row);
  return patient?.kennelId === row.kennelId
    ? patient
    : fail("VALIDATION_FAILED", { fields: { dogId: "This dog was not found" } });
}

/** Returns what a dose would be, and whose, after a change; throws VALIDATION_FAILED. */
export async function readyDose(
  ctx: QueryCtx,
  row: Row,
  typed: DoseChanges,
  { today, ...ids }: { today: string } & TypedPatient,
): Promise<{ patient: Patient; values: DoseValues }> {
  const patient = await patientAfter(ctx, row, ids);
  const values = valuesAfter(row, typed, patient);
  await checkDose(ctx, patient, values, trustedToday(today), row._id);
  return { patient, values };
}

/** Tells that a dose was changed. */
export async function logDoseChange(ctx: MutationCtx, dose: Row): Promise<void> {
  const patient = await patientOf(ctx, dose);
  await logHealthActivity(ctx, {
    ...{ kennelId: dose.kennelId, dogId: dose.dogId, title: "Immunization changed" },
    description: `${dose.vaccineName} for ${patient?.name ?? ""}`,
    record: { table: "immunizations", id: dose._id },
  });
}

/** Changes a dose; throws VALIDATION_FAILED, or STALE_UPDATE when it was saved since `expectedUpdatedAt`. */
export async function updateImmunization(
  ctx: MutationCtx,
  row: Row,
  {
    today,
    expectedUpdatedAt,
    dogId,
    puppyId,
    ...fields
  }: { today: string; expectedUpdatedAt?: number } & TypedPatient,
): Promise<ImmunizationEntry> {
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== row.updatedAt) fail("STALE_UPDATE");
  const typed = parseOrFail(doseChangesSchema, fields);
  const { patient, values } = await readyDose(ctx, row, typed, { today, dogId, puppyId });
  await replaceDose(ctx, row, values, patient);
  await settleNow(ctx);
  const after = { ...row, ...values, dogId: patient.dogId, puppyId: patient.puppyId };
  if (differencesOf("immunizations", row, after).length > 0) await logDoseChange(ctx, after);
  return await describeSaved(ctx, row._id);
}

/** Deletes a dose; the one before it is then the newest again. */
export async function removeImmunization(ctx: MutationCtx, row: Row): Promise<null> {
  const patient = await patientOf(ctx, row);
  await removeRow(ctx, "immunizations", row);
  await logHealthActivity(ctx, {
    ...{ kennelId: row.kennelId, dogId: patient?.dogId, title: "Immunization deleted" },
    description: patient ? `${row.vaccineName} for ${patient.name}` : row.vaccineName,
  });
  return null;
}
