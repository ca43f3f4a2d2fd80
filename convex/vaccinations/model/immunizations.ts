/**
 * Checks, changes and deletes vaccine doses. The same transaction also determines the newest dose of a vaccine and
 * the due dates. Sources: document 001 section 5, decisions GAP-IMM-02 to GAP-IMM-07.
 */
import { v, type Infer } from "convex/values";
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
import type { DoseChanges, NewDose } from "../../../domain/vaccinations/schemas";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordActivity } from "../../platform/model/changes/activities";
import { logHealthActivity } from "../../platform/model/changes/healthActivities";
import { recordKind } from "../../platform/model/changes/recordKind";
import { trustedToday } from "../../platform/model/people/today";
import { dosesOf, insertDose, type DoseValues } from "./doseRows";
import { PatientReader, patientShape } from "./patientShape";
import { findPatient, patientOf, type Patient } from "./patients";
import { storedFields } from "../../platform/tables/recordValidators";
import { textOrNull } from "../../platform/tables/shared";

type Row = Doc<"immunizations">;

const toStored = (
  values: ValuesOf<typeof DOSE_FIELDS>,
  { isDueAutomatic, ...due }: KeptDueDates,
): DoseValues => ({
  ...storedFields(DOSE_FIELDS, { ...values, ...due }),
  vaccineKey: vaccineKeyOf(values.vaccineName),
  isDueAutomatic,
});

export const toDoseValues = (typed: NewDose, { bornOn }: Pick<Patient, "bornOn">): DoseValues =>
  toStored(valuesIn(DOSE_FIELDS, typed), newDueDates({ ...typed, bornOn }, typed));

export const checkDays = (values: DoseValues, today: string): FieldErrors =>
  checkDoseDays(
    {
      dateAdministered: values.dateAdministered,
      nextDueDate: values.nextDueDate ?? null,
      expirationDate: values.expirationDate ?? null,
    },
    today,
  );

/** The result names the form field that shows the message. It is null if the patient can get the dose. */
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

/** Adds no activity; throws VALIDATION_FAILED. */
export async function addDose(
  ctx: MutationCtx,
  patient: Patient,
  values: DoseValues,
  today: string,
): Promise<ImmunizationEntry> {
  await checkDose(ctx, patient, values, today, null);
  return await doses.reread(ctx, await insertDose(ctx, patient, values));
}

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

/** Throws VALIDATION_FAILED if the kennel has no such patient. */
async function patientAfter(ctx: QueryCtx, row: Row, { dogId, puppyId }: TypedPatient): Promise<Patient> {
  const isNamed = Boolean(dogId) || Boolean(puppyId);
  const patient = isNamed ? await findPatient(ctx, { dogId, puppyId }) : await patientOf(ctx, row);
  return patient?.kennelId === row.kennelId
    ? patient
    : fail("VALIDATION_FAILED", { fields: { dogId: "This dog was not found" } });
}

/** Returns a dose and its patient after a change; throws VALIDATION_FAILED. */
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

async function logDose(
  ctx: MutationCtx,
  dose: Row,
  title: "Immunization changed" | "Immunization deleted",
): Promise<void> {
  const patient = await patientOf(ctx, dose);
  await logHealthActivity(ctx, {
    ...{ kennelId: dose.kennelId, dogId: patient?.dogId, title },
    description: patient ? `${dose.vaccineName} for ${patient.name}` : dose.vaccineName,
    ...(title === "Immunization changed" && { record: { table: "immunizations", id: dose._id } }),
  });
}

export const logDoseChange = async (ctx: MutationCtx, dose: Row): Promise<void> =>
  await logDose(ctx, dose, "Immunization changed");

export const doses = recordKind({
  table: "immunizations",
  fields: DOSE_FIELDS,
  args: { today: v.string() },
  changes: {
    /** True if the next due date was entered by hand and must be calculated from now on. */
    isDueAutomatic: v.optional(v.boolean()),
    /** Set if the dose was moved to another animal. */
    dogId: v.optional(textOrNull),
    puppyId: v.optional(textOrNull),
  },
  index: "by_kennel_and_dog_and_date",
  more: {
    shape: {
      ...patientShape,
      expirationDate: textOrNull,
      /** The next due date was calculated from the vaccine and the age. */
      isDueAutomatic: v.boolean(),
      /** Only the patient's newest dose of a vaccine has a due state (decision GAP-IMM-07). */
      isNewest: v.boolean(),
      /** Null for older doses, if no dose is due, and for patients that have left or died. */
      dueOn: textOrNull,
    },
    reader: (ctx) => {
      const patients = new PatientReader(ctx);
      return async (row) => ({
        ...(await patients.describe(row)),
        expirationDate: row.expirationDate ?? row.nextDueDate ?? null,
        isDueAutomatic: row.isDueAutomatic ?? false,
        isNewest: row.isNewest ?? false,
        dueOn: row.dueOn ?? null,
      });
    },
  },
  tell: async (ctx, before, after) => {
    if (after) return await logDoseChange(ctx, after);
    if (before) await logDose(ctx, before, "Immunization deleted");
  },
  // immunizationRecording.ts records new doses: single doses, doses for many patients, and doses of scheduled
  // vaccinations.
  admit: async (ctx, { row, typed, args: { today, isDueAutomatic, ...ids } }) => {
    const { patient, values } = await readyDose(
      ctx,
      row ?? fail("NOT_FOUND"),
      { ...typed, isDueAutomatic },
      { today, ...ids },
    );
    return { ...values, dogId: patient.dogId, puppyId: patient.puppyId };
  },
});

export type ImmunizationEntry = Infer<typeof doses.shape>;
