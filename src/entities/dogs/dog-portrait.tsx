/** The dog's primary photo. If there is no photo, or the photo cannot be loaded, shows the dog's mark. */
import { useState } from "react";
import { DogMark } from "@/entities/dogs/dog-mark";
import { photoUrl } from "@/entities/dogs/photo-url";
import { cn } from "@/lib/utils";
import { PHOTO_EDGES } from "@domain/photos/rules";

type PortraitDog = {
  _id: string;
  name: string;
  callName?: string | null;
  photos: readonly { isPrimary: boolean; thumbnailPath: string }[];
};

type DogPortraitProps = { dog: PortraitDog; className?: string };

export function DogPortrait({ dog, className }: DogPortraitProps) {
  const primary = dog.photos.find((photo) => photo.isPrimary) ?? dog.photos[0];
  const [failedPath, setFailedPath] = useState<string | null>(null);
  const frame = cn("overflow-hidden rounded-md border border-border/70", className);
  if (!primary || failedPath === primary.thumbnailPath) {
    return <DogMark id={dog._id} name={dog.callName ?? dog.name} className={frame} />;
  }
  return (
    <img
      src={photoUrl(primary.thumbnailPath)}
      alt={`Photo of ${dog.name}`}
      loading="lazy"
      decoding="async"
      // The frame is square before the photo is loaded, at every size on the screen.
      width={PHOTO_EDGES.thumbnail}
      height={PHOTO_EDGES.thumbnail}
      onError={() => setFailedPath(primary.thumbnailPath)}
      className={cn(frame, "shrink-0 object-cover")}
    />
  );
}
