/** The names of time zones for people, with spaces. */
import type { ComboboxOption } from "@/components/ui/combobox";

let known: readonly ComboboxOption[] | null = null;

/** Formats a zone's name for people. */
export const readableZone = (zone: string): string => zone.replaceAll("_", " ");

/**
 * Lists every time zone that the browser knows; users see readable names, and can also search for the technical
 * ones.
 */
export function zoneOptions(): readonly ComboboxOption[] {
  known ??= ["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => ({
    value: readableZone(zone),
    label: readableZone(zone),
    alsoNamed: [zone],
  }));
  return known;
}
