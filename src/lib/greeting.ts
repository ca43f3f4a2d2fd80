/**
 * What the breeder is called in greetings. The name is kept in this browser until the sign-out, so that the words on
 * the page while the app is on its way (`public/greeting.js`) greet, too.
 */
import { readStored, writeStored } from "@/lib/browser-storage";

/** Where the name is kept in browser storage; `public/greeting.js` reads the same key. */
export const GREETING_STORAGE_KEY = "studbook.greeting";

type Named = { firstName?: string | null; email: string } | null | undefined;

/** Returns what the greeting calls the breeder: the first name, else the email's part before the at sign. */
export function greetingName(user: Named): string {
  const firstName = user?.firstName?.trim();
  return firstName ? firstName : (user?.email.split("@")[0] ?? "");
}

/** Says the greeting. */
export const greet = (name: string): string => `Welcome back, ${name}!`;

/** Keeps the name for the next start of the app. */
export function keepName(name: string): void {
  if (name !== "") writeStored(GREETING_STORAGE_KEY, name);
}

/** Returns the name that was kept; null where nobody was signed in last. */
export const keptName = (): string | null => readStored(GREETING_STORAGE_KEY) || null;
