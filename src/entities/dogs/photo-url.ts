/** The address of a picture: the signed path from the server, under /api. */
import { apiUrl } from "@/lib/api-url";

export const photoUrl = (path: string): string => apiUrl(path);
