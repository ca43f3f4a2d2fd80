/**
 * A photo in the size of the window. Arrow keys, Home and End, and a horizontal swipe show other photos; Escape
 * closes.
 */
import { type KeyboardEvent, useRef, type PointerEvent } from "react";
import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { photoUrl } from "@/entities/dogs/photo-url";
import type { Photo } from "@/entities/photos/photo-owner";
import { useLast } from "@/hooks/use-last";

/** The shortest swipe that counts, in pixels. */
const MIN_DISTANCE = 40;

/**
 * Ignores pinching and scrolling. The element needs the class `touch-pan-y`, because otherwise the browser pans.
 */
function useSwipe({ onLeft, onRight }: { onLeft: () => void; onRight: () => void }) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const forget = () => {
    start.current = null;
  };
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      const isZoomed = (window.visualViewport?.scale ?? 1) > 1;
      // A second finger means a pinch.
      start.current = pointerType === "touch" && isPrimary && !isZoomed ? { x, y } : null;
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!start.current) return;
      const [across, down] = [clientX - start.current.x, clientY - start.current.y];
      forget();
      if (Math.abs(across) < MIN_DISTANCE || Math.abs(across) < 2 * Math.abs(down)) return;
      if (across < 0) onLeft();
      else onRight();
    },
    onPointerCancel: forget,
  };
}

type PhotoLightboxProps = {
  photos: readonly Photo[];
  name: string;
  photoId: string | null;
  onShow: (photoId: string) => void;
  onClose: () => void;
};

/** Null for a key that shows no other photo. */
function keyTarget(key: string, index: number, count: number): number | null {
  switch (key) {
    case "ArrowLeft":
      return (index + count - 1) % count;
    case "ArrowRight":
      return (index + 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** The dialog closes when the photo is deleted. */
export function PhotoLightbox({ photos, name, photoId, onShow, onClose }: PhotoLightboxProps) {
  const index = photos.findIndex((photo) => photo._id === photoId);
  const photo = photos[index];
  // The last photo stays visible while the dialog closes.
  const shown = useLast(photo);
  const show = (target: number | null) => {
    const next = target === null ? undefined : photos[target];
    if (next) onShow(next._id);
  };
  const move = (event: KeyboardEvent) => {
    const target = keyTarget(event.key, index, photos.length);
    if (target === null) return;
    event.preventDefault();
    show(target);
  };
  const showPrevious = () => show(keyTarget("ArrowLeft", index, photos.length));
  const showNext = () => show(keyTarget("ArrowRight", index, photos.length));
  const swipe = useSwipe({ onLeft: showNext, onRight: showPrevious });
  const title = shown?.caption ?? `Photo of ${name}`;
  return (
    <Dialog open={photo !== undefined} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        aria-describedby={undefined}
        onKeyDown={move}
        className="h-[94dvh] sm:h-[92dvh] sm:max-h-[92dvh] sm:max-w-[min(96vw,90rem)]"
      >
        {shown ? (
          <>
            <DialogTitle className="min-h-14 shrink-0 border-b px-5 py-3.5 pr-16 text-lg break-words">
              {title}
            </DialogTitle>
            <div
              {...swipe}
              className="flex min-h-0 flex-1 touch-pan-y touch-pinch-zoom items-center justify-center bg-muted p-2"
            >
              <img
                key={shown._id}
                src={photoUrl(shown.filePath)}
                alt={title}
                draggable={false}
                className="max-h-full max-w-full object-contain"
                style={{
                  backgroundImage: `url("${photoUrl(shown.thumbnailPath)}")`,
                  backgroundSize: "cover",
                }}
              />
            </div>
            <Neighbours photos={photos} index={index} />
            <div className="flex shrink-0 items-center justify-between gap-3 border-t px-4 py-2.5">
              <TurnButton
                label="Previous photo"
                icon={ChevronLeft}
                isDisabled={photos.length < 2}
                onClick={showPrevious}
              />
              <p role="status" className="text-muted-foreground">
                {Math.max(index, 0) + 1} of {photos.length}
              </p>
              <TurnButton
                label="Next photo"
                icon={ChevronRight}
                isDisabled={photos.length < 2}
                onClick={showNext}
              />
            </div>
          </>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

type TurnButtonProps = { label: string; icon: LucideIcon; isDisabled: boolean; onClick: () => void };

function TurnButton({ label, icon: Icon, isDisabled, onClick }: TurnButtonProps) {
  return (
    <Button variant="outline" size="icon" aria-label={label} disabled={isDisabled} onClick={onClick}>
      <Icon aria-hidden />
    </Button>
  );
}

/** Loads the previous and the next photo in advance. */
function Neighbours({ photos, index }: { photos: readonly Photo[]; index: number }) {
  const beside = [photos[index - 1], photos[index + 1]].filter((photo) => photo !== undefined);
  return beside.map((photo) => (
    <link key={photo._id} rel="prefetch" as="image" href={photoUrl(photo.filePath)} />
  ));
}
