/** The types of the schedule in the server functions' results. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type SchedulePage = FunctionReturnType<typeof api.vaccinations.vaccinationSchedule.list>;
export type ScheduleEntry = SchedulePage["data"][number];
export type Booking = Extract<ScheduleEntry, { kind: "booking" }>["booking"];
export type PuppySchedule = NonNullable<
  FunctionReturnType<typeof api.vaccinations.vaccinationSchedule.puppySchedule>
>;
