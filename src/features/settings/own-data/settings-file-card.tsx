/** Settings as a file: taken out of one place and into another. Source: decision GAP-SET-13. */
import { useState } from "react";
import { useConvex, useMutation } from "convex/react";
import { Download, Upload } from "lucide-react";
import { toast } from "sonner";
import { FileButton } from "@/components/file-button";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";
import { useKennel } from "@/hooks/use-kennel";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { saveFile } from "@/lib/save-file";
import { getErrorData } from "@domain/errors";
import { api } from "@convex/_generated/api";

const NO_FILE = "This is not a settings file";

type Answer = { applied: string[]; ignored: string[] };

/** Reads a JSON file; undefined where it is none. */
async function readJson(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    return undefined;
  }
}

/** Renders the card. */
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

/** Says what was set, and what of the file was not. */
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
