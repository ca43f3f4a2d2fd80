/** The address of a person's picture: the signed path from the server, under /api. */
import { apiUrl } from "@/lib/api-url";

/** Undefined for a person without a picture. */
export const avatarUrl = (path: string | null | undefined): string | undefined =>
  path ? apiUrl(path) : undefined;
