/** A button that opens the file dialog and returns the chosen files. */
import { useRef, type ComponentProps } from "react";
import { Button } from "@/components/ui/button";

type FileButtonProps = Omit<ComponentProps<typeof Button>, "onClick"> & {
  /** The label of the invisible file input, for screen readers. */
  label: string;
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
};

/** The file extensions for the `accept` attribute. */
export const acceptOf = (types: object): string =>
  Object.keys(types)
    .map((ending) => `.${ending}`)
    .join(",");

export function FileButton({ label, accept, multiple = false, onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const isOff = button["aria-disabled"] === true;
  return (
    <>
      <Button variant="outline" {...button} onClick={() => (isOff ? undefined : input.current?.click())} />
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </>
  );
}
