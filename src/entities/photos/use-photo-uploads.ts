/** The page's uploads for its screens, and the warning before the uploads are lost. */
import { useSyncExternalStore } from "react";
import { isUnderWay, PhotoUploads, type PhotoUpload } from "@/entities/photos/photo-uploads";
import { preparePhoto } from "@/entities/photos/prepare-photo";
import { onOwnerGone, tellLost } from "@/lib/page-owner";
import { sendFile } from "@/lib/send-file";

export const uploads = new PhotoUploads({ prepare: preparePhoto, send: sendFile });

/** The uploads would be lost if the user left the page. */
function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

uploads.subscribe(() => {
  if (uploads.getSnapshot().some(isUnderWay)) window.addEventListener("beforeunload", warnBeforeLeaving);
  else window.removeEventListener("beforeunload", warnBeforeLeaving);
});

/** A newer message about running uploads replaces the previous one. */
export const UPLOADS_MESSAGE = "photo-uploads";

// The next user of this screen may be another person.
onOwnerGone(() => {
  tellLost(uploads.getSnapshot().filter(isUnderWay).length, "photo");
  uploads.clear();
});

export function useAllPhotoUploads(): readonly PhotoUpload[] {
  return useSyncExternalStore(uploads.subscribe, uploads.getSnapshot);
}

/** Does not render again for each step of the progress. */
export function useHasPhotoUploads(ownerId: string): boolean {
  const look = () => uploads.getSnapshot().some((upload) => upload.ownerId === ownerId);
  return useSyncExternalStore(uploads.subscribe, look);
}

export const countUnderWay = (ownerId: string): number =>
  uploads.getSnapshot().filter((upload) => upload.ownerId === ownerId && isUnderWay(upload)).length;

export const retryUpload = (id: number): void => uploads.retry(id);
export const dismissUpload = (id: number): void => uploads.dismiss(id);
