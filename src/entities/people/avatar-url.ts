/** The address of a person's picture: the signed path from the server, under /api. */
import { apiUrl } from "@/lib/api-url";

/** Returns the address of a picture; undefined for a person without a picture. */
export const avatarUrl = (path: string | null | undefined): string | undefined =>
  path ? apiUrl(path) : undefined;
