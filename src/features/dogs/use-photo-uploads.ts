/** The uploads of one dog as its photo dialog shows them. */
import { useMemo, useSyncExternalStore } from "react";
import { useAction, useMutation } from "convex/react";
import { toast } from "sonner";
import { PhotoUploads, type PhotoUpload, type UploadBackend } from "@/features/dogs/photo-uploads";
import { preparePhoto } from "@/features/dogs/prepare-photo";
import { sendFile } from "@/features/dogs/send-file";
import type { Id } from "../../../convex/_generated/dataModel";
import { MAX_PHOTOS_PER_DOG } from "../../../domain/constants/photos";
import { getErrorData } from "../../../domain/errors";
import { api } from "../../../convex/_generated/api";

/** All uploads of the page; they outlive the dialog they were started in. */
const uploads = new PhotoUploads({ prepare: preparePhoto, send: sendFile });

function reportResult({ added, failedNames }: { added: number; failedNames: readonly string[] }): void {
  if (added > 0) toast.success(added === 1 ? "Photo added" : `${added} photos added`);
  if (failedNames.length > 0) toast.error(`Failed to upload photos: ${failedNames.join(", ")}`);
}

type DogUploads = {
  uploads: readonly PhotoUpload[];
  add: (files: readonly File[]) => void;
  retry: (id: number) => void;
  dismiss: (id: number) => void;
};

/** Returns the dog's uploads and what can be done with them. */
export function usePhotoUploads(dogId: string, photoCount: number): DogUploads {
  const getAddresses = useMutation(api.photos.generateUploadUrls);
  const addPhoto = useAction(api.photos.add);
  const all = useSyncExternalStore(uploads.subscribe, uploads.getSnapshot);
  const backend = useMemo<UploadBackend>(
    () => ({
      getAddresses: async () => await getAddresses({ dogId }),
      addPhoto: async ({ full, preview, thumbnail }) =>
        await addPhoto({
          dogId,
          fullId: full as Id<"_storage">,
          previewId: preview as Id<"_storage">,
          thumbnailId: thumbnail as Id<"_storage">,
        }),
      explain: (error) => getErrorData(error)?.message ?? "The connection was lost.",
      onSettled: reportResult,
    }),
    [getAddresses, addPhoto, dogId],
  );
  return {
    uploads: all.filter((upload) => upload.dogId === dogId),
    add: (files) => uploads.add(dogId, files, MAX_PHOTOS_PER_DOG - photoCount, backend),
    retry: (id) => uploads.retry(id),
    dismiss: (id) => uploads.dismiss(id),
  };
}
