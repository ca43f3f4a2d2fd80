/** Rules for undoing changes of doses and scheduled vaccinations, in addition to the general rules. */
import { BOOKING_FIELDS, DOSE_FIELDS } from "../../../domain/vaccinations/record";
import { namesOf } from "../../../domain/records/record";
import { typedOf, type Revert, type Reverts } from "../../platform/model/changes/reverting";
import { logDoseChange, readyDose } from "./immunizations";
import { checkReopening, logBookingActivity, readyBooking } from "./scheduledVaccinations";

const prepareDose: Revert<"immunizations">["prepare"] = async (ctx, dose, values, { today }) => {
  const [dogId, puppyId] = [values.dogId, values.puppyId].map((id) => (typeof id === "string" ? id : null));
  const typed = typedOf(values, namesOf(DOSE_FIELDS));
  const ready = await readyDose(ctx, dose, typed, { today, dogId, puppyId });
  const { patient } = ready;
  // The puppy may have been recorded as a dog since the change. A date that equals the calculated date becomes a
  // calculated date.
  const { isDueAutomatic } = ready.values;
  return { ...values, dogId: patient.dogId, puppyId: patient.puppyId, isDueAutomatic };
};

/** A canceled scheduled vaccination is open again. A completed one remains completed as long as its dose exists. */
const prepareBooking: Revert<"scheduledVaccinations">["prepare"] = async (ctx, row, values, { today }) => {
  const isClosed = row.status === "completed" ? row.immunizationId === undefined : row.status === "cancelled";
  const isReopened = values.status === "scheduled" && isClosed;
  if (isReopened) await checkReopening(ctx, row, today);
  const { status, completedOn } = isReopened ? { status: "scheduled" as const, completedOn: undefined } : row;
  const typed = typedOf(values, namesOf(BOOKING_FIELDS));
  if (Object.keys(typed).length === 0) return { status, completedOn };
  return { status, completedOn, ...(await readyBooking(ctx, { ...row, status }, { today, ...typed })) };
};

export const vaccinationReverts: Reverts = {
  immunizations: { prepare: prepareDose, tell: logDoseChange },
  scheduledVaccinations: {
    prepare: prepareBooking,
    untold: ["status"],
    tell: async (ctx, saved) => await logBookingActivity(ctx, saved, "Scheduled vaccination changed"),
  },
};
