/**
 * What lists and files of health records ask the server for, and what it returns. Filters that narrow nothing are
 * left out.
 */
import type { HealthFilters } from "@/entities/health/health-address";
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

/** Makes the arguments. */
export function toListArgs(filters: HealthFilters): Partial<Record<keyof HealthFilters, string>> {
  const trimmed = Object.entries(filters).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ""));
}

/** The shapes of health records as the server's functions give them. */
export type HealthRecordPage = FunctionReturnType<typeof api.health.healthRecords.list>;
export type HealthRecord = HealthRecordPage["data"][number];
export type Attachment = HealthRecord["attachments"][number];
