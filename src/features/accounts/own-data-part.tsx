/** The user's own data: exports, the package of personal data, settings as a file, and deleting the account. */
import { useState } from "react";
import { useConvex, useMutation } from "convex/react";
import {
  Dna,
  Download,
  FileArchive,
  FileBraces,
  FileSpreadsheet,
  FileText,
  Network,
  Trash2,
  Upload,
} from "lucide-react";
import { toast } from "sonner";
import { FileButton } from "@/components/file-button";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";
import { ExportProgress } from "@/entities/exports/export-progress";
import { DeleteAccountCard } from "@/features/accounts/delete-account-card";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { apiUrl } from "@/lib/api-url";
import { failureText } from "@/lib/failure-text";
import { saveFile } from "@/lib/save-file";
import { api } from "@convex/_generated/api";
import { localDay } from "@domain/dates/calendar-days";
import { getErrorData } from "@domain/errors";
import { DATA_EXPORT_LABELS, type DataExportFormat } from "@domain/exports/kinds";
import { formatDay } from "@domain/formatting/formatting";

export function OwnDataPart() {
  const { can } = useKennel();
  return (
    <>
      {can("backups", "read") ? <ExportCard /> : null}
      <PersonalDataCard />
      <SettingsFileCard />
      <DeleteAccountCard />
    </>
  );
}

const CHOICES = [
  { format: "csv", icon: FileArchive, use: "One table for each kind of record, as a ZIP" },
  { format: "xlsx", icon: FileSpreadsheet, use: "One workbook, a sheet per kind" },
  { format: "pdf", icon: FileText, use: "A document to read and print" },
  { format: "json", icon: FileBraces, use: "Everything, to import again (photos and files up to 50 MB)" },
  { format: "gedcom", icon: Network, use: "Pedigree as GEDCOM, for other kennel and family tree programs" },
  {
    format: "pedigree",
    icon: Dna,
    use: "Pedigree as a plain list (id, sire, dam, sex, birth), for genetics programs",
  },
] as const satisfies readonly { format: DataExportFormat; icon: typeof FileText; use: string }[];

const failureOf = (format: DataExportFormat): string =>
  `Failed to export ${DATA_EXPORT_LABELS[format].toUpperCase()} data`;

type Job = { exportId: string; format: DataExportFormat };

/** Sources: SET-09 to SET-12, GAP-SET-05. */
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

const FAILURE = "Failed to export personal data";

/**
 * Everything that Studbook stores about the person. The package can be downloaded for seven days. Source:
 * GAP-SET-12.
 */
export function PersonalDataCard() {
  const today = useToday();
  const start = useMutation(api.exports.dataExports.startPersonal);
  const packages = useLiveQuery(api.exports.dataExports.listPersonal, {});
  const [isStarting, setStarting] = useState(false);
  const isWriting = packages.data?.some(({ state }) => state === "writing") ?? false;
  const begin = async () => {
    setStarting(true);
    try {
      await start({ format: "zip", today });
    } catch (error) {
      toast.error(failureText(FAILURE, error));
    }
    setStarting(false);
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>Your personal data</CardTitle>
        <CardDescription>
          Your profile and picture, settings, sign-ins, devices, API keys, memberships, what you did and what
          was sent to you, with all the data of the kennels that you own. It is ready within minutes and can
          be downloaded for 7 days.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <div>
          <Button variant="outline" disabled={isStarting || isWriting} onClick={() => void begin()}>
            <Download aria-hidden />
            {isWriting ? "Preparing..." : "Request My Data"}
          </Button>
        </div>
        {packages.data && packages.data.length > 0 ? (
          <ul className="flex flex-col divide-y border-t">
            {packages.data.map((each) => (
              <PackageRow key={each._id} {...each} />
            ))}
          </ul>
        ) : null}
      </CardContent>
    </Card>
  );
}

type PackageRowProps = {
  _id: string;
  state: "writing" | "ready" | "failed";
  done: number;
  total: number;
  fileName: string;
  filePath: string | null;
  startedAt: number;
  expiresAt: number;
};

