/**
 * The address of Studbook itself, and the addresses to which a payment page may return: only its own. Source:
 * decision GAP-BILL-12.
 */
import { failOnFields, type FieldErrors } from "../../../../domain/errors";
import { env } from "../../../_generated/server";

const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"];

/** An origin, and if it is this machine's own also the machine's other names. */
function namesOf(origin: string): string[] {
  const { hostname, protocol, port } = new URL(origin);
  if (!LOOPBACK_NAMES.includes(hostname)) return [origin];
  return LOOPBACK_NAMES.map((name) => new URL(`${protocol}//${name}:${port}`).origin);
}

/**
 * Characters that no valid address contains; the URL parser drops some of them, but the address is passed on
 * unchanged.
 */
const UNFIT_FOR_ADDRESSES = /[\s\p{Cc}]/u;

/** Says whether an address is one of Studbook's own pages. */
export function isOwnAddress(address: string): boolean {
  if (UNFIT_FOR_ADDRESSES.test(address) || !URL.canParse(address)) return false;
  const { origin, username, password } = new URL(address);
  return username === "" && password === "" && namesOf(new URL(appOrigin()).origin).includes(origin);
}

/** Throws VALIDATION_FAILED naming each address that is not Studbook's own. */
export function checkOwnAddresses(addresses: Readonly<Record<string, string>>): void {
  const foreign = Object.entries(addresses).filter(([, address]) => !isOwnAddress(address));
  const errors: FieldErrors = Object.fromEntries(
    foreign.map(([name]) => [name, `Must be an address of this Studbook (${appOrigin()})`]),
  );
  failOnFields(errors);
}

/** Returns the address of the web app. */
export const appOrigin = (): string => (env.STUDBOOK_ORIGIN ?? env.CONVEX_SITE_URL).replace(/\/$/, "");

/** The reminders screen, for messages and calendars. */
export const REMINDERS_PATH = "/dashboard/reminders";
