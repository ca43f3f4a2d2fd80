/** What must be true of doses of vaccine and of booked vaccinations. */
import { MAX_BOOKING_YEARS } from "../../../domain/constants/vaccines";
import { addYears } from "../../../domain/dates/calendar-days";
import { vaccineKeyOf } from "../../../domain/health/vaccines";
import type { Check, Checks, Fault } from "../../platform/model/checking";
import { openBookingsOf } from "./bookingRows";
import { checkDays, findObstacle } from "./immunizations";
import { patientOf } from "./patients";

const doseAmong: Check<"immunizations">["among"] = async (ctx, dose) => {
  const patient = await patientOf(ctx, dose);
  if (!patient) return {};
  const obstacle = await findObstacle(ctx, patient, dose, dose._id);
  return obstacle ? { vaccineName: obstacle.message } : {};
};

const bookingOwn: Check<"scheduledVaccinations">["own"] = (row, today) => {
  const { status, completedOn, immunizationId, scheduledDate } = row;
  const faults: Record<string, Fault> = {};
  if (scheduledDate > addYears(today, MAX_BOOKING_YEARS)) {
    faults.scheduledDate = `Scheduled date must be within ${MAX_BOOKING_YEARS} years`;
  }
  if (completedOn !== undefined && (status !== "completed" || completedOn > today)) {
    faults.completedOn = "It was not given on that day";
  }
  if (immunizationId !== undefined && status !== "completed") faults.immunizationId = "It was not given";
  return faults;
};

const bookingAmong: Check<"scheduledVaccinations">["among"] = async (ctx, booking) => {
  const patient = await patientOf(ctx, booking);
  if (!patient || booking.status !== "scheduled") return {};
  const { kennelId, dogId, puppyId } = booking;
  const others = await openBookingsOf(ctx, kennelId, dogId === undefined ? { puppyId } : { dogId });
  const isDouble = others.some(
    ({ _id, vaccineKey, scheduledDate }) =>
      _id !== booking._id && vaccineKey === booking.vaccineKey && scheduledDate === booking.scheduledDate,
  );
  return isDouble ? { scheduledDate: `${booking.vaccineName} is already scheduled for this day` } : {};
};

export const vaccinationChecks: Checks = {
  immunizations: {
    own: checkDays,
    derived: ({ vaccineName }) => ({ vaccineKey: vaccineKeyOf(vaccineName) }),
    among: doseAmong,
  },
  scheduledVaccinations: {
    own: bookingOwn,
    derived: ({ vaccineName }) => ({ vaccineKey: vaccineKeyOf(vaccineName) }),
    among: bookingAmong,
  },
};
