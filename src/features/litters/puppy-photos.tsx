/** All photos of a puppy. Users who may write can add and caption photos; everybody else can view them. */
import { useState } from "react";
import { PhotoLightbox } from "@/entities/photos/photo-lightbox";
import { PhotoManagerDialog } from "@/entities/photos/photo-manager-dialog";
import { usePhotosOf, type PhotoOwner } from "@/entities/photos/photo-owner";

type PuppyPhotosProps = { owner: PhotoOwner; canWrite: boolean; onClose: () => void };

export function PuppyPhotos({ owner, canWrite, onClose }: PuppyPhotosProps) {
  return canWrite ? (
    <PhotoManagerDialog owner={owner} onClose={onClose} />
  ) : (
    <Viewed owner={owner} onClose={onClose} />
  );
}

function Viewed({ owner, onClose }: Omit<PuppyPhotosProps, "canWrite">) {
  const { photos } = usePhotosOf(owner);
  const [chosenId, setChosenId] = useState<string | null>(null);
  return (
    <PhotoLightbox
      photos={photos}
      name={owner.name}
      photoId={chosenId ?? photos[0]?._id ?? null}
      onShow={setChosenId}
      onClose={onClose}
    />
  );
}
