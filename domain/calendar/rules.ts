/** The contents and limits of calendar addresses. Source: decision GAP-REM-16. */

/** The possible parts of a calendar. */
export const CALENDAR_PARTS = ["reminders", "breeding", "heats", "vaccinations"] as const;
export type CalendarPart = (typeof CALENDAR_PARTS)[number];

/** The scope of a calendar: one kennel, one of its dogs, or all kennels of a person. */
export const CALENDAR_SCOPES = ["kennel", "dog", "person"] as const;
export type CalendarScope = (typeof CALENDAR_SCOPES)[number];

/** The area whose reading right a part requires. */
export const PART_AREAS = {
  reminders: "reminders",
  breeding: "breeding",
  heats: "breeding",
  vaccinations: "health",
} as const satisfies Record<CalendarPart, string>;

/** How many years in the past and in the future a calendar covers. */
export const CALENDAR_YEARS_BACK = 1;
export const CALENDAR_YEARS_AHEAD = 2;

/**
 * The most entries of one kind that a calendar reads from one kennel. The entries nearest to today are read first.
 */
export const MAX_CALENDAR_ROWS = 3000;

/** The most dogs of one kennel that can have a calendar of one person. */
export const MAX_DOG_CALENDARS = 100;

/** How often calendar programs should load the calendar again. */
export const CALENDAR_REFRESH_MINUTES = 60;

/** The precision of the stored time of a calendar's last request. */
export const CALENDAR_READ_MINUTES = 30;

/** The only kind of calendar: the address of an iCalendar file. */
export const CALENDAR_PROVIDER = "ics";
