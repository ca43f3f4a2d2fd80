/**
 * The registered functions of the vaccination schedule: the tabs with their counts, the puppy schedule, and
 * scheduling, moving, completing and cancelling vaccinations.
 */
import { v } from "convex/values";
import { BOOKING_INCOMPLETE } from "../../domain/vaccinations/rules";
import { kennelQuery } from "../platform/functions";
import { recordFunctions } from "../platform/recordFunctions";
import { bookingMutation, patientMutation, patientQuery } from "./builders";
import { aheadShape, describePuppySchedule, listAhead } from "./model/puppySchedule";
import {
  bookings,
  cancelBooking,
  completeBooking,
  createBooking,
  updateBooking,
} from "./model/scheduledVaccinations";
import {
  completedShape,
  completionArgs,
  puppyScheduleShape,
  scheduledPageShape,
  schedulePageShape,
} from "./model/scheduleShape";
import { bookingListArgs, listBookings, listSchedule, scheduleArgs } from "./model/vaccinationSchedule";

export const { get, editsSince } = recordFunctions(bookings, {
  argument: "scheduledVaccinationId",
  owner: "kennelId",
  area: "health",
});

/** Lists a page of one tab of the schedule, the earliest due first, with the counts of all four tabs. */
export const list = kennelQuery({
  permission: "health:read",
  args: scheduleArgs,
  returns: schedulePageShape,
  handler: async (ctx, args) => await listSchedule(ctx, ctx.access.kennelId, args),
});

/** Returns the puppy schedule of a dog or puppy; null if there is no birth date. */
export const puppySchedule = patientQuery({
  permission: "health:read",
  args: { today: v.string() },
  returns: v.union(puppyScheduleShape, v.null()),
  handler: async (ctx, { today }) => await describePuppySchedule(ctx, ctx.patient, today),
});

/** Lists every future vaccination of a dog or puppy, the earliest first. */
export const ahead = patientQuery({
  permission: "health:read",
  args: { today: v.string() },
  returns: v.array(aheadShape),
  handler: async (ctx, { today }) => await listAhead(ctx, ctx.patient, today),
});

/** Schedules a vaccination and creates its reminder. */
export const schedule = patientMutation({
  permission: "health:write",
  missing: BOOKING_INCOMPLETE,
  args: bookings.newArgs,
  returns: bookings.shape,
  handler: async (ctx, args) => await createBooking(ctx, ctx, args),
});

/** Lists a page of scheduled vaccinations, the earliest first. */
export const listScheduled = kennelQuery({
  permission: "health:read",
  args: bookingListArgs,
  returns: scheduledPageShape,
  handler: async (ctx, args) => await listBookings(ctx, ctx.access.kennelId, args),
});

/** Changes a scheduled vaccination; omitted fields stay unchanged. Null or an empty text clears a field. */
export const update = bookingMutation({
  permission: "health:write",
  args: { ...bookings.changeArgs, expectedUpdatedAt: v.optional(v.number()) },
  returns: bookings.shape,
  handler: async (ctx, args) => await updateBooking(ctx, ctx.booking, args),
});

/** Completes a scheduled vaccination: records the dose with its next due date, and completes the reminder. */
export const complete = bookingMutation({
  permission: "health:write",
  args: { ...completionArgs, today: v.string() },
  returns: completedShape,
  handler: async (ctx, args) => await completeBooking(ctx, ctx, args),
});

/** Cancels a scheduled vaccination and its reminder. */
export const cancel = bookingMutation({
  permission: "health:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await cancelBooking(ctx, ctx),
});
