/** The types of heats and the calendar in the server functions' results. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type HeatOverview = FunctionReturnType<typeof api.heats.heats.overview>;
export type Bitch = HeatOverview["unrecorded"][number];
type BreedingEvent = FunctionReturnType<typeof api.heats.heats.calendar>[number];
/** A reminder or a vaccination. */
export type CalendarTask = FunctionReturnType<typeof api.calendar.calendarTasks.list>[number];
export type CalendarEvent = BreedingEvent | CalendarTask;

export const isTask = (event: CalendarEvent): event is CalendarTask => "path" in event;
