/** Where a person's picture is: the signed path that the server gave, under /api. */
import { apiUrl } from "@/lib/api-url";

/** Returns the address of a picture, or undefined for a person without one. */
export const avatarUrl = (path: string | null | undefined): string | undefined =>
  path ? apiUrl(path) : undefined;
