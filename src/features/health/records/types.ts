/** The shapes of health records as the server's functions give them. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "@convex/_generated/api";

export type HealthRecordPage = FunctionReturnType<typeof api.health.healthRecords.list>;
export type HealthRecord = HealthRecordPage["data"][number];
export type Attachment = HealthRecord["attachments"][number];
