/**
 * Studbook's own address, and the addresses that a payment page may return to. These are only pages of Studbook.
 * Source: decision GAP-BILL-12.
 */
import { failOnFields, type FieldErrors } from "../../../../domain/errors";
import { env } from "../../../_generated/server";

const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"];

/** If the origin is this machine, its other names (localhost, 127.0.0.1) are included. */
function namesOf(origin: string): string[] {
  const { hostname, protocol, port } = new URL(origin);
  if (!LOOPBACK_NAMES.includes(hostname)) return [origin];
  return LOOPBACK_NAMES.map((name) => new URL(`${protocol}//${name}:${port}`).origin);
}

/**
 * No valid address contains these characters. The URL parser drops some of them, but the payment provider receives
 * the address unchanged.
 */
const UNFIT_FOR_ADDRESSES = /[\s\p{Cc}]/u;

/** The address must be one of Studbook's own pages. */
export function isOwnAddress(address: string): boolean {
  if (UNFIT_FOR_ADDRESSES.test(address) || !URL.canParse(address)) return false;
  const { origin, username, password } = new URL(address);
  return username === "" && password === "" && namesOf(new URL(appOrigin()).origin).includes(origin);
}

/** Throws VALIDATION_FAILED with the names of the fields whose address is not Studbook's own. */
export function checkOwnAddresses(addresses: Readonly<Record<string, string>>): void {
  const foreign = Object.entries(addresses).filter(([, address]) => !isOwnAddress(address));
  const errors: FieldErrors = Object.fromEntries(
    foreign.map(([name]) => [name, `Must be an address of this Studbook (${appOrigin()})`]),
  );
  failOnFields(errors);
}

export const appOrigin = (): string => (env.STUDBOOK_ORIGIN ?? env.CONVEX_SITE_URL).replace(/\/$/, "");

/** Linked in messages and calendars. */
export const REMINDERS_PATH = "/dashboard/reminders";
