/**
 * The user's name in greetings. This browser stores the name until the user signs out, so that the words on the
 * page while the app loads (`public/greeting.js`) can greet the user too.
 */
import { readStored, writeStored } from "@/lib/browser-storage";

/** `public/greeting.js` reads the same key. */
export const GREETING_STORAGE_KEY = "studbook.greeting";

type Named = { firstName?: string | null; email: string } | null | undefined;

/** The first name, otherwise the email's part before the at sign. */
export function greetingName(user: Named): string {
  const firstName = user?.firstName?.trim();
  return firstName ? firstName : (user?.email.split("@")[0] ?? "");
}

export const greet = (name: string): string => `Welcome back, ${name}!`;

export function keepName(name: string): void {
  if (name !== "") writeStored(GREETING_STORAGE_KEY, name);
}

/** Null if nobody was signed in last. */
export const keptName = (): string | null => readStored(GREETING_STORAGE_KEY) || null;
