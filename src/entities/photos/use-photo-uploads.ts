/** The uploads of the page, for its screens: what is on its way, adding to it, and warning before it is lost. */
import { useSyncExternalStore } from "react";
import type { ConvexReactClient } from "convex/react";
import { toast } from "sonner";
import { isUnderWay, PhotoUploads, type PhotoUpload, type Setback } from "@/entities/photos/photo-uploads";
import type { PhotoOwner } from "@/entities/photos/photo-owner";
import { preparePhoto } from "@/entities/photos/prepare-photo";
import { sendFile } from "@/lib/send-file";
import { whenConnected } from "@/entities/photos/when-connected";
import { failureText } from "@/lib/failure-text";
import type { Id } from "@convex/_generated/dataModel";
import { MAX_PHOTOS_PER_DOG } from "@domain/constants/photos";
import { ERRORS, getErrorData } from "@domain/errors";
import { api } from "@convex/_generated/api";

/** All uploads of the page; they outlive the dialog they were started in. */
const uploads = new PhotoUploads({ prepare: preparePhoto, send: sendFile });

/** Asks before the page is left, because what is on its way would be lost. */
function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

uploads.subscribe(() => {
  if (uploads.getSnapshot().some(isUnderWay)) window.addEventListener("beforeunload", warnBeforeLeaving);
  else window.removeEventListener("beforeunload", warnBeforeLeaving);
});

function reportResult({ added, failedNames }: { added: number; failedNames: readonly string[] }): void {
  if (added > 0) toast.success(added === 1 ? "Photo added" : `${added} photos added`);
  if (failedNames.length > 0) toast.error(`Failed to upload photos: ${failedNames.join(", ")}`);
}

const SECOND_MS = 1000;

/** Says what a failure means: what the server refused stays refused, everything else may pass. */
function explainFailure(error: unknown, kind: PhotoOwner["kind"]): Setback {
  const data = getErrorData(error);
  if (data === null) {
    return { text: "The connection was lost. This photo continues when it is back.", isPassing: true };
  }
  if (data.code === "RATE_LIMITED") {
    const waitMs = (data.details.retryAfterSeconds ?? 1) * SECOND_MS;
    return { text: "Too many photos at once. This one continues in a moment.", isPassing: true, waitMs };
  }
  if (data.code === "NOT_FOUND") {
    return {
      text: `The photo could not be uploaded, or the ${kind} was deleted.`,
      isPassing: false,
      isLost: true,
    };
  }
  if (data.code === "FORBIDDEN" && kind === "puppy") {
    return {
      text: "Not added. You may not change this puppy, or the dog that it has become.",
      isPassing: false,
    };
  }
  return { text: failureText("Not added", error), isPassing: false };
}

/** Returns everything that is on its way or has failed, whoever is on it. */
export function useAllPhotoUploads(): readonly PhotoUpload[] {
  return useSyncExternalStore(uploads.subscribe, uploads.getSnapshot);
}

/** Returns whether a dog or puppy has uploads; the screen around them is not drawn again for each step of their progress. */
export function useHasPhotoUploads(ownerId: string): boolean {
  const look = () => uploads.getSnapshot().some((upload) => upload.ownerId === ownerId);
  return useSyncExternalStore(uploads.subscribe, look);
}

let owner: string | null = null;

/** Names whose uploads these are; another person's, or nobody's, stop and are forgotten. */
export function setUploadsOwner(email: string | null): void {
  if (email === owner) return;
  // What was begun before the owner was told is the owner's: a page begins with nobody's uploads.
  const isAnother = owner !== null;
  owner = email;
  if (isAnother) uploads.clear();
}

/** Counts an owner's uploads that are still under way. */
export const countUnderWay = (ownerId: string): number =>
  uploads.getSnapshot().filter((upload) => upload.ownerId === ownerId && isUnderWay(upload)).length;

export const retryUpload = (id: number): void => uploads.retry(id);
export const dismissUpload = (id: number): void => uploads.dismiss(id);

/** Adds files to a dog or puppy that has some photos already. */
export function addPhotos(
  client: ConvexReactClient,
  { kind, id }: Pick<PhotoOwner, "kind" | "id">,
  photoCount: number,
  files: readonly File[],
): void {
  const isDog = kind === "dog";
  uploads.add(id, files, MAX_PHOTOS_PER_DOG - photoCount, {
    fullText: ERRORS[isDog ? "PHOTO_LIMIT_REACHED" : "PUPPY_PHOTO_LIMIT_REACHED"].message,
    getAddresses: async (bytes) =>
      await (isDog
        ? client.mutation(api.dogs.photos.generateUploadUrls, { dogId: id, bytes })
        : client.mutation(api.litters.puppyPhotos.generateUploadUrls, { puppyId: id, bytes })),
    addPhoto: async ({ full, preview, thumbnail }) => {
      const sent = {
        fullId: full as Id<"_storage">,
        previewId: preview as Id<"_storage">,
        thumbnailId: thumbnail as Id<"_storage">,
      };
      return await (isDog
        ? client.action(api.dogs.photos.add, { dogId: id, ...sent })
        : client.action(api.litters.puppyPhotos.add, { puppyId: id, ...sent }));
    },
    explain: (error) => explainFailure(error, kind),
    whenBack: async (waitMs) => await whenConnected(client, waitMs),
    onSettled: reportResult,
  });
}
