/**
 * The Photos tab of a dog's page: its photos and, for users who may change the dog, an upload field and a button
 * for the photo manager.
 */
import { useEffect, useRef, useState } from "react";
import { useConvex } from "convex/react";
import { Camera, ImagePlus, Images } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Button } from "@/components/ui/button";
import { addPhotos } from "@/entities/photos/add-photos";
import { PhotoInput } from "@/entities/photos/photo-input";
import { asOwner } from "@/entities/photos/photo-owner";
import { PhotoLightbox } from "@/entities/photos/photo-lightbox";
import { PhotoManagerDialog } from "@/entities/photos/photo-manager-dialog";
import { PhotoUploadList } from "@/entities/photos/photo-upload-list";
import { PhotoPreview, PrimaryBadge } from "@/entities/photos/photo-preview";
import { getReadyToPrepare } from "@/entities/photos/prepare-photo";
import type { Dog, Photo } from "@/entities/dogs/types";
import { useHasPhotoUploads } from "@/entities/photos/use-photo-uploads";
import { cn } from "@/lib/utils";

export function DogPhotos({ dog, canWrite }: { dog: Dog; canWrite: boolean }) {
  const [isManaging, setManaging] = useState(false);
  const [viewedId, setViewedId] = useState<string | null>(null);
  const hasUploads = useHasPhotoUploads(dog._id);
  const client = useConvex();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => (canWrite ? getReadyToPrepare() : undefined), [canWrite]);
  const add = (files: readonly File[]) => addPhotos(client, asOwner(dog), dog.photos.length, files);
  const addButton = (
    <Button onClick={() => input.current?.click()}>
      <ImagePlus aria-hidden />
      Add Photos
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      {canWrite ? <PhotoInput ref={input} onFiles={add} /> : null}
      <PhotoUploadList ownerId={dog._id} />
      {dog.photos.length > 0 ? (
        <>
          {canWrite ? (
            <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
              <Button variant="outline" onClick={() => setManaging(true)}>
                <Images aria-hidden />
                Manage Photos
              </Button>
              {addButton}
            </div>
          ) : null}
          <ul aria-label="Photos" className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4">
            {dog.photos.map((photo) => (
              <li key={photo._id} className="min-w-0">
                <PhotoTile photo={photo} dogName={dog.name} onView={() => setViewedId(photo._id)} />
              </li>
            ))}
          </ul>
        </>
      ) : hasUploads ? null : (
        <EmptyState
          icon={<Camera aria-hidden className="size-9 text-brass" />}
          title="No photos yet"
          text={
            canWrite
              ? "The first photo becomes the primary one"
              : "Photos will appear here when they are added"
          }
          action={canWrite ? addButton : undefined}
        />
      )}
      <PhotoLightbox
        photos={dog.photos}
        name={dog.name}
        photoId={viewedId}
        onShow={setViewedId}
        onClose={() => setViewedId(null)}
      />
      {canWrite ? (
        <PhotoManagerDialog owner={isManaging ? asOwner(dog) : null} onClose={() => setManaging(false)} />
      ) : null}
    </div>
  );
}

function PhotoTile({ photo, dogName, onView }: { photo: Photo; dogName: string; onView: () => void }) {
  return (
    <figure>
      <button
        type="button"
        onClick={onView}
        aria-label={`View ${photo.caption ?? `photo of ${dogName}`}`}
        className="relative block w-full"
      >
        <PhotoPreview photo={photo} className="rounded-md border" />
        {photo.isPrimary ? <PrimaryBadge /> : null}
      </button>
      <figcaption
        className={cn("mt-1 text-sm break-words", photo.caption === null && "text-muted-foreground")}
      >
        {photo.caption ?? "No caption"}
      </figcaption>
    </figure>
  );
}
