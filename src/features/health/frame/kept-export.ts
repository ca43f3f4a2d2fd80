/**
 * Remembers in this tab of the browser which file the server is writing, so that a reload or a look at another
 * screen neither loses the file nor asks for it twice.
 */
import { useState } from "react";
import { z } from "zod";
import { useIdentity } from "@/identity/identity";
import { attempt } from "@/lib/attempt";
import { HEALTH_RECORD_TYPES } from "@domain/constants/health";
import { HEALTH_EXPORT_FORMATS, HEALTH_EXPORT_KINDS } from "@domain/health/export";

const jobSchema = z.object({
  kind: z.enum(HEALTH_EXPORT_KINDS),
  format: z.enum(HEALTH_EXPORT_FORMATS),
  /** What it is narrowed by, so that it can be asked for again as it was. */
  filters: z.object({
    search: z.string(),
    dogId: z.string(),
    type: z.enum(["", ...HEALTH_RECORD_TYPES]),
    startDate: z.string(),
    endDate: z.string(),
  }),
  exportId: z.string(),
});

/** A file that is being written. */
export type ExportJob = z.infer<typeof jobSchema>;

/** Keeps the file that is on its way in a kennel; null when there is none. */
export function useKeptExport(kennelId: string): [ExportJob | null, (job: ExportJob | null) => void] {
  const email = useIdentity().user?.email ?? "";
  const key = `studbook.health-export.${email}.${kennelId}`;
  const [job, setJob] = useState(() =>
    attempt(() => jobSchema.nullable().parse(JSON.parse(sessionStorage.getItem(key) ?? "null")), null),
  );
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