const dayOf = (instant: number): string => formatDay(localDay(new Date(instant)));

function PackageRow({ _id, state, done, total, fileName, filePath, startedAt, expiresAt }: PackageRowProps) {
  const discard = useMutation(api.exports.dataExports.discard);
  const remove = async () => {
    try {
      await discard({ exportId: _id });
    } catch (error) {
      toast.error(failureText("Failed to delete the package", error));
    }
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="break-words">{state === "failed" ? "The package could not be created" : fileName}</p>
        <p className="text-sm text-muted-foreground">
          Requested on {dayOf(startedAt)}
          {state === "ready" ? `, kept until ${dayOf(expiresAt)}` : ""}
        </p>
        {state === "writing" ? (
          <progress
            aria-label="Your data"
            className="mt-2 h-1.5 w-full max-w-64"
            value={done}
            max={Math.max(1, total)}
          />
        ) : null}
      </div>
      <div className="flex gap-2">
        {filePath === null ? null : (
          <Button asChild variant="outline">
            <a href={apiUrl(filePath)} download={fileName}>
              <Download aria-hidden />
              Download
            </a>
          </Button>
        )}
        <Button
          variant="ghost"
          size="icon"
          aria-label={state === "writing" ? "Stop the package" : "Delete the package"}
          onClick={() => void remove()}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    </li>
  );
}

const NO_FILE = "This is not a settings file";

type Answer = { applied: string[]; ignored: string[] };

/** Undefined if the file is invalid. */
async function readJson(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    return undefined;
  }
}

/** Source: decision GAP-SET-13. */
export function SettingsFileCard() {
  const { kennelId, kennel, can } = useKennel();
  const client = useConvex();
  const today = useToday();
  const apply = useMutation(api.accounts.settingsFiles.apply);
  const [withKennel, setWithKennel] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const scope = withKennel ? { kennelId } : {};
  const save = async () => {
    setBusy(true);
    try {
      const file = await client.query(api.accounts.settingsFiles.read, scope);
      const blob = new Blob([JSON.stringify(file, null, 2)], { type: "application/json" });
      saveFile(blob, `studbook-settings-${today}.json`);
    } catch (error) {
      toast.error(failureText("Failed to export settings", error));
    }
    setBusy(false);
  };
  const load = async (chosen: File) => {
    setBusy(true);
    setAnswer(null);
    try {
      const file = await readJson(chosen);
      if (file === undefined) toast.error(NO_FILE);
      else {
        setAnswer(await apply({ ...scope, file }));
        toast.success("Settings imported");
      }
    } catch (error) {
      const message = Object.values(getErrorData(error)?.details.fields ?? {})[0];
      toast.error(message ?? failureText("Failed to import settings", error));
    }
    setBusy(false);
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>Settings as a file</CardTitle>
        <CardDescription>Your notification and other settings, to keep or to use elsewhere.</CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        {can("settings", "write") ? (
          <div className="flex items-center gap-3">
            <Switch id="settings-with-kennel" checked={withKennel} onCheckedChange={setWithKennel} />
            <Label htmlFor="settings-with-kennel">With the details of {kennel.name}</Label>
          </div>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" disabled={isBusy} onClick={() => void save()}>
            <Download aria-hidden />
            Export Settings
          </Button>
          <FileButton
            label="Settings file"
            accept="application/json,.json"
            disabled={isBusy}
            onFiles={([file]) => (file ? void load(file) : undefined)}
          >
            <Upload aria-hidden />
            Import Settings
          </FileButton>
        </div>
        {answer ? <ImportAnswer {...answer} /> : null}
      </CardContent>
    </Card>
  );
}

/** Also names the skipped entries of the file. */
function ImportAnswer({ applied, ignored }: Answer) {
  return (
    <div role="status" className="rounded-md border bg-muted/40 px-4 py-3 text-sm">
      <p>{applied.length === 1 ? "1 setting was imported." : `${applied.length} settings were imported.`}</p>
      {ignored.length > 0 ? (
        <p className="mt-1 break-words">Not recognized and skipped: {ignored.join(", ")}</p>
      ) : null}
    </div>
  );
}
