/** The contents and limits of calendar addresses. Source: decision GAP-REM-16. */

/** The possible parts of a calendar, each with its area of rights. */
export const CALENDAR_PARTS = ["reminders", "breeding", "heats", "vaccinations"] as const;
export type CalendarPart = (typeof CALENDAR_PARTS)[number];

/** One kennel, one dog of it, or all the kennels of a person. */
export const CALENDAR_SCOPES = ["kennel", "dog", "person"] as const;
export type CalendarScope = (typeof CALENDAR_SCOPES)[number];

/** The area whose read right shows a part. */
export const PART_AREAS = {
  reminders: "reminders",
  breeding: "breeding",
  heats: "breeding",
  vaccinations: "health",
} as const satisfies Record<CalendarPart, string>;

/** The days that a calendar reaches back and ahead. */
export const CALENDAR_YEARS_BACK = 1;
export const CALENDAR_YEARS_AHEAD = 2;

/** The most entries of one kind that a calendar reads of one kennel, the nearest to today first. */
export const MAX_CALENDAR_ROWS = 3000;

/** The most dogs of one kennel of which one person may have a calendar. */
export const MAX_DOG_CALENDARS = 100;

/** How often calendar programs are asked to reload. */
export const CALENDAR_REFRESH_MINUTES = 60;

/** The precision of a calendar's last request. */
export const CALENDAR_READ_MINUTES = 30;

/** The only kind of calendar: the address of an iCalendar file. */
export const CALENDAR_PROVIDER = "ics";
