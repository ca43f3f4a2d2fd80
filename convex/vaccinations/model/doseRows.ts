/**
 * The doses of one patient as rows, with what is counted of them: reading, inserting, changing and deleting. Which of
 * them is the newest of its vaccine, and when the next one is due, is settled here after every change.
 */
import { MAX_DOSES_PER_PATIENT } from "../../../domain/vaccinations/rules";
import { wasCalculated } from "../../../domain/vaccinations/due";
import { judgedDayOf } from "../../../domain/health/due-state";
import { nextDoseAfter } from "../../../domain/vaccinations/next-dose";
import { vaccineKeyOf } from "../../../domain/vaccinations/vaccines";
import type { DOSE_FIELDS } from "../../../domain/vaccinations/record";
import { foldForSearch } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { causeOf, forgetDismissals } from "../../platform/model/people/alertDismissals";
import { cancelBookingsOf } from "./bookingRows";
import type { PatientIds } from "./patientShape";
import { type Patient } from "./patients";
import { followVaccinations } from "../../reminders/model/plannedReminders";
import { nextVersion } from "../../platform/model/changes/edits";

type Row = Doc<"immunizations">;

/** What is typed of a dose, as it is stored, with what follows from it. */
export type DoseValues = Pick<Row, keyof typeof DOSE_FIELDS | "vaccineKey" | "isDueAutomatic">;

/** What a search for doses looks through: decision GAP-HLT-08, and the numbers on the bottle for a recall. */
const searchTextOf = (dose: DoseValues, { name, callName }: Pick<Patient, "name" | "callName">): string =>
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

/** Reads a patient's doses, the newest first; a dog that was a puppy of the kennel has those too. */
export const dosesOf = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { dogId, puppyId }: PatientIds,
): Promise<Doc<"immunizations">[]> =>
  await (
    dogId === undefined
      ? ctx.db
          .query("immunizations")
          .withIndex("by_kennel_and_puppy_and_date", (q) => q.eq("kennelId", kennelId).eq("puppyId", puppyId))
      : ctx.db
          .query("immunizations")
          .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
  )
    .order("desc")
    .take(MAX_DOSES_PER_PATIENT);

/** Makes what is kept of a dose that follows from its name and the day of birth of who got it. */
function derivedOf(
  row: Row,
  { bornOn }: Patient,
): Pick<Row, "vaccineKey" | "nextDueDate" | "isDueAutomatic"> {
  const isDueAutomatic = row.isDueAutomatic ?? wasCalculated(row);
  return {
    vaccineKey: vaccineKeyOf(row.vaccineName),
    isDueAutomatic,
    nextDueDate: isDueAutomatic ? nextDoseAfter({ ...row, bornOn }).dueOn : row.nextDueDate,
  };
}

/**
 * Settles when the next dose is due after each of a patient's doses and which of them is the newest of its vaccine,
 * after the doses or the patient changed. A patient that is sold or dead has nothing due. The reminders planned from
 * the doses follow.
 */
export async function settleDoses(ctx: MutationCtx, patient: Patient): Promise<void> {
  const seen = new Set<string>();
  const doses: Row[] = [];
  for (const row of await dosesOf(ctx, patient.kennelId, patient)) {
    const derived = derivedOf(row, patient);
    const isNewest = !seen.has(derived.vaccineKey);
    seen.add(derived.vaccineKey);
    const dueOn = isNewest && patient.isInKennel ? judgedDayOf({ ...row, ...derived }) : undefined;
    const changes = { ...derived, isNewest, dueOn, searchText: searchTextOf(row, patient) };
    doses.push({ ...row, ...changes });
    // The names are those of the changes.
    if (Object.entries(changes).every(([name, value]) => row[name as keyof typeof changes] === value))
      continue;
    if (row.dueOn !== dueOn) await forgetDismissals(ctx, row.kennelId, causeOf("vaccination", row._id));
    await ctx.db.patch("immunizations", row._id, changes);
  }
  const dog = patient.dogId && (await ctx.db.get("dogs", patient.dogId));
  if (dog) await followVaccinations(ctx, dog, { readDoses: () => doses, isInKennel: patient.isInKennel });
}

/** Inserts a dose; settling is the caller's matter. */
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

/** Stores a dose's changed values, for another patient if need be; settling is the caller's matter. */
export async function replaceDose(
  ctx: MutationCtx,
  row: Row,
  values: DoseValues,
  { dogId, puppyId }: PatientIds,
): Promise<void> {
  await ctx.db.patch("immunizations", row._id, {
    ...values,
    dogId,
    puppyId,
    updatedAt: nextVersion(row),
  });
}

/** Settles what is due, and cancels what is booked, for a patient that may have left the kennel. */
export async function settlePatient(ctx: MutationCtx, patient: Patient): Promise<void> {
  await settleDoses(ctx, patient);
  if (!patient.isInKennel) await cancelBookingsOf(ctx, patient.kennelId, patient);
}
