/** The photos of one dog, to add, caption, put in order, choose the primary one of and delete. Files can be dropped anywhere on it. */
import { lazy, Suspense, useEffect, useRef, useState, type DragEvent } from "react";
import { Camera, Check, ImagePlus, Move } from "lucide-react";
import { toast } from "sonner";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { PhotoEditor } from "@/features/dogs/photos/photo-editor";
import { PhotoLightbox } from "@/features/dogs/photos/photo-lightbox";
import { PhotoUploadList } from "@/features/dogs/photos/photo-upload-list";
import { getReadyToPrepare } from "@/features/dogs/photos/prepare-photo";
import type { Dog, Photo } from "@/features/dogs/types";
import { countUnderWay, useAddPhotos, useHasPhotoUploads } from "@/features/dogs/photos/use-photo-uploads";
import { useLiveQuery } from "@/hooks/use-live-query";
import { cn } from "@/lib/utils";
import { PhotoInput } from "@/features/dogs/photos/photo-input";
import { api } from "@convex/_generated/api";

const PhotoSorter = lazy(async () => await import("@/features/dogs/photos/photo-sorter"));

const GRID = "grid gap-4 sm:grid-cols-2 md:grid-cols-3";
/** Beside the primary photo there are two to put in order. */
const MIN_TO_ARRANGE = 3;

type PhotoManagerDialogProps = { dog: Pick<Dog, "_id" | "name"> | null; onClose: () => void };

/** Renders the dialog while there is a dog to show the photos of. */
export function PhotoManagerDialog({ dog, onClose }: PhotoManagerDialogProps) {
  // The last dog stays in the dialog while it closes.
  const [shown, setShown] = useState(dog);
  if (dog !== null && dog !== shown) setShown(dog);
  const close = () => {
    const left = shown ? countUnderWay(shown._id) : 0;
    if (left > 0) {
      const photos = left === 1 ? "1 photo is" : `${left} photos are`;
      const goOn = left === 1 ? "It continues" : "They continue";
      toast.info(`${photos} still uploading. ${goOn} while this tab stays open.`);
    }
    onClose();
  };
  return (
    <Dialog open={dog !== null} onOpenChange={(isOpen) => (isOpen ? undefined : close())}>
      <DialogContent size="lg">{shown ? <PhotoManager key={shown._id} dog={shown} /> : null}</DialogContent>
    </Dialog>
  );
}

function PhotoManager({ dog }: { dog: Pick<Dog, "_id" | "name"> }) {
  const result = useLiveQuery(api.dogs.photos.list, { dogId: dog._id });
  return (
    <>
      <DialogHeader>
        <DialogTitle className="text-pretty break-words">Photos of {dog.name}</DialogTitle>
        <DialogDescription>JPG, PNG, WEBP, HEIC or HEIF, up to 10 MB each.</DialogDescription>
      </DialogHeader>
      {result.status === "ready" ? (
        <LoadedManager dog={dog} photos={result.data ?? []} />
      ) : (
        <DialogBody>
          {result.status === "error" ? (
            <LoadError message="Failed to load photos" onRetry={result.retry} />
          ) : (
            <div role="status" aria-label="Loading photos" className={GRID}>
              {[0, 1, 2].map((index) => (
                <Skeleton key={index} className="aspect-square" />
              ))}
            </div>
          )}
        </DialogBody>
      )}
    </>
  );
}

/** Takes files that are dropped on an element, and says while some hang above it. */
function useDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}

function LoadedManager({ dog, photos }: { dog: Pick<Dog, "_id" | "name">; photos: readonly Photo[] }) {
  const addPhotos = useAddPhotos();
  const add = (files: readonly File[]) => addPhotos(dog._id, photos.length, files);
  const hasUploads = useHasPhotoUploads(dog._id);
  const input = useRef<HTMLInputElement>(null);
  const { isOver, handlers } = useDrop(add);
  const [viewedId, setViewedId] = useState<string | null>(null);
  const [isArranging, setArranging] = useState(false);
  useEffect(getReadyToPrepare, []);
  const choose = () => input.current?.click();
  const mayArrange = photos.length >= MIN_TO_ARRANGE;
  const list = (
    <ul aria-label="Photos" className={GRID}>
      {photos.map((photo) => (
        <li key={photo._id} className="min-w-0">
          <PhotoEditor photo={photo} dogName={dog.name} onView={() => setViewedId(photo._id)} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <DialogBody
        {...handlers}
        tabIndex={0}
        role="region"
        aria-label="Photos"
        className={cn("flex flex-col gap-5", isOver && "bg-accent outline-2 -outline-offset-4 outline-ring")}
      >
        <PhotoInput ref={input} onFiles={add} />
        <PhotoUploadList dogId={dog._id} />
        {isArranging && mayArrange ? (
          <Suspense fallback={list}>
            <PhotoSorter dogId={dog._id} photos={photos} />
          </Suspense>
        ) : photos.length > 0 ? (
          list
        ) : !hasUploads ? (
          <EmptyState
            icon={<Camera aria-hidden className="size-9 text-brass" />}
            title="No photos yet"
            text="Drop photos here, or choose some. The first becomes the primary photo."
            action={<Button onClick={choose}>Upload First Photo</Button>}
          />
        ) : null}
      </DialogBody>
      <DialogFooter className="items-center justify-between *:flex-none sm:justify-between">
        <p role="status" className="text-muted-foreground">
          {photos.length} photo(s)
        </p>
        <div className="flex flex-wrap gap-2">
          {mayArrange ? (
            <Button
              variant={isArranging ? "default" : "outline"}
              aria-pressed={isArranging}
              onClick={() => setArranging(!isArranging)}
            >
              {isArranging ? <Check aria-hidden /> : <Move aria-hidden />}
              {isArranging ? "Done" : "Arrange"}
            </Button>
          ) : null}
          <Button onClick={choose}>
            <ImagePlus aria-hidden />
            Add Photos
          </Button>
        </div>
      </DialogFooter>
      <PhotoLightbox
        photos={photos}
        dogName={dog.name}
        photoId={viewedId}
        onShow={setViewedId}
        onClose={() => setViewedId(null)}
      />
    </>
  );
}
