/** The time zones as people read them, with spaces, and those that what was typed may mean. */

/** As many suggestions as a list is still read. */
const MAX_SUGGESTIONS = 40;

let known: readonly string[] | null = null;

/** Writes a zone's name as people read it. */
export const readableZone = (zone: string): string => zone.replaceAll("_", " ");

/** Lists every zone that the browser knows, as people read them. */
export function zones(): readonly string[] {
  known ??= ["UTC", ...Intl.supportedValuesOf("timeZone").map(readableZone)];
  return known;
}

/** Returns the zones that contain what was typed, in their order. */
export function suggestZones(all: readonly string[], typed: string): string[] {
  const wanted = readableZone(typed).toLowerCase().trim();
  return all.filter((zone) => zone.toLowerCase().includes(wanted)).slice(0, MAX_SUGGESTIONS);
}
