/** How the functions of this runtime identify themselves, and on whose behalf they call. */
import { timingSafeEqual } from "node:crypto";

export const SERVICE_KEY_HEADER = "x-service-key";

/** The address of the caller for whom the function calls. It is trusted only together with the key. */
export const ASKED_FOR_HEADER = "x-asked-for";

export function isServiceKey(given: string, key: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
}
