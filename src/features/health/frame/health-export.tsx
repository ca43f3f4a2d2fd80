/**
 * Takes the health records, or on their tab the immunizations, that match along as a file. The server writes it; how
 * far it is stands under the button.
 */
import { useEffect, useEffectEvent, useState } from "react";
import { useMutation } from "convex/react";
import { X } from "lucide-react";
import { toast } from "sonner";
import { ExportMenu } from "@/components/export-menu";
import { Button } from "@/components/ui/button";
import { useKeptExport, type ExportJob } from "@/features/health/frame/kept-export";
import type { HealthFilters } from "@/features/health/health-address";
import { toListArgs } from "@/features/health/records/list-args";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { apiUrl } from "@/lib/api-url";
import { saveFrom } from "@/lib/save-file";
import type { HealthExportFormat, HealthExportKind } from "@domain/health/export";
import { api } from "@convex/_generated/api";

const KINDS: Record<HealthExportKind, { title: string; things: string }> = {
  records: { title: "Health Records", things: "records" },
  immunizations: { title: "Immunizations", things: "immunizations" },
};

/** Source: rule HLT-05. */
const failureOf = (format: HealthExportFormat): string => `Failed to export data as ${format.toUpperCase()}.`;

type Asked = Omit<ExportJob, "exportId">;

/** Renders the button with its formats, and the file that is on its way. */
export function HealthExport({ kind, filters }: { kind: HealthExportKind; filters: HealthFilters }) {
  const { kennelId } = useKennel();
  const today = useToday();
  const start = useMutation(api.health.healthExports.start);
  const [job, setJob] = useKeptExport(kennelId);
  const [isStarting, setStarting] = useState(false);
  const isBusy = isStarting || job !== null;
  const begin = async (asked: Asked) => {
    setStarting(true);
    const { filters: narrowed, ...file } = asked;
    try {
      const exportId = await start({ kennelId, ...file, today, ...toListArgs(narrowed) });
      setJob({ ...asked, exportId });
    } catch {
      tellFailure(asked);
    }
    setStarting(false);
  };
  const tellFailure = (asked: Asked) =>
    toast.error(failureOf(asked.format), {
      action: { label: "Try Again", onClick: () => void begin(asked) },
    });
  return (
    <div className="relative">
      <ExportMenu
        isTool
        title={KINDS[kind].title}
        isBusy={isBusy}
        onExport={(format) => void begin({ kind, format, filters })}
      />
      {job ? (
        <ExportProgress key={job.exportId} job={job} onDone={() => setJob(null)} onFailure={tellFailure} />
      ) : null}
    </div>
  );
}

type ExportProgressProps = {
  job: ExportJob;
  onDone: () => void;
  onFailure: (asked: Asked) => void;
};

function ExportProgress({ job, onDone, onFailure }: ExportProgressProps) {
  const { kennelId } = useKennel();
  const discard = useMutation(api.health.healthExports.discard);
  const result = useLiveQuery(api.health.healthExports.get, { kennelId, exportId: job.exportId });
  const finish = useEffectEvent((path: string | null, fileName: string) => {
    if (path === null) onFailure({ kind: job.kind, format: job.format, filters: job.filters });
    else {
      saveFrom(apiUrl(path), fileName);
      toast.success("Data exported successfully");
    }
    onDone();
  });
  const file = result.data;
  const isLost = result.status === "error" || (result.status === "ready" && result.data === null);
  const path = file?.state === "ready" ? file.filePath : null;
  const hasFailed = isLost || file?.state === "failed";
  const fileName = file?.fileName ?? "";
  useEffect(() => {
    if (path !== null) finish(path, fileName);
    else if (hasFailed) finish(null, "");
  }, [path, hasFailed, fileName]);
  const { done = 0, total = 0 } = file ?? {};
  return (
    <div
      role="status"
      className="absolute top-full right-0 z-20 mt-2 flex w-64 flex-col gap-2 rounded-md border bg-popover p-3 text-sm shadow-raised"
    >
      <div className="flex items-center justify-between gap-2">
        <span>
          {total === 0 ? "Preparing the file..." : `${done} of ${total} ${KINDS[job.kind].things} written`}
        </span>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Cancel export"
          className="-my-2 -mr-2"
          onClick={() => {
            void discard({ kennelId, exportId: job.exportId }).catch(() => undefined); // it expires by itself
            onDone();
          }}
        >
          <X aria-hidden />
        </Button>
      </div>
      <progress aria-label="Export" className="h-1.5 w-full" value={done} max={Math.max(total, 1)} />
    </div>
  );
}
