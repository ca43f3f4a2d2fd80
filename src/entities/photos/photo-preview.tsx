/** A photo in a list: its small square picture, with a badge if it is the primary photo. */
import type { ComponentProps } from "react";
import { Badge } from "@/components/ui/badge";
import { photoUrl } from "@/entities/dogs/photo-url";
import type { Photo } from "@/entities/photos/photo-owner";
import { cn } from "@/lib/utils";
import { PHOTO_EDGES } from "@domain/photos/rules";

type PhotoPreviewProps = Pick<ComponentProps<"img">, "className" | "draggable"> & {
  photo: Pick<Photo, "previewPath">;
};

export function PhotoPreview({ photo, className, ...props }: PhotoPreviewProps) {
  return (
    <img
      src={photoUrl(photo.previewPath)}
      alt=""
      loading="lazy"
      decoding="async"
      width={PHOTO_EDGES.preview}
      height={PHOTO_EDGES.preview}
      className={cn("aspect-square w-full bg-muted object-cover", className)}
      {...props}
    />
  );
}

export function PrimaryBadge() {
  return (
    <Badge variant="success" className="absolute top-2 left-2 shadow-page">
      Primary
    </Badge>
  );
}
