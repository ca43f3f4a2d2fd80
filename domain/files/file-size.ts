/** Formats file sizes for people. */
import { GIGABYTE } from "./rules";

export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  if (bytes < GIGABYTE) return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
  return `${(bytes / GIGABYTE).toFixed(1)} GB`;
}
