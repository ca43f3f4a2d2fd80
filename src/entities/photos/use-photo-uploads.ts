/** The page's uploads for its screens, and the warning before the uploads are lost. */
import { useSyncExternalStore } from "react";
import { isUnderWay, PhotoUploads, type PhotoUpload } from "@/entities/photos/photo-uploads";
import { preparePhoto } from "@/entities/photos/prepare-photo";
import { onOwnerGone, tellLost } from "@/lib/page-owner";
import { sendFile } from "@/lib/send-file";

/** All uploads of the page. They continue after their dialog was closed. */
export const uploads = new PhotoUploads({ prepare: preparePhoto, send: sendFile });

/** Asks the user before they leave the page, because the uploads would be lost. */
function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

uploads.subscribe(() => {
  if (uploads.getSnapshot().some(isUnderWay)) window.addEventListener("beforeunload", warnBeforeLeaving);
  else window.removeEventListener("beforeunload", warnBeforeLeaving);
});

/** The id of the message about running uploads. A newer message replaces it. */
export const UPLOADS_MESSAGE = "photo-uploads";

// The next user of this screen may be somebody else.
onOwnerGone(() => {
  tellLost(uploads.getSnapshot().filter(isUnderWay).length, "photo");
  uploads.clear();
});

/** Returns all running and failed uploads. */
export function useAllPhotoUploads(): readonly PhotoUpload[] {
  return useSyncExternalStore(uploads.subscribe, uploads.getSnapshot);
}

/** Returns whether a dog or puppy has uploads. It does not render again for each step of their progress. */
export function useHasPhotoUploads(ownerId: string): boolean {
  const look = () => uploads.getSnapshot().some((upload) => upload.ownerId === ownerId);
  return useSyncExternalStore(uploads.subscribe, look);
}

/** Returns the number of an owner's running uploads. */
export const countUnderWay = (ownerId: string): number =>
  uploads.getSnapshot().filter((upload) => upload.ownerId === ownerId && isUnderWay(upload)).length;

export const retryUpload = (id: number): void => uploads.retry(id);
export const dismissUpload = (id: number): void => uploads.dismiss(id);
