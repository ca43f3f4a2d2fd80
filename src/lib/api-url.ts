/** The full address of a path of the REST API. */
import { siteUrl } from "@/identity/environment";

/** For links and image tags. */
export function apiUrl(path: string): string {
  const site = siteUrl();
  return site === window.location.origin ? `/api${path}` : `${site}/api${path}`;
}
