/** Accepts files that the user drops on an element. */
import { useState, type DragEvent } from "react";

export function useDrop(onFiles: (files: File[]) => void, isEnabled = true) {
  const [isOver, setOver] = useState(false);
  if (!isEnabled) return { isOver: false, handlers: {} };
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
