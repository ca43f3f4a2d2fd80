/** Where the REST API serves a path that an answer gave. */
import { siteUrl } from "@/identity/environment";

/** Returns the address for a link or an image tag. */
export function apiUrl(path: string): string {
  const site = siteUrl();
  return site === window.location.origin ? `/api${path}` : `${site}/api${path}`;
}
