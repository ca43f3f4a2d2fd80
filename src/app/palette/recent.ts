/** What was last opened from the palette, dogs and entries of its own, remembered in this browser for each kennel. */
import { readStored, writeStored } from "@/lib/browser-storage";

export type Recent = { id: string; name: string };

/** How many of each kind are remembered. */
const MAX_RECENT = { dogs: 5, entries: 20 };

type Kind = keyof typeof MAX_RECENT;

const keyOf = (kind: Kind, kennelId: string): string => `studbook.palette.recent.${kind}.${kennelId}`;

function isRecent(value: unknown): value is Recent {
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
export function readRecent(kind: Kind, kennelId: string): Recent[] {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(kind, kennelId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MAX_RECENT[kind]) : [];
  } catch {
    return [];
  }
}

/** Puts one in front. */
export function remember(kind: Kind, kennelId: string, opened: Recent): void {
  const others = readRecent(kind, kennelId).filter(({ id }) => id !== opened.id);
  writeStored(keyOf(kind, kennelId), JSON.stringify([opened, ...others].slice(0, MAX_RECENT[kind])));
}
