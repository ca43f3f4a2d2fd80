/** Where a photo's picture is: the signed path that the server gave, under /api. */
import { apiUrl } from "@/lib/api-url";

/** Returns the address for an image tag. */
export const photoUrl = (path: string): string => apiUrl(path);
