/** The registered functions of the vaccination schedule. */
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

/** The earliest due line is first. All four tabs are counted. */
export const list = kennelQuery({
  permission: "health:read",
  args: scheduleArgs,
  returns: schedulePageShape,
  handler: async (ctx, args) => await listSchedule(ctx, ctx.access.kennelId, args),
});

/** Returns null if there is no birth date. */
export const puppySchedule = patientQuery({
  permission: "health:read",
  args: { today: v.string() },
  returns: v.union(puppyScheduleShape, v.null()),
  handler: async (ctx, { today }) => await describePuppySchedule(ctx, ctx.patient, today),
});

/** The earliest vaccination is first. */
export const ahead = patientQuery({
  permission: "health:read",
  args: { today: v.string() },
  returns: v.array(aheadShape),
  handler: async (ctx, { today }) => await listAhead(ctx, ctx.patient, today),
});

/** Creates a reminder. */
export const schedule = patientMutation({
  permission: "health:write",
  missing: BOOKING_INCOMPLETE,
  args: bookings.newArgs,
  returns: bookings.shape,
  handler: async (ctx, args) => await createBooking(ctx, ctx, args),
});

/** The earliest vaccination is first. */
export const listScheduled = kennelQuery({
  permission: "health:read",
  args: bookingListArgs,
  returns: scheduledPageShape,
  handler: async (ctx, args) => await listBookings(ctx, ctx.access.kennelId, args),
});

/** Omitted fields stay unchanged. Null or an empty text clears a field. */
export const update = bookingMutation({
  permission: "health:write",
  args: { ...bookings.changeArgs, expectedUpdatedAt: v.optional(v.number()) },
  returns: bookings.shape,
  handler: async (ctx, args) => await updateBooking(ctx, ctx.booking, args),
});

/** Records the dose with its next due date, and completes the reminder. */
export const complete = bookingMutation({
  permission: "health:write",
  args: { ...completionArgs, today: v.string() },
  returns: completedShape,
  handler: async (ctx, args) => await completeBooking(ctx, ctx, args),
});

/** The reminder is also canceled. */
export const cancel = bookingMutation({
  permission: "health:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await cancelBooking(ctx, ctx),
});
