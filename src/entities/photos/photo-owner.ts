/** The owner of photos: a dog, or a puppy until it is recorded as a dog of the kennel. */
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

export type PhotoOwner = { kind: "dog" | "puppy"; id: string; name: string };

type PuppyPhoto = FunctionReturnType<typeof api.litters.puppyPhotos.list>[number];
type DogPhoto = NonNullable<FunctionReturnType<typeof api.dogs.photos.list>>[number];

/** A puppy has no primary photo. */
export type Photo = Omit<PuppyPhoto, "puppyId"> & Pick<DogPhoto, "isPrimary">;

export const asOwner = ({ _id, name }: { _id: string; name: string }): PhotoOwner => ({
  kind: "dog",
  id: _id,
  name,
});

export function usePhotosOf({ kind, id }: PhotoOwner) {
  const ofDog = useLiveQuery(api.dogs.photos.list, kind === "dog" ? { dogId: id } : "skip");
  const ofPuppy = useLiveQuery(api.litters.puppyPhotos.list, kind === "puppy" ? { puppyId: id } : "skip");
  const { status, retry } = kind === "dog" ? ofDog : ofPuppy;
  const photos: readonly Photo[] =
    (kind === "dog" ? ofDog.data : ofPuppy.data?.map((photo) => ({ ...photo, isPrimary: false }))) ?? [];
  return { status, retry, photos };
}

/** The actions are the same for dogs and puppies. */
export function usePhotoChanges(kind: PhotoOwner["kind"]) {
  const ofDog = {
    setCaption: useMutation(api.dogs.photos.setCaption),
    remove: useMutation(api.dogs.photos.remove),
  };
  const ofPuppy = {
    setCaption: useMutation(api.litters.puppyPhotos.setCaption),
    remove: useMutation(api.litters.puppyPhotos.remove),
  };
  return kind === "dog" ? ofDog : ofPuppy;
}
