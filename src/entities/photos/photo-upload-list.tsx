/** The uploads of photos with their progress. Failed uploads have a retry button. */
import { RotateCw, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { PhotoUpload } from "@/entities/photos/photo-uploads";
import { dismissUpload, retryUpload, useAllPhotoUploads } from "@/entities/photos/use-photo-uploads";
import { useConnectionLost } from "@/hooks/use-connection-lost";
import { cn } from "@/lib/utils";

const words = {
  waiting: "Waiting",
  preparing: "Preparing",
  sending: "Uploading",
  paused: "Paused",
  failed: "",
} as const;

/** Renders nothing without uploads. */
export function PhotoUploadList({ ownerId }: { ownerId: string }) {
  const uploads = useAllPhotoUploads().filter((upload) => upload.ownerId === ownerId);
  const isAway = useConnectionLost();
  if (uploads.length === 0) return null;
  const again = uploads.filter((upload) => upload.canRetry);
  return (
    <section aria-label="Uploads" className="rounded-lg border bg-card">
      {isAway ? (
        <p role="status" className="border-b px-3 py-2 text-sm text-muted-foreground">
          The connection was lost. Uploads continue when it is back.
        </p>
      ) : null}
      <ul className="divide-y">
        {uploads.map((upload) => (
          <li key={upload.id} className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 px-3 py-2">
            <UploadState upload={upload} isAway={isAway} />
            {upload.state === "failed" || upload.state === "paused" ? (
              <>
                {upload.canRetry ? (
                  <Button
                    size="sm"
                    variant="outline"
                    aria-label={`Try Again: ${upload.name}`}
                    onClick={() => retryUpload(upload.id)}
                  >
                    <RotateCw aria-hidden />
                    Try Again
                  </Button>
                ) : null}
                <Button
                  size="icon-sm"
                  variant="ghost"
                  aria-label={`Remove ${upload.name} from the list`}
                  onClick={() => dismissUpload(upload.id)}
                >
                  <X aria-hidden />
                </Button>
              </>
            ) : null}
          </li>
        ))}
      </ul>
      {again.length > 1 ? (
        <div className="border-t px-3 py-2">
          <Button
            size="sm"
            variant="outline"
            onClick={() => {
              for (const { id } of again) retryUpload(id);
            }}
          >
            <RotateCw aria-hidden />
            Try All {again.length} Again
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** Without a connection, the photo waits for the server. */
function stateWords({ state, progress }: PhotoUpload, isAway: boolean): string {
  if (isAway && (state === "waiting" || state === "sending")) return "Waiting for the connection";
  return state === "sending" ? `${words[state]} ${Math.round(progress * 100)}%` : words[state];
}

function UploadState({ upload, isAway }: { upload: PhotoUpload; isAway: boolean }) {
  const percent = Math.round(upload.progress * 100);
  return (
    <div className="min-w-0 flex-1 basis-56">
      <div className="flex items-baseline justify-between gap-3">
        <span className="truncate">{upload.name}</span>
        <span className="shrink-0 text-sm text-muted-foreground">{stateWords(upload, isAway)}</span>
      </div>
      {upload.problem ? (
        <p
          role={upload.state === "failed" ? "alert" : "status"}
          className={cn("text-sm", upload.state === "failed" ? "text-error" : "text-muted-foreground")}
        >
          {upload.problem}
        </p>
      ) : (
        <div
          role="progressbar"
          aria-label={upload.name}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className="mt-1 h-1.5 overflow-hidden rounded-full bg-secondary"
        >
          {/* A transform moves the bar, so that the browser need not calculate the layout for each frame. */}
          <div
            className="h-full rounded-full bg-primary transition-transform"
            style={{ transform: `translateX(${percent - 100}%)` }}
          />
        </div>
      )}
    </div>
  );
}
