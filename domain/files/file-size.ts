/** Tells sizes of files as people read them. */
import { GIGABYTE } from "./rules";

/** Writes a size as people read it. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  if (bytes < GIGABYTE) return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
  return `${(bytes / GIGABYTE).toFixed(1)} GB`;
}
