/** Moments in the words of the security tab. */
const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** Writes a moment with its time, in the zone of the device. */
export const writeMoment = (at: string | number): string => moment.format(new Date(at));

/** Writes the day of a moment. */
export const writeDay = (at: string | number): string => day.format(new Date(at));
