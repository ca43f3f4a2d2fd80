/**
 * Updates that follow from changes. For a patient: its newest doses and due dates, its planned reminders, and
 * whether a puppy's doses and scheduled vaccinations belong to a dog. For a scheduled vaccination: its reminder.
 */
import { MAX_PUPPIES_BORN } from "../../domain/litters/rules";
import { DEFAULT_ADVANCE_DAYS } from "../../domain/reminders/rules";
import { wasCalculated } from "../../domain/vaccinations/due";
import { judgedDayOf } from "../../domain/health/due-state";
import { nextDoseAfter } from "../../domain/vaccinations/next-dose";
import { vaccineKeyOf } from "../../domain/vaccinations/vaccines";
import { DOSE_FIELDS } from "../../domain/vaccinations/record";
import { namesOf } from "../../domain/records/record";
import { planAllVaccinations } from "../../domain/reminders/generated";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { saveChanged, watch, type Settle } from "../changes/describing";
import { causeOf, forgetDismissals } from "../platform/model/people/alertDismissals";
import { makerOf, watchWaiting } from "../reminders/model/plannedReminders";
import { followPlan, hasPlanned } from "../reminders/model/reminderFollowing";
import { sourceOfBooking } from "../reminders/model/reminderRows";
import { dropReminderOf, ensureReminder } from "../reminders/model/reminderSources";
import { bookingsOf, cancelRow, openBookingsOf } from "./model/bookingRows";
import { dosesOf, searchTextOf } from "./model/doseRows";
import { patientOf, type Patient } from "./model/patients";

type Row = Doc<"immunizations">;

/** The limit applies to each patient and status. It is well within a transaction's limit of writes. */
const MAX_MOVED = 2000;

/** When a puppy is recorded as a dog, its doses and scheduled vaccinations are moved to the dog. */
const grownPatients: Settle<"puppies"> = {
  name: "grown patients",
  owners: ["puppies"],
  watches: [
    watch({
      table: "puppies",
      fields: ["dogId"],
      ownerOf: ({ _id, dogId }) => (dogId === undefined ? undefined : _id),
    }),
  ],
  recalculate: async (ctx, { kennelId, _id: puppyId, dogId }) => {
    if (dogId === undefined) return;
    for (const row of await dosesOf(ctx, kennelId, { puppyId })) {
      if (row.dogId !== dogId) await ctx.db.patch("immunizations", row._id, { dogId });
    }
    for (const status of ["scheduled", "completed", "cancelled"] as const) {
      for (const row of await bookingsOf(ctx, kennelId, { puppyId }, status).take(MAX_MOVED)) {
        if (row.dogId !== dogId) await ctx.db.patch("scheduledVaccinations", row._id, { dogId });
      }
    }
  },
};

/** These fields depend on the dose's name and the patient's birth date. */
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
 * The keys of planned doses end in a number of weeks or in `booster`. The keys of requested doses end in a date.
 */
const isPlannedDose = (key: string): boolean => /:(booster|\d{1,3})$/.test(key);

async function planVaccinations(
  ctx: MutationCtx,
  dog: Doc<"dogs">,
  doses: readonly Row[],
  isInKennel: boolean,
): Promise<void> {
  if (!(await hasPlanned(ctx, dog.kennelId, "dog"))) return;
  const [name, dateOfBirth] = [dog.callName ?? dog.name, dog.dateOfBirth ?? null];
  await followPlan(ctx, dog.kennelId, makerOf("dog", dog), () => ({
    before: [],
    now: isInKennel ? planAllVaccinations({ name, dateOfBirth, doses }) : null,
    isOwnKey: isPlannedDose,
  }));
}

