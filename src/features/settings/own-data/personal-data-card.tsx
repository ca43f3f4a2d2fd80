/** Everything that Studbook knows about the person, as a package that can be fetched for seven days. Source: GAP-SET-12. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Download, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { apiUrl } from "@/lib/api-url";
import { failureText } from "@/lib/failure-text";
import { localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

const FAILURE = "Failed to export personal data";

/** Renders the card. */
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
