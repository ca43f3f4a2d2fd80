/** The copies of kennels that the breeder deleted, for as long as they are kept. */
import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useLiveQuery } from "@/hooks/use-live-query";
import { localDay } from "../../../domain/dates/calendar-days";
import { formatDay } from "../../../domain/formatting/formatting";
import { api } from "../../../convex/_generated/api";

/** Renders the copies, or nothing while there are none. */
export function RemovedKennels() {
  const backups = useLiveQuery(api.kennels.removedBackups, {});
  if (!backups.data || backups.data.length === 0) return null;
  return (
    <section aria-labelledby="removed-kennels" className="border-t pt-4">
      <h3 id="removed-kennels" className="mb-2 font-semibold">
        Copies of deleted kennels
      </h3>
      <ul className="flex flex-col gap-2">
        {backups.data.map(({ _id, kennelName, expiresAt, url }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-3">
            <span className="min-w-0 break-words">
              {kennelName}
              <span className="text-muted-foreground">
                , kept until {formatDay(localDay(new Date(expiresAt)))}
              </span>
            </span>
            {url ? (
              <Button asChild variant="outline" size="sm">
                <a href={url} download={`${kennelName}.json`}>
                  <Download aria-hidden />
                  Download
                </a>
              </Button>
            ) : (
              <span className="text-sm text-muted-foreground">The copy is being written...</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
