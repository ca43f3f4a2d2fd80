/** The shape of the health dashboard's numbers and lists. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type HealthDashboard = FunctionReturnType<typeof api.health.healthDashboard.get>;
