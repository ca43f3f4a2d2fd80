/** The server queries for lists and files of health records, and their results. Empty filters are left out. */
import type { HealthFilters } from "@/entities/health/health-address";
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export function toListArgs(filters: HealthFilters): Partial<Record<keyof HealthFilters, string>> {
  const trimmed = Object.entries(filters).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ""));
}

export type HealthRecordPage = FunctionReturnType<typeof api.health.healthRecords.list>;
export type HealthRecord = HealthRecordPage["data"][number];
export type Attachment = HealthRecord["attachments"][number];
