/** The device's time zone. */

/**
 * The object of browsers with Temporal. Reading the time zone from it does not load the data for formatting dates.
 */
interface WithTemporal {
  readonly Temporal?: { readonly Now: { timeZoneId: () => string } };
}

/** An IANA name such as 'Europe/Berlin'. */
export const ownTimeZone = (): string =>
  (globalThis as WithTemporal).Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
