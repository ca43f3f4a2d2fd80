/** The shapes of heats and the calendar as the server's functions give them. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type HeatOverview = FunctionReturnType<typeof api.heats.heats.overview>;
export type Bitch = HeatOverview["unrecorded"][number];
export type CalendarEvent = FunctionReturnType<typeof api.heats.heats.calendar>[number];
