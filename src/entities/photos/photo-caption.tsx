/** The caption of a photo while it is edited. What was typed stays when saving fails. */
import { useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { usePhotoChanges, type Photo, type PhotoOwner } from "@/entities/photos/photo-owner";
import { MAX_CAPTION_LENGTH } from "@domain/photos/rules";

type PhotoCaptionProps = { photo: Photo; kind: PhotoOwner["kind"]; onDone: () => void };

/** Renders the field with Save and Cancel. */
export function PhotoCaption({ photo, kind, onDone }: PhotoCaptionProps) {
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
          // Escape ends the editing, not the dialog around it.
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
