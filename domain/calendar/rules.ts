/** What calendar addresses give, and how much of it. Source: decision GAP-REM-16. */

/** What a calendar can hold, each part of one area of rights. */
export const CALENDAR_PARTS = ["reminders", "breeding", "heats", "vaccinations"] as const;
export type CalendarPart = (typeof CALENDAR_PARTS)[number];

/** One kennel, one dog of it, or all the kennels of a person. */
export const CALENDAR_SCOPES = ["kennel", "dog", "person"] as const;
export type CalendarScope = (typeof CALENDAR_SCOPES)[number];

/** The area whose reading lets a part be seen. */
export const PART_AREAS = {
  reminders: "reminders",
  breeding: "breeding",
  heats: "breeding",
  vaccinations: "health",
} as const satisfies Record<CalendarPart, string>;

/** The days that a calendar reaches back and ahead. */
export const CALENDAR_YEARS_BACK = 1;
export const CALENDAR_YEARS_AHEAD = 2;

/** Entries of one kind that a calendar reads of one kennel, the nearest to today first. */
export const MAX_CALENDAR_ROWS = 3000;

/** Dogs of one kennel of which one person may have a calendar. */
export const MAX_DOG_CALENDARS = 100;

/** How often calendars are asked to come back. */
export const CALENDAR_REFRESH_MINUTES = 60;

/** How exactly it is kept when a calendar last came. */
export const CALENDAR_READ_MINUTES = 30;

/** The only kind of calendar there is: an address of an iCalendar file. */
export const CALENDAR_PROVIDER = "ics";
