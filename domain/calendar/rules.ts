/** The contents and limits of calendar addresses. Source: decision GAP-REM-16. */

/** The possible parts of a calendar. */
export const CALENDAR_PARTS = ["reminders", "breeding", "heats", "vaccinations"] as const;
export type CalendarPart = (typeof CALENDAR_PARTS)[number];

/** What a calendar covers: one kennel, one of its dogs, or all kennels of a person. */
export const CALENDAR_SCOPES = ["kennel", "dog", "person"] as const;
export type CalendarScope = (typeof CALENDAR_SCOPES)[number];

/** The area in which a part requires the right to read. */
export const PART_AREAS = {
  reminders: "reminders",
  breeding: "breeding",
  heats: "breeding",
  vaccinations: "health",
} as const satisfies Record<CalendarPart, string>;

/** How many years a calendar goes back, and how many ahead. */
export const CALENDAR_YEARS_BACK = 1;
export const CALENDAR_YEARS_AHEAD = 2;

/** The most entries of one kind that a calendar reads of one kennel; those nearest to today come first. */
export const MAX_CALENDAR_ROWS = 3000;

/** The most dogs of one kennel of which one person may have a calendar. */
export const MAX_DOG_CALENDARS = 100;

/** How often calendar programs should load the calendar again. */
export const CALENDAR_REFRESH_MINUTES = 60;

/** The precision with which a calendar's last request is stored. */
export const CALENDAR_READ_MINUTES = 30;

/** The only kind of calendar: the address of an iCalendar file. */
export const CALENDAR_PROVIDER = "ics";
