/** The hidden input for choosing photos or taking them with a phone's camera, and the button for the camera. */
import type { Ref } from "react";
import { Camera } from "lucide-react";
import { Button } from "@/components/ui/button";
import { PHOTO_ACCEPT } from "@domain/photos/rules";

type PhotoInputProps = {
  ref: Ref<HTMLInputElement>;
  /** Opens the phone's camera immediately. */
  isCamera?: boolean;
  onFiles: (files: readonly File[]) => void;
};

/** A button clicks the hidden input. */
export function PhotoInput({ ref, isCamera = false, onFiles }: PhotoInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple={!isCamera}
      hidden
      accept={PHOTO_ACCEPT}
      capture={isCamera ? "environment" : undefined}
      aria-label={isCamera ? "Take a photo" : "Choose photos"}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        event.target.value = "";
      }}
    />
  );
}

export function TakePhoto({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="outline" className="hidden h-11 pointer-coarse:inline-flex" onClick={onClick}>
      <Camera aria-hidden />
      Take Photo
    </Button>
  );
}
