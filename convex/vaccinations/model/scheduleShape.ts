/**
 * Arguments and results of scheduled vaccinations, and of the schedule, which consists of scheduled vaccinations
 * and due doses.
 */
import { v, type Infer } from "convex/values";
import { SCHEDULE_TABS } from "../../../domain/vaccinations/rules";
import { GIVEN_FIELDS } from "../../../domain/vaccinations/schemas";
import { paginationShape } from "../../platform/model/paging/paging";
import { newArgs } from "../../platform/tables/recordValidators";
import { textOrNull } from "../../platform/tables/shared";
import { doses } from "./immunizations";
import { bookings } from "./scheduledVaccinations";

const optionalText = v.optional(textOrNull);

/** The default date is the user's today. */
export const completionArgs = {
  dateAdministered: optionalText,
  /** The default is the type of the last dose, or the type of the common vaccine. */
  vaccineType: optionalText,
  ...newArgs(GIVEN_FIELDS),
};

export const scheduledPageShape = v.object({
  data: v.array(bookings.shape),
  pagination: paginationShape,
});

/** The dose is included. */
export const completedShape = v.object({
  scheduled: bookings.shape,
  immunization: doses.shape,
});

/** The next dose of a vaccine, or a scheduled vaccination. */
export const scheduleEntryShape = v.union(
  v.object({
    kind: v.literal("dose"),
    /** Null if no further dose is due. */
    dueOn: textOrNull,
    dose: doses.shape,
  }),
  v.object({ kind: v.literal("booking"), dueOn: v.string(), booking: bookings.shape }),
);
export type ScheduleEntry = Infer<typeof scheduleEntryShape>;

export const scheduleTabValidator = v.union(...SCHEDULE_TABS.map((tab) => v.literal(tab)));

export const scheduleCountersShape = v.object({
  overdue: v.number(),
  dueThisMonth: v.number(),
  upcoming: v.number(),
  completed: v.number(),
});
export type ScheduleCounters = Infer<typeof scheduleCountersShape>;

/** Only scheduled vaccinations are counted here. The other lines are due doses. */
export const scheduledCountersShape = scheduleCountersShape.omit("completed");
export type ScheduledCounters = Infer<typeof scheduledCountersShape>;

export const schedulePageShape = v.object({
  data: v.array(scheduleEntryShape),
  pagination: paginationShape,
  counters: scheduleCountersShape,
  scheduled: scheduledCountersShape,
});

/** A dog or puppy without a birth date has no schedule. */
export const puppyScheduleShape = v.object({
  bornOn: v.string(),
  /** Counted in whole weeks. */
  ageWeeks: v.number(),
  /** The patient has passed the age at which the card closes. */
  isFolded: v.boolean(),
  vaccines: v.array(
    v.object({
      vaccineName: v.string(),
      repeatYears: v.number(),
      /** The years until the typical first booster; null if this interval equals the later interval. */
      firstBoosterYears: v.union(v.number(), v.null()),
      milestones: v.array(
        v.object({
          week: v.number(),
          dueOn: v.string(),
          /** 'Completed', 'Due Now', 'Due/Completed' or 'Upcoming'. */
          label: v.string(),
          /** 'no dose recorded', if the user should notice this. */
          hint: textOrNull,
          /** The date of the dose that completes the milestone. */
          givenOn: textOrNull,
        }),
      ),
    }),
  ),
});
export type PuppyScheduleAnswer = Infer<typeof puppyScheduleShape>;
