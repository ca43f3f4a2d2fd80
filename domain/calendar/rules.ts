/** The contents and limits of calendar addresses. Source: decision GAP-REM-16. */

export const CALENDAR_PARTS = ["reminders", "breeding", "heats", "vaccinations"] as const;
export type CalendarPart = (typeof CALENDAR_PARTS)[number];

/** One kennel, one of its dogs, or all kennels of a person. */
export const CALENDAR_SCOPES = ["kennel", "dog", "person"] as const;
export type CalendarScope = (typeof CALENDAR_SCOPES)[number];

/** The area whose reading right a part requires. */
export const PART_AREAS = {
  reminders: "reminders",
  breeding: "breeding",
  heats: "breeding",
  vaccinations: "health",
} as const satisfies Record<CalendarPart, string>;

export const CALENDAR_YEARS_BACK = 1;
export const CALENDAR_YEARS_AHEAD = 2;

/** The limit applies to each kind of entry in a kennel. The entries nearest to today are read first. */
export const MAX_CALENDAR_ROWS = 3000;

/** The limit applies to each person in a kennel. */
export const MAX_DOG_CALENDARS = 100;

/** How often calendar programs should load a calendar again. */
export const CALENDAR_REFRESH_MINUTES = 60;

export const CALENDAR_READ_MINUTES = 30;

export const CALENDAR_PROVIDER = "ics";
