/**
 * A puppy's newest photo on its card, which leads to all of them. Where there is none yet, whoever may write takes the
 * first: with the camera on a phone, else from files. Those of a puppy that has become a dog are the dog's, but for what it
 * had no room for.
 */
import { useRef } from "react";
import { useConvex } from "convex/react";
import { Camera } from "lucide-react";
import { Button } from "@/components/ui/button";
import { photoUrl } from "@/entities/dogs/photo-url";
import { PhotoInput } from "@/entities/photos/photo-input";
import { addPhotos } from "@/entities/photos/add-photos";
import { PuppyPhotos } from "@/features/litters/late-parts";
import type { Portrait, Puppy } from "@/features/litters/types";
import { puppyName } from "@domain/litters/words";
import { PHOTO_EDGES } from "@domain/photos/rules";

type PuppyPortraitProps = {
  puppy: Puppy;
  portrait: Portrait | undefined;
  canWrite: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
};

/** Renders the photo or the camera, and what it opens. */
export function PuppyPortrait({ puppy, portrait, canWrite, isOpen, onOpen }: PuppyPortraitProps) {
  const camera = useRef<HTMLInputElement>(null);
  const client = useConvex();
  const name = puppyName(puppy);
  const owner = { kind: "puppy" as const, id: puppy._id, name };
  const take = () =>
    window.matchMedia("(pointer: coarse)").matches ? camera.current?.click() : onOpen(true);
  return (
    <>
      {portrait ? (
        <button
          type="button"
          aria-label={`Photos of ${name}`}
          disabled={!portrait.hasOwnPhotos}
          className="size-16 shrink-0 overflow-hidden rounded-md border"
          onClick={() => onOpen(true)}
        >
          <img
            src={photoUrl(portrait.thumbnailPath)}
            alt=""
            decoding="async"
            width={PHOTO_EDGES.thumbnail}
            height={PHOTO_EDGES.thumbnail}
            className="size-full bg-muted object-cover"
          />
        </button>
      ) : canWrite && puppy.dogId === null ? (
        <Button
          variant="outline"
          aria-label={`Add a photo of ${name}`}
          className="size-16 shrink-0 border-dashed p-0 text-muted-foreground"
          onClick={take}
        >
          <Camera aria-hidden />
        </Button>
      ) : null}
      <PhotoInput ref={camera} isCamera onFiles={(files) => addPhotos(client, owner, 0, files)} />
      {isOpen ? <PuppyPhotos owner={owner} canWrite={canWrite} onClose={() => onOpen(false)} /> : null}
    </>
  );
}
