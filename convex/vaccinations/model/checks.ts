/** Validates vaccine doses and scheduled vaccinations. */
import { MAX_BOOKING_YEARS, MAX_DOSES_PER_PATIENT } from "../../../domain/vaccinations/rules";
import { addYears } from "../../../domain/dates/calendar-days";
import { findLifeObstacle } from "../../../domain/vaccinations/due";
import { vaccineKeyOf } from "../../../domain/vaccinations/vaccines";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  roomOf,
  type Check,
  type Checks,
  type Fault,
  type Faults,
} from "../../platform/model/changes/checking";
import { openBookingsOf } from "./bookingRows";
import { queryDoses } from "./doseRows";
import { checkDays } from "./immunizations";
import { patientOf } from "./patients";

/** Each check would otherwise have to read all doses. */
const dosesOn = async (ctx: QueryCtx, { kennelId, dogId, puppyId, dateAdministered }: Doc<"immunizations">) =>
  await (
    dogId === undefined
      ? ctx.db
          .query("immunizations")
          .withIndex("by_kennel_and_puppy_and_date", (q) =>
            q.eq("kennelId", kennelId).eq("puppyId", puppyId).eq("dateAdministered", dateAdministered),
          )
      : ctx.db
          .query("immunizations")
          .withIndex("by_kennel_and_dog_and_date", (q) =>
            q.eq("kennelId", kennelId).eq("dogId", dogId).eq("dateAdministered", dateAdministered),
          )
  ).take(MAX_DOSES_PER_PATIENT);

/** A row must not refer to a puppy and to a dog that is a different animal. The reference to the dog is kept. */
async function puppyFaults(
  ctx: QueryCtx,
  { dogId, puppyId }: Pick<Doc<"immunizations">, "dogId" | "puppyId">,
): Promise<Faults> {
  const puppy = dogId && puppyId && (await ctx.db.get("puppies", puppyId));
  return puppy && puppy.dogId !== dogId ? { puppyId: "The puppy did not become this dog" } : {};
}

/** Removing an optional field never makes an invalid dose valid. */
const doseAmong: Check<"immunizations">["among"] = async (ctx, dose) => {
  const patient = await patientOf(ctx, dose);
  if (!patient) return {};
  const dog = patient.dogId && (await ctx.db.get("dogs", patient.dogId));
  if (dog?.isExternal) return { vaccineName: "Immunizations are recorded only for the kennel's own dogs" };
  const life = findLifeObstacle(dose.dateAdministered, patient);
  if (life !== null) return { dateAdministered: life };
  const isDouble = (await dosesOn(ctx, dose)).some(
    ({ _id, vaccineKey }) => _id !== dose._id && vaccineKey === dose.vaccineKey,
  );
  return isDouble
    ? { dateAdministered: `${dose.vaccineName} is already recorded for this day` }
    : await puppyFaults(ctx, dose);
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
  if (!patient) return {};
  const faults = await puppyFaults(ctx, booking);
  if (booking.status !== "scheduled") return faults;
  const { kennelId, dogId, puppyId } = booking;
  const others = await openBookingsOf(ctx, kennelId, dogId === undefined ? { puppyId } : { dogId });
  const isDouble = others.some(
    ({ _id, vaccineKey, scheduledDate }) =>
      _id !== booking._id && vaccineKey === booking.vaccineKey && scheduledDate === booking.scheduledDate,
  );
  return isDouble
    ? { ...faults, scheduledDate: `${booking.vaccineName} is already scheduled for this day` }
    : faults;
};

export const vaccinationChecks: Checks = {
  immunizations: {
    own: checkDays,
    derived: ({ vaccineName }) => ({ vaccineKey: vaccineKeyOf(vaccineName) }),
    among: doseAmong,
    returning: roomOf(
      MAX_DOSES_PER_PATIENT,
      ({ dogId, puppyId }) => dogId ?? puppyId,
      (ctx, { kennelId, ...ids }) => queryDoses(ctx, kennelId, ids),
    ),
  },
  scheduledVaccinations: {
    own: bookingOwn,
    derived: ({ vaccineName }) => ({ vaccineKey: vaccineKeyOf(vaccineName) }),
    among: bookingAmong,
  },
};
