/** Adds photos to the page's uploads: the server calls, and the messages. */
import { createElement } from "react";
import type { ConvexReactClient } from "convex/react";
import { toast } from "sonner";
import type { Setback } from "@/entities/photos/photo-uploads";
import type { PhotoOwner } from "@/entities/photos/photo-owner";
import { PhotoUploadStatus } from "@/entities/photos/photo-upload-status";
import { uploads } from "@/entities/photos/use-photo-uploads";
import { whenConnected } from "@/entities/photos/when-connected";
import { standBesidePages } from "@/lib/beside-pages";
import { failureText } from "@/lib/failure-text";
import type { Id } from "@convex/_generated/dataModel";
import { MAX_PHOTOS_PER_DOG } from "@domain/photos/rules";
import { ERRORS, getErrorData } from "@domain/errors";
import { api } from "@convex/_generated/api";

/** Failed photos stay in the list of uploads. */
function reportAdded(added: number): void {
  if (added > 0) toast.success(added === 1 ? "Photo added" : `${added} photos added`);
}

const SECOND_MS = 1000;

/** A refusal by the server is final; any other failure may be temporary. */
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

/** `photoCount` counts the photos that the dog or puppy already has. */
export function addPhotos(
  client: ConvexReactClient,
  { kind, id }: Pick<PhotoOwner, "kind" | "id">,
  photoCount: number,
  files: readonly File[],
): void {
  standBesidePages(createElement(PhotoUploadStatus));
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
    onSettled: reportAdded,
  });
}
