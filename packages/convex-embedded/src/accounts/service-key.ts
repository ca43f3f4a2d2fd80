/** How the functions of this runtime show that they are, and for whom they ask. */
import { timingSafeEqual } from "node:crypto";

/** Where the key comes in a request. */
export const SERVICE_KEY_HEADER = "x-service-key";

/** The address of the caller of the function that asks; believed beside the key alone. */
export const ASKED_FOR_HEADER = "x-asked-for";

/** Says whether a request brings the key. */
export function isServiceKey(given: string, key: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
}
