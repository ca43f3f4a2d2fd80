/** The full address of a path of the REST API. */
import { siteUrl } from "@/identity/environment";

/** Returns the address for a link or an image tag. */
export function apiUrl(path: string): string {
  const site = siteUrl();
  return site === window.location.origin ? `/api${path}` : `${site}/api${path}`;
}
