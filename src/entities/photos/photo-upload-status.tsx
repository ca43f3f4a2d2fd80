/**
 * A summary of all uploads on every screen: their progress while their dialog is closed, and a retry for failed
 * uploads. It is hidden if there are no uploads, and while a dialog would cover it.
 */
import { CloudUpload, RotateCw, TriangleAlert, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { isUnderWay, type PhotoUpload } from "@/entities/photos/photo-uploads";
import { dismissUpload, retryUpload, useAllPhotoUploads } from "@/entities/photos/use-photo-uploads";
import { useConnectionLost } from "@/hooks/use-connection-lost";

const photos = (count: number): string => (count === 1 ? "1 photo" : `${count} photos`);

function sentence(uploads: readonly PhotoUpload[], isAway: boolean): string {
  const underWay = uploads.filter(isUnderWay);
  if (underWay.length === 0) return "Failed to upload photos";
  if (isAway) return `${photos(underWay.length)} waiting for the connection`;
  const isPaused = underWay.every(({ state }) => state === "paused");
  return isPaused ? `${photos(underWay.length)} waiting to continue` : `Uploading ${photos(underWay.length)}`;
}

export function PhotoUploadStatus() {
  const uploads = useAllPhotoUploads();
  const isAway = useConnectionLost();
  if (uploads.length === 0) return null;
  const underWay = uploads.filter(isUnderWay);
  const failed = uploads.filter(({ state }) => state === "failed");
  const again = uploads.filter(({ canRetry }) => canRetry);
  const done = underWay.reduce((sum, { progress }) => sum + progress, 0) / Math.max(1, underWay.length);
  return (
    <section
      aria-label="Photo uploads"
      data-slot="photo-upload-status"
      className="fixed bottom-4 left-4 z-30 flex max-w-[calc(100vw-6.5rem)] items-center gap-3 rounded-lg border bg-popover py-2 pr-2 pl-3 text-sm text-popover-foreground shadow-page in-[body:has(>[data-slot=dialog-content][data-state=open])]:hidden lg:left-64"
    >
      {underWay.length > 0 ? (
        <CloudUpload aria-hidden className="size-5 shrink-0 text-brass" />
      ) : (
        <TriangleAlert aria-hidden className="size-5 shrink-0 text-error" />
      )}
      <div className="max-h-40 min-w-24 overflow-y-auto">
        <p role="status">{sentence(uploads, isAway)}</p>
        {underWay.length > 0 ? (
          <div
            role="progressbar"
            aria-label="All uploads"
            aria-valuenow={Math.round(done * 100)}
            aria-valuemin={0}
            aria-valuemax={100}
            className="mt-1 h-1 overflow-hidden rounded-full bg-secondary"
          >
            <div className="h-full rounded-full bg-primary" style={{ width: `${done * 100}%` }} />
          </div>
        ) : null}
        {failed.map(({ id, name, problem }) => (
          <p key={id} className="break-words text-error">
            {name}: {problem}
          </p>
        ))}
      </div>
      {again.length > 0 ? (
        <Button size="sm" variant="outline" onClick={() => again.forEach(({ id }) => retryUpload(id))}>
          <RotateCw aria-hidden />
          Try Again
        </Button>
      ) : null}
      {underWay.length === 0 ? (
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label="Dismiss the failed uploads"
          onClick={() => failed.forEach(({ id }) => dismissUpload(id))}
        >
          <X aria-hidden />
        </Button>
      ) : null}
    </section>
  );
}
