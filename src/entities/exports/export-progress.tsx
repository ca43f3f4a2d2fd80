/** An export that is being written: its progress, a button to stop it, and its download when it is ready. */
import { useEffect, useEffectEvent } from "react";
import { useMutation } from "convex/react";
import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useLiveQuery } from "@/hooks/use-live-query";
import { apiUrl } from "@/lib/api-url";
import { saveFrom } from "@/lib/save-file";
import { api } from "@convex/_generated/api";

type ExportProgressProps = {
  exportId: string;
  /** Called once, after the file was saved or the export has failed. */
  onEnd: (isSaved: boolean) => void;
  onCancel: () => void;
};

const PERCENT = 100;

/** Saves the file when it is ready. */
export function ExportProgress({ exportId, onEnd, onCancel }: ExportProgressProps) {
  const discard = useMutation(api.exports.dataExports.discard);
  const result = useLiveQuery(api.exports.dataExports.get, { exportId });
  const file = result.data;
  const isLost = result.status === "error" || (result.status === "ready" && result.data === null);
  const path = file?.state === "ready" ? file.filePath : null;
  const hasFailed = isLost || file?.state === "failed";
  const fileName = file?.fileName ?? "";
  const end = useEffectEvent((readyPath: string | null) => {
    if (readyPath !== null) saveFrom(apiUrl(readyPath), fileName);
    onEnd(readyPath !== null);
  });
  useEffect(() => {
    if (path !== null) end(path);
    else if (hasFailed) end(null);
  }, [path, hasFailed]);
  const { done = 0, total = 1 } = file ?? {};
  const cancel = () => {
    void discard({ exportId }).catch(() => undefined); // the file expires even if this call fails
    onCancel();
  };
  return (
    <div role="status" className="flex items-center gap-3 rounded-md border bg-muted/40 px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="mb-1.5 text-sm">
          {done === 0
            ? "Preparing the file..."
            : `Writing the file... ${Math.round((done / total) * PERCENT)}%`}
        </p>
        <progress aria-label="Export" className="h-1.5 w-full" value={done} max={Math.max(total, 1)} />
      </div>
      <Button variant="ghost" size="icon" aria-label="Cancel export" onClick={cancel}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
