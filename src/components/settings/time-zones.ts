/** The readable names of time zones, with spaces. */
import type { ComboboxOption } from "@/components/ui/combobox";

let known: readonly ComboboxOption[] | null = null;

/** Formats a zone's name for display. */
export const readableZone = (zone: string): string => zone.replaceAll("_", " ");

/** Lists every time zone of the browser. Users see readable names, and can also search for the technical names. */
export function zoneOptions(): readonly ComboboxOption[] {
  known ??= ["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => ({
    value: readableZone(zone),
    label: readableZone(zone),
    alsoNamed: [zone],
  }));
  return known;
}
