/** A dog with all its ancestors as a GEDCOM file, for other pedigree programs. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Network } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { ExportProgress } from "@/entities/exports/export-progress";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";

const FAILURE = "Failed to export the pedigree";

type PedigreeExportProps = { dogId: string; today: string };

/** Renders the button, and how far the file is once it is asked for. */
export function PedigreeExport({ dogId, today }: PedigreeExportProps) {
  const { kennelId, can } = useKennel();
  const start = useMutation(api.exports.dataExports.start);
  const [exportId, setExportId] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);
  if (!can("backups", "read")) return null;
  const begin = async () => {
    setStarting(true);
    try {
      setExportId(await start({ kennelId, format: "gedcom", dogId, today }));
    } catch (error) {
      toast.error(failureText(FAILURE, error));
    }
    setStarting(false);
  };
  const end = (isSaved: boolean) => {
    if (!isSaved) toast.error(FAILURE);
    setExportId(null);
  };
  return (
    <>
      <Button variant="outline" disabled={isStarting || exportId !== null} onClick={() => void begin()}>
        <Network aria-hidden />
        Export GEDCOM
      </Button>
      {exportId === null ? null : (
        <div className="order-last w-full">
          <ExportProgress exportId={exportId} onEnd={end} onCancel={() => setExportId(null)} />
        </div>
      )}
    </>
  );
}
