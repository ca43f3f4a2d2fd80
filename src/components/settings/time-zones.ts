/** The time zones of the browser with readable names. */
import type { ComboboxOption } from "@/components/ui/combobox";

let known: readonly ComboboxOption[] | null = null;

export const readableZone = (zone: string): string => zone.replaceAll("_", " ");

/** Users see readable names, and can also search for the technical names. */
export function zoneOptions(): readonly ComboboxOption[] {
  known ??= ["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => ({
    value: readableZone(zone),
    label: readableZone(zone),
    alsoNamed: [zone],
  }));
  return known;
}
