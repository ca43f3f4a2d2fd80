/** Where a photo's picture is: the signed path that the server gave, under /api. */
import { siteUrl } from "@/identity/environment";

/** Returns the address for an image tag. */
export function photoUrl(path: string): string {
  const site = siteUrl();
  return site === window.location.origin ? `/api${path}` : `${site}/api${path}`;
}
