/** All of the kennel's data as a file, in the format that the breeder needs. Sources: SET-09 to SET-12, GAP-SET-05. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Dna, FileArchive, FileBraces, FileSpreadsheet, FileText, Network } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { ExportProgress } from "@/entities/exports/export-progress";
import { useKennel } from "@/hooks/use-kennel";
import { useToday } from "@/hooks/use-today";
import { DATA_EXPORT_LABELS, type DataExportFormat } from "@domain/exports/kinds";
import { api } from "@convex/_generated/api";

const CHOICES = [
  { format: "csv", icon: FileArchive, use: "One table for each kind of record, as a ZIP" },
  { format: "xlsx", icon: FileSpreadsheet, use: "One workbook, a sheet per kind" },
  { format: "pdf", icon: FileText, use: "A document to read and print" },
  { format: "json", icon: FileBraces, use: "With photos and files up to 50 MB, to import again" },
  { format: "gedcom", icon: Network, use: "The pedigree, for pedigree programs" },
  { format: "pedigree", icon: Dna, use: "The pedigree as id, sire, dam, sex, birth, for genetics programs" },
] as const satisfies readonly { format: DataExportFormat; icon: typeof FileText; use: string }[];

const failureOf = (format: DataExportFormat): string =>
  `Failed to export ${DATA_EXPORT_LABELS[format].toUpperCase()} data`;

type Job = { exportId: string; format: DataExportFormat };

/** Renders the card. */
export function ExportCard() {
  const { kennel, kennelId } = useKennel();
  const today = useToday();
  const start = useMutation(api.exports.dataExports.start);
  const [starting, setStarting] = useState<DataExportFormat | null>(null);
  const [job, setJob] = useState<Job | null>(null);
  const tellFailure = (format: DataExportFormat) =>
    toast.error(failureOf(format), { action: { label: "Try Again", onClick: () => void begin(format) } });
  const begin = async (format: DataExportFormat) => {
    setStarting(format);
    try {
      setJob({ exportId: await start({ kennelId, format, today }), format });
    } catch {
      tellFailure(format);
    }
    setStarting(null);
  };
  const end = (isSaved: boolean) => {
    if (job && !isSaved) tellFailure(job.format);
    else if (job) toast.success(`${DATA_EXPORT_LABELS[job.format]} data exported`);
    setJob(null);
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>Export data</CardTitle>
        <CardDescription>
          Everything that is recorded in {kennel.name} and that you may see, with names beside the ids. The
          JSON file can be imported into any kennel with Restore from Backup.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <ul className="grid gap-3 sm:grid-cols-2">
          {CHOICES.map(({ format, icon: Icon, use }) => (
            <li key={format} className="flex flex-col gap-1">
              <Button
                variant="outline"
                className="h-11 justify-start"
                disabled={starting !== null || job !== null}
                onClick={() => void begin(format)}
                aria-describedby={`export-${format}`}
              >
                <Icon aria-hidden />
                Export {DATA_EXPORT_LABELS[format]}
              </Button>
              <span id={`export-${format}`} className="text-sm text-muted-foreground">
                {use}
              </span>
            </li>
          ))}
        </ul>
        {job ? (
          <ExportProgress
            key={job.exportId}
            exportId={job.exportId}
            onEnd={end}
            onCancel={() => setJob(null)}
          />
        ) : null}
      </CardContent>
    </Card>
  );
}
