/** The dogs that were last opened from the palette, remembered in this browser for each kennel. */
import { readStored, writeStored } from "@/lib/browser-storage";

export type RecentDog = { id: string; name: string };

const MAX_RECENT = 5;

const keyOf = (kennelId: string): string => `studbook.palette.recent.${kennelId}`;

function isRecentDog(value: unknown): value is RecentDog {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    "name" in value &&
    typeof value.id === "string" &&
    typeof value.name === "string"
  );
}

/** Reads them, the newest first; what is not readable counts as none. */
export function readRecentDogs(kennelId: string): RecentDog[] {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(kennelId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRecentDog).slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

/** Puts a dog in front. */
export function rememberDog(kennelId: string, dog: RecentDog): void {
  const others = readRecentDogs(kennelId).filter(({ id }) => id !== dog.id);
  writeStored(keyOf(kennelId), JSON.stringify([dog, ...others].slice(0, MAX_RECENT)));
}
