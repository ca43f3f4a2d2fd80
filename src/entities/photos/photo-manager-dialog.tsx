/**
 * Managing the photos of a dog or puppy: adding, captions, sorting, choosing the primary photo and deleting. Files
 * can be dropped anywhere on the dialog.
 */
import { Suspense, useEffect, useRef, useState, type FormEvent } from "react";
import { useConvex, useMutation } from "convex/react";
import { Camera, Check, ImagePlus, Move, Pencil, Star, Trash2 } from "lucide-react";
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
import { PhotoLightbox } from "@/entities/photos/photo-lightbox";
import { PhotoUploadList } from "@/entities/photos/photo-upload-list";
import { getReadyToPrepare } from "@/entities/photos/prepare-photo";
import { usePhotosOf, type Photo, type PhotoOwner, usePhotoChanges } from "@/entities/photos/photo-owner";
import { addPhotos } from "@/entities/photos/add-photos";
import { countUnderWay, UPLOADS_MESSAGE, useHasPhotoUploads } from "@/entities/photos/use-photo-uploads";
import { useDrop } from "@/components/use-drop";
import { useLast } from "@/hooks/use-last";
import { cn } from "@/lib/utils";
import { PhotoInput, TakePhoto } from "@/entities/photos/photo-input";
import { lateLazy } from "@/lib/ready-lazy";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { PhotoPreview, PrimaryBadge } from "@/entities/photos/photo-preview";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { Textarea } from "@/components/ui/textarea";
import { MAX_CAPTION_LENGTH } from "@domain/photos/rules";

type PhotoCaptionProps = { photo: Photo; kind: PhotoOwner["kind"]; onDone: () => void };

/** The typed text stays if saving fails. */
function PhotoCaption({ photo, kind, onDone }: PhotoCaptionProps) {
  const { setCaption } = usePhotoChanges(kind);
  const [text, setText] = useState(photo.caption ?? "");
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailed(false);
    try {
      await setCaption({ photoId: photo._id, caption: text });
      onDone();
    } catch {
      setFailed(true);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-2">
      <Textarea
        aria-label="Caption"
        rows={2}
        autoFocus
        maxLength={MAX_CAPTION_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey) {
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }
          if (event.key !== "Escape") return;
          // Escape ends the editing without closing the dialog.
          event.nativeEvent.stopImmediatePropagation();
          onDone();
        }}
      />
      {hasFailed ? (
        <p role="alert" className="text-sm text-error">
          Failed to update caption
        </p>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" size="sm" disabled={isBusy}>
          {isBusy ? "Saving..." : "Save"}
        </Button>
        <Button size="sm" variant="outline" disabled={isBusy} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

type PhotoEditorProps = { photo: Photo; owner: PhotoOwner; onView: () => void };

function PhotoEditor({ photo, owner, onView }: PhotoEditorProps) {
  const setPrimary = useMutation(api.dogs.photos.setPrimary);
  const [isEditing, setEditing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const name = photo.caption ?? `Photo of ${owner.name}`;
  const choose = async () => {
    try {
      await setPrimary({ photoId: photo._id });
    } catch (error) {
      toast.error(failureText("Failed to set primary photo", error));
    }
  };
  return (
    <figure className="flex h-full flex-col overflow-hidden rounded-lg border bg-card shadow-page">
      <div className="relative">
        <button type="button" onClick={onView} aria-label={`View ${name}`} className="block w-full">
          <PhotoPreview photo={photo} />
        </button>
        {photo.isPrimary ? <PrimaryBadge /> : null}
      </div>
      <figcaption className="flex flex-1 flex-col gap-2 p-3">
        {isEditing ? (
          <PhotoCaption photo={photo} kind={owner.kind} onDone={() => setEditing(false)} />
        ) : (
          <p className={cn("flex-1 break-words", photo.caption === null && "text-muted-foreground")}>
            {photo.caption ?? "No caption"}
          </p>
        )}
        {isEditing ? null : (
          <div className="flex gap-1">
            {owner.kind === "dog" ? (
              <Button
                variant="ghost"
                size="icon-sm"
                aria-pressed={photo.isPrimary}
                aria-label={photo.isPrimary ? "Primary photo" : "Set as primary photo"}
                title={photo.isPrimary ? "Primary photo" : "Set as primary photo"}
                onClick={() => (photo.isPrimary ? undefined : void choose())}
              >
                <Star aria-hidden className={cn(photo.isPrimary && "fill-current text-brass")} />
              </Button>
            ) : null}
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Edit caption"
              title="Edit caption"
              onClick={() => setEditing(true)}
            >
              <Pencil aria-hidden />
            </Button>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Delete photo"
              title="Delete photo"
              className="ml-auto"
              onClick={() => setAsking(true)}
            >
              <Trash2 aria-hidden />
            </Button>
          </div>
        )}
      </figcaption>
      {isAsking ? <PhotoQuestion photo={photo} kind={owner.kind} onClose={() => setAsking(false)} /> : null}
    </figure>
  );
}

type PhotoQuestionProps = { photo: Photo; kind: PhotoOwner["kind"]; onClose: () => void };

function PhotoQuestion({ photo, kind, onClose }: PhotoQuestionProps) {
  const { remove } = usePhotoChanges(kind);
  return (
    <DeleteQuestion
      recordId={photo._id}
      title="Are you sure you want to delete this photo?"
      remove={async () => await remove({ photoId: photo._id })}
      deletedText="Photo deleted"
      failureOf={() => "Failed to delete photo"}
      onClose={onClose}
    />
  );
}

const PhotoSorter = lateLazy(async () => (await import("@/entities/photos/photo-sorter")).default);

const GRID = "grid gap-4 sm:grid-cols-2 md:grid-cols-3";
/** Sorting needs at least two photos besides the primary photo. */
const MIN_TO_ARRANGE = 3;

type PhotoManagerDialogProps = { owner: PhotoOwner | null; onClose: () => void };

export function PhotoManagerDialog({ owner, onClose }: PhotoManagerDialogProps) {
  // The photos of the last owner stay visible while the dialog closes.
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
