/** One photo in the photo manager: its picture, badge, star, caption and deletion. */
import { useState } from "react";
import { Pencil, Star, Trash2 } from "lucide-react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { Button } from "@/components/ui/button";
import { PhotoCaption } from "@/entities/photos/photo-caption";
import { PhotoPreview, PrimaryBadge } from "@/entities/photos/photo-preview";
import { usePhotoChanges, type Photo, type PhotoOwner } from "@/entities/photos/photo-owner";
import { failureText } from "@/lib/failure-text";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";

type PhotoEditorProps = { photo: Photo; owner: PhotoOwner; onView: () => void };

/** Renders the photo with its controls. */
export function PhotoEditor({ photo, owner, onView }: PhotoEditorProps) {
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
