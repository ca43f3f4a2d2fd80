/** The tabs of the Health screen in the documents' order, each with what it shows. A tab stands here when it works. */
import type { ReactNode } from "react";
import { DashboardPart } from "@/features/health/dashboard/dashboard-part";
import type { HealthTab } from "@/features/health/health-address";
import { lateLazy } from "@/lib/late-lazy";

const RecordsPart = lateLazy(
  async () => (await import("@/features/health/records/records-part")).RecordsPart,
);
const ImmunizationsPart = lateLazy(
  async () => (await import("@/features/health/immunizations/immunizations-part")).ImmunizationsPart,
);
const SchedulePart = lateLazy(
  async () => (await import("@/features/health/schedule/schedule-part")).SchedulePart,
);
const AlertsPart = lateLazy(async () => (await import("@/features/health/alerts/alerts-part")).AlertsPart);

/** One tab. */
type HealthPart = {
  value: HealthTab;
  label: string;
  content: ReactNode;
  /** Whether the filters narrow what it shows. Source: decision GAP-HLT-08. */
  hasFilters: boolean;
};

const DASHBOARD: HealthPart = {
  ...{ value: "dashboard", label: "Dashboard", content: <DashboardPart />, hasFilters: false },
};

export const HEALTH_PARTS: readonly HealthPart[] = [
  DASHBOARD,
  { value: "records", label: "Health Records", content: <RecordsPart />, hasFilters: true },
  { value: "immunizations", label: "Immunizations", content: <ImmunizationsPart />, hasFilters: true },
  { value: "schedule", label: "Vaccination Schedule", content: <SchedulePart />, hasFilters: false },
  { value: "alerts", label: "Alerts & Reminders", content: <AlertsPart />, hasFilters: false },
];

/** Returns the tab of this name. */
export const partOf = (tab: HealthTab): HealthPart =>
  HEALTH_PARTS.find(({ value }) => value === tab) ?? DASHBOARD;