/** A patient that was sold or has died has no due doses, and its scheduled vaccinations are canceled. */
export const doses: Settle<"dogs" | "puppies"> = {
  name: "doses",
  owners: ["dogs", "puppies"],
  watches: [
    watch({
      table: "immunizations",
      // All fields except the calculated fields: the vaccine's key, whether the dose is the newest, the due date,
      // and a calculated next date.
      fields: [
        ...namesOf(DOSE_FIELDS).filter((name) => name !== "nextDueDate"),
        "updatedAt",
        "dogId",
        "puppyId",
      ],
      ownerOf: ({ dogId, puppyId }) => dogId ?? puppyId,
    }),
    // A scheduled vaccination that is restored may belong to a patient that has left the kennel since.
    watch({
      table: "scheduledVaccinations",
      fields: ["status", "dogId", "puppyId"],
      ownerOf: ({ status, dogId, puppyId }) => (status === "scheduled" ? (dogId ?? puppyId) : undefined),
    }),
    watch({
      table: "dogs",
      fields: ["name", "callName", "status", "isExternal", "dateOfBirth"],
      isMember: false,
      ownerOf: ({ _id }) => _id,
    }),
    watch({
      table: "puppies",
      fields: ["name", "order", "status", "dogId"],
      isMember: false,
      ownerOf: ({ _id, dogId }) => dogId ?? _id,
    }),
    watch({
      table: "litters",
      fields: ["whelpingDate"],
      isMember: false,
      ownerOf: () => undefined,
      ownersOf: async (ctx, { _id: litterId, kennelId }) => {
        const puppies = await ctx.db
          .query("puppies")
          .withIndex("by_kennel_and_litter_and_order", (q) =>
            q.eq("kennelId", kennelId).eq("litterId", litterId),
          )
          .take(MAX_PUPPIES_BORN);
        return puppies.flatMap(({ _id, dogId }) => (dogId === undefined ? [_id] : []));
      },
    }),
    watchWaiting("dog"),
  ],
  recalculate: async (ctx, owner) => {
    const patient = await patientOf(ctx, "litterId" in owner ? { puppyId: owner._id } : { dogId: owner._id });
    // A puppy that is recorded as a dog is settled together with the dog.
    if (!patient || ("litterId" in owner && owner.dogId !== undefined)) return;
    const seen = new Set<string>();
    const settled: Row[] = [];
    for (const row of await dosesOf(ctx, patient.kennelId, patient)) {
      const derived = derivedOf(row, patient);
      const isNewest = !seen.has(derived.vaccineKey);
      seen.add(derived.vaccineKey);
      const dueOn = isNewest && patient.isInKennel ? judgedDayOf({ ...row, ...derived }) : undefined;
      const changes = { ...derived, isNewest, dueOn, searchText: searchTextOf(row, patient) };
      settled.push({ ...row, ...changes });
      if (row.dueOn !== dueOn) await forgetDismissals(ctx, row.kennelId, causeOf("vaccination", row._id));
      await saveChanged(ctx, "immunizations", row, changes);
    }
    const dog = patient.dogId && (await ctx.db.get("dogs", patient.dogId));
    if (dog) await planVaccinations(ctx, dog, settled, patient.isInKennel);
    if (patient.isInKennel) return;
    for (const row of await openBookingsOf(ctx, patient.kennelId, patient)) await cancelRow(ctx, row);
  },
};

const BOOKED = ["status", "scheduledDate", "vaccineName"] as const;

/**
 * An open scheduled vaccination has a reminder on its date until somebody completes or removes the reminder. If its
 * vaccine changes, it gets a new reminder.
 */
const bookingReminders: Settle<"scheduledVaccinations"> = {
  name: "reminders of bookings",
  owners: ["scheduledVaccinations"],
  isLight: true,
  watches: [
    watch({ table: "scheduledVaccinations", fields: BOOKED, ownerOf: ({ _id }) => _id }),
    watchWaiting("scheduled-vaccination"),
  ],
  recalculate: async (ctx, booking, former) => {
    const { kennelId, status, vaccineName, scheduledDate: dueDate } = booking;
    const [before] = former("scheduledVaccinations", [booking]);
    const source = sourceOfBooking(booking._id);
    const isSame = before && BOOKED.every((name) => before[name] === booking[name]);
    const isOther = before && before.vaccineName !== vaccineName;
    if (isOther || status === "cancelled")
      await dropReminderOf(ctx, kennelId, source, isSame ? ["pending"] : undefined);
    if (isSame) return;
    const patient = status === "scheduled" && (await patientOf(ctx, booking));
    if (!patient) return;
    await ensureReminder(ctx, kennelId, source, {
      title: `${vaccineName} for ${patient.name}`,
      reminderType: "vaccination",
      dueDate,
      ...(patient.dogId ? { dogId: patient.dogId } : { litterId: patient.litterId }),
      notifications: { daysInAdvance: [...DEFAULT_ADVANCE_DAYS] },
    });
  },
  letGo: async (ctx, kennelId, id) =>
    // The id of an owner.
    await dropReminderOf(ctx, kennelId, sourceOfBooking(id as Id<"scheduledVaccinations">)),
};

export const vaccinationSettles: readonly Settle[] = [grownPatients, doses, bookingReminders];
