/** The copies of kennels that the user deleted, until the copies expire. */
import { useState } from "react";
import { Download } from "lucide-react";
import { useConvex } from "convex/react";
import { toast } from "@/lib/toast";
import { Button } from "@/components/ui/button";
import { useLiveQuery } from "@/hooks/use-live-query";
import { saveFile } from "@/lib/save-file";
import { localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

/** Renders nothing if there are no copies. */
export function RemovedKennels() {
  const backups = useLiveQuery(api.kennels.kennels.removedBackups, {});
  if (!backups.data || backups.data.length === 0) return null;
  return (
    <section aria-labelledby="removed-kennels" className="border-t pt-4">
      <h3 id="removed-kennels" className="mb-2 font-semibold">
        Copies of deleted kennels
      </h3>
      <ul className="flex flex-col gap-2">
        {backups.data.map(({ _id, kennelName, expiresAt, url, hasPhotos }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-3">
            <span className="min-w-0 break-words">
              {kennelName}
              <span className="text-muted-foreground">
                , kept until {formatDay(localDay(new Date(expiresAt)))}
              </span>
            </span>
            {url && hasPhotos ? (
              <DownloadWithPhotos removalId={_id} kennelName={kennelName} copyUrl={url} />
            ) : url ? (
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

type DownloadProps = { removalId: string; kennelName: string; copyUrl: string };

/** Downloads the copy and its photos as one file. */
function DownloadWithPhotos({ removalId, kennelName, copyUrl }: DownloadProps) {
  const client = useConvex();
  const [photos, setPhotos] = useState<number | null>(null);
  const download = async () => {
    setPhotos(0);
    try {
      // The ZIP writer's code loads only when needed.
      const { zipCopy } = await import("@/features/kennels/download-copy");
      saveFile(await zipCopy(client, { removalId, copyUrl }, setPhotos), `${kennelName}.zip`);
    } catch {
      toast.error("Failed to download the copy");
    } finally {
      setPhotos(null);
    }
  };
  return (
    <Button variant="outline" size="sm" disabled={photos !== null} onClick={() => void download()}>
      <Download aria-hidden />
      {photos === null ? "Download with Photos" : `Fetching photos... ${photos}`}
    </Button>
  );
}
