/** What functions take and return for booked vaccinations and the schedule made of them and of the doses. */
import { v, type Infer } from "convex/values";
import { SCHEDULE_TABS } from "../../../domain/vaccinations/rules";
import { GIVEN_FIELDS } from "../../../domain/vaccinations/schemas";
import { paginationShape } from "../../platform/model/paging/paging";
import { newArgs } from "../../platform/tables/recordValidators";
import { textOrNull } from "../../platform/tables/shared";
import { doses } from "./immunizations";
import { bookings } from "./scheduledVaccinations";

const optionalText = v.optional(textOrNull);

/** What is typed when a booked vaccination was given; the day is the breeder's today unless it is told. */
export const completionArgs = {
  dateAdministered: optionalText,
  /** Absent it is that of the last dose, or of the common vaccine. */
  vaccineType: optionalText,
  ...newArgs(GIVEN_FIELDS),
};

export const scheduledPageShape = v.object({
  data: v.array(bookings.shape),
  pagination: paginationShape,
});

/** A booking that was completed, with the dose that this made. */
export const completedShape = v.object({
  scheduled: bookings.shape,
  immunization: doses.shape,
});

/** One line of the schedule: the next dose of a vaccine, or a booking. */
export const scheduleEntryShape = v.union(
  v.object({
    kind: v.literal("dose"),
    /** The day it is due; null when nothing more is. */
    dueOn: textOrNull,
    dose: doses.shape,
  }),
  v.object({ kind: v.literal("booking"), dueOn: v.string(), booking: bookings.shape }),
);
export type ScheduleEntry = Infer<typeof scheduleEntryShape>;

export const scheduleTabValidator = v.union(...SCHEDULE_TABS.map((tab) => v.literal(tab)));

/** How many lines each tab of the schedule has. */
export const scheduleCountersShape = v.object({
  overdue: v.number(),
  dueThisMonth: v.number(),
  upcoming: v.number(),
  completed: v.number(),
});
export type ScheduleCounters = Infer<typeof scheduleCountersShape>;

export const schedulePageShape = v.object({
  data: v.array(scheduleEntryShape),
  pagination: paginationShape,
  counters: scheduleCountersShape,
});

/** The puppy schedule of a dog or puppy with a birth date. */
export const puppyScheduleShape = v.object({
  bornOn: v.string(),
  /** Whole weeks. */
  ageWeeks: v.number(),
  /** Past the age up to which the card stands open. */
  isFolded: v.boolean(),
  vaccines: v.array(
    v.object({
      vaccineName: v.string(),
      repeatYears: v.number(),
      /** After how many years the first booster is often asked for; null where that is when it is repeated. */
      firstBoosterYears: v.union(v.number(), v.null()),
      milestones: v.array(
        v.object({
          week: v.number(),
          dueOn: v.string(),
          /** 'Completed', 'Due Now', 'Due/Completed' or 'Upcoming'. */
          label: v.string(),
          /** 'no dose recorded', where that is worth a look. */
          hint: textOrNull,
          /** The day of the dose that counts for it. */
          givenOn: textOrNull,
        }),
      ),
    }),
  ),
});
export type PuppyScheduleAnswer = Infer<typeof puppyScheduleShape>;
