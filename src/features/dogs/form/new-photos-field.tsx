/** The photos of a dog that is not stored yet: on a phone also by its camera. They are uploaded once the dog is there. */
import { useEffect, useMemo, useRef } from "react";
import { ImagePlus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { PhotoInput, TakePhoto } from "@/entities/photos/photo-input";

type NewPhotosFieldProps = { files: readonly File[]; onFiles: (files: readonly File[]) => void };

/** Renders what was chosen, and the button to choose more. */
export function NewPhotosField({ files, onFiles }: NewPhotosFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const add = (more: readonly File[]) => onFiles([...files, ...more]);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <PhotoInput ref={input} onFiles={add} />
      <PhotoInput ref={camera} isCamera onFiles={add} />
      {files.length > 0 ? (
        <ul aria-label="Photos to add" className="flex flex-wrap gap-3">
          {files.map((file, index) => (
            <li key={index}>
              <Thumbnail file={file} onRemove={() => onFiles(files.filter((each) => each !== file))} />
            </li>
          ))}
        </ul>
      ) : null}
      <TakePhoto onClick={() => camera.current?.click()} />
      <Button variant="outline" className="h-11" onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden />
        Add Photos
      </Button>
    </div>
  );
}

function Thumbnail({ file, onRemove }: { file: File; onRemove: () => void }) {
  const address = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <div className="relative flex size-24 items-center justify-center overflow-hidden rounded-md border bg-muted text-xs break-all">
      {/* Not every browser draws every format; the name stands for those. */}
      <img src={address} alt={file.name} className="size-full object-cover" />
      <Button
        variant="outline"
        size="icon"
        aria-label={`Remove ${file.name}`}
        className="absolute top-0 right-0"
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
    </div>
  );
}
