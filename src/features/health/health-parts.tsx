/** The tabs of the Health screen in the documents' order, each with what it shows. A tab stands here when it works. */
import { lazy, type ReactNode } from "react";
import type { HealthTab } from "@/features/health/health-address";

const RecordsPart = lazy(async () => ({
  default: (await import("@/features/health/records/records-part")).RecordsPart,
}));

/** One tab. */
type HealthPart = {
  value: HealthTab;
  label: string;
  content: ReactNode;
  /** Whether the filters narrow what it shows. Source: decision GAP-HLT-08. */
  hasFilters: boolean;
};

export const HEALTH_PARTS: readonly HealthPart[] = [
  { value: "records", label: "Health Records", content: <RecordsPart />, hasFilters: true },
];
