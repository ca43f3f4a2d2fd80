/** The time zones as people read them, with spaces. */
import type { ComboboxOption } from "@/components/ui/combobox";

let known: readonly ComboboxOption[] | null = null;

/** Writes a zone's name as people read it. */
export const readableZone = (zone: string): string => zone.replaceAll("_", " ");

/** Lists every zone that the browser knows, to be chosen as people read them and found as programs write them. */
export function zoneOptions(): readonly ComboboxOption[] {
  known ??= ["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => ({
    value: readableZone(zone),
    label: readableZone(zone),
    alsoNamed: [zone],
  }));
  return known;
}
