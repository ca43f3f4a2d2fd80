/**
 * Remembers in this tab of the browser which file the server is writing, so that a reload or a look at another
 * screen neither loses the file nor asks for it twice.
 */
import { useState } from "react";
import type { HealthFilters } from "@/features/health/health-address";
import { useIdentity } from "@/identity/identity";
import { attempt } from "@/lib/attempt";
import { HEALTH_RECORD_TYPES } from "@domain/constants/health";
import { HEALTH_EXPORT_FORMATS, HEALTH_EXPORT_KINDS } from "@domain/health/export";

/** A file that is being written. */
export type ExportJob = {
  kind: (typeof HEALTH_EXPORT_KINDS)[number];
  format: (typeof HEALTH_EXPORT_FORMATS)[number];
  /** What it is narrowed by, so that it can be asked for again as it was. */
  filters: HealthFilters;
  exportId: string;
};

/** Whether what was kept is a job. It is read by hand: the screen is open long before any schema is needed. */
function isJob(kept: unknown): kept is ExportJob {
  const { kind, format, filters, exportId } = Object(kept) as Record<string, unknown>;
  const { search, dogId, type, startDate, endDate } = Object(filters) as Record<string, unknown>;
  return (
    HEALTH_EXPORT_KINDS.some((each) => each === kind) &&
    HEALTH_EXPORT_FORMATS.some((each) => each === format) &&
    ["", ...HEALTH_RECORD_TYPES].some((each) => each === type) &&
    [search, dogId, startDate, endDate, exportId].every((text) => typeof text === "string")
  );
}

/** Keeps the file that is on its way in a kennel; null when there is none. */
export function useKeptExport(kennelId: string): [ExportJob | null, (job: ExportJob | null) => void] {
  const email = useIdentity().user?.email ?? "";
  const key = `studbook.health-export.${email}.${kennelId}`;
  const [job, setJob] = useState(() => {
    const kept = attempt((): unknown => JSON.parse(sessionStorage.getItem(key) ?? "null"), null);
    return isJob(kept) ? kept : null;
  });
  const keep = (next: ExportJob | null) => {
    setJob(next);
    attempt(
      () =>
        next === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, JSON.stringify(next)),
      undefined,
    );
  };
  return [job, keep];
}
