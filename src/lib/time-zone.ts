/** The device's time zone. */

/** What browsers with Temporal have, which need not load all that dates in words need. */
interface WithTemporal {
  readonly Temporal?: { readonly Now: { timeZoneId: () => string } };
}

/** Returns the name of the device's time zone, such as 'Europe/Berlin'. */
export const ownTimeZone = (): string =>
  (globalThis as WithTemporal).Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
