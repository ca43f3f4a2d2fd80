/** The hidden field by which photos are chosen, or taken by a phone's camera. */
import type { Ref } from "react";
import { PHOTO_ACCEPT } from "@domain/constants/photos";

type PhotoInputProps = { ref: Ref<HTMLInputElement>; onFiles: (files: readonly File[]) => void };

/** Renders the field, which a button clicks. */
export function PhotoInput({ ref, onFiles }: PhotoInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      accept={PHOTO_ACCEPT}
      aria-label="Choose photos"
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        event.target.value = "";
      }}
    />
  );
}
