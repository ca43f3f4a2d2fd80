/** The photos of one dog or puppy, to add, caption, put in order, choose the primary one of and delete. Files can be dropped anywhere on it. */
import { Suspense, useEffect, useRef, useState } from "react";
import { useConvex } from "convex/react";
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
import { PhotoEditor } from "@/entities/photos/photo-editor";
import { PhotoLightbox } from "@/entities/photos/photo-lightbox";
import { PhotoUploadList } from "@/entities/photos/photo-upload-list";
import { getReadyToPrepare } from "@/entities/photos/prepare-photo";
import { usePhotosOf, type Photo, type PhotoOwner } from "@/entities/photos/photo-owner";
import { addPhotos } from "@/entities/photos/add-photos";
import { countUnderWay, UPLOADS_MESSAGE, useHasPhotoUploads } from "@/entities/photos/use-photo-uploads";
import { useDrop } from "@/components/use-drop";
import { useLast } from "@/hooks/use-last";
import { cn } from "@/lib/utils";
import { PhotoInput, TakePhoto } from "@/entities/photos/photo-input";
import { lateLazy } from "@/lib/late-lazy";

const PhotoSorter = lateLazy(async () => (await import("@/entities/photos/photo-sorter")).default);

const GRID = "grid gap-4 sm:grid-cols-2 md:grid-cols-3";
/** Beside the primary photo there are two to put in order. */
const MIN_TO_ARRANGE = 3;

type PhotoManagerDialogProps = { owner: PhotoOwner | null; onClose: () => void };

/** Renders the dialog while there is somebody to show the photos of. */
export function PhotoManagerDialog({ owner, onClose }: PhotoManagerDialogProps) {
  // The last one stays in the dialog while it closes.
  const shown = useLast(owner);
  const close = () => {
    const left = shown ? countUnderWay(shown.id) : 0;
    if (left > 0) {
      const photos = left === 1 ? "1 photo is" : `${left} photos are`;
      const goOn = left === 1 ? "It continues" : "They continue";
      toast.info(`${photos} still uploading. ${goOn} while this tab stays open.`, { id: UPLOADS_MESSAGE });
    }
    onClose();
  };
  return (
    <Dialog open={owner !== null} onOpenChange={(isOpen) => (isOpen ? undefined : close())}>
      <DialogContent size="lg">{shown ? <PhotoManager key={shown.id} owner={shown} /> : null}</DialogContent>
    </Dialog>
  );
}

function PhotoManager({ owner }: { owner: PhotoOwner }) {
  const result = usePhotosOf(owner);
  return (
    <>
      <DialogHeader>
        <DialogTitle className="text-pretty break-words">Photos of {owner.name}</DialogTitle>
        <DialogDescription>JPG, PNG, WEBP, HEIC or HEIF, up to 10 MB each.</DialogDescription>
      </DialogHeader>
      {result.status === "ready" ? (
        <LoadedManager owner={owner} photos={result.photos} />
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

function LoadedManager({ owner, photos }: { owner: PhotoOwner; photos: readonly Photo[] }) {
  const client = useConvex();
  const add = (files: readonly File[]) => addPhotos(client, owner, photos.length, files);
  const hasUploads = useHasPhotoUploads(owner.id);
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const { isOver, handlers } = useDrop(add);
  const [viewedId, setViewedId] = useState<string | null>(null);
  const [isArranging, setArranging] = useState(false);
  useEffect(getReadyToPrepare, []);
  const choose = () => input.current?.click();
  const hasOrder = owner.kind === "dog";
  const mayArrange = hasOrder && photos.length >= MIN_TO_ARRANGE;
  const list = (
    <ul aria-label="Photos" className={GRID}>
      {photos.map((photo) => (
        <li key={photo._id} className="min-w-0">
          <PhotoEditor photo={photo} owner={owner} onView={() => setViewedId(photo._id)} />
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
        <PhotoInput ref={camera} isCamera onFiles={add} />
        <PhotoUploadList ownerId={owner.id} />
        {isArranging && mayArrange ? (
          <Suspense fallback={list}>
            <PhotoSorter dogId={owner.id} photos={photos} />
          </Suspense>
        ) : photos.length > 0 ? (
          list
        ) : !hasUploads ? (
          <EmptyState
            icon={<Camera aria-hidden className="size-9 text-brass" />}
            title="No photos yet"
            text={`Drop photos here, or choose some.${hasOrder ? " The first becomes the primary photo." : ""}`}
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
          <TakePhoto onClick={() => camera.current?.click()} />
          <Button onClick={choose}>
            <ImagePlus aria-hidden />
            Add Photos
          </Button>
        </div>
      </DialogFooter>
      <PhotoLightbox
        photos={photos}
        name={owner.name}
        photoId={viewedId}
        onShow={setViewedId}
        onClose={() => setViewedId(null)}
      />
    </>
  );
}
