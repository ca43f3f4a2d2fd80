/** The contents and limits of the dashboard: its cards, its lists, the kinds of recent activity. */
import type { Area } from "../permissions/rules";

/**
 * Each kind with the right that is needed to read it. Source: document 000 section 3, whose six kinds do not
 * include changed and deleted dogs.
 */

export const ACTIVITY_TYPES = [
  "health_record",
  "breeding",
  "litter_born",
  "reminder_completed",
  "dog_added",
  "puppy_sold",
  "dog_changed",
] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

export const ACTIVITY_AREAS = {
  health_record: "health",
  breeding: "breeding",
  litter_born: "breeding",
  reminder_completed: "reminders",
  dog_added: "dogs",
  puppy_sold: "breeding",
  dog_changed: "dogs",
} as const satisfies Record<ActivityType, Area>;

/** Each of these records has an address in the app. */
export const ACTIVITY_RECORDS = [
  "breedings",
  "dogs",
  "healthRecords",
  "heats",
  "immunizations",
  "litters",
  "medicationCourses",
  "healthTests",
  "puppies",
  "reminders",
  "veterinaryRecords",
] as const;
export type ActivityRecord = (typeof ACTIVITY_RECORDS)[number];

/**
 * Records shown on the page of another record, such as a puppy on its litter's page; `field` refers to that record.
 */
export const SHOWN_WITH: Partial<Record<ActivityRecord, { table: ActivityRecord; field: string }>> = {
  puppies: { table: "litters", field: "litterId" },
};

/** The names of the types on screen. */
export const ACTIVITY_LABELS = {
  health_record: "Health",
  breeding: "Breeding",
  litter_born: "Litters born",
  reminder_completed: "Reminders completed",
  dog_added: "Dogs added",
  puppy_sold: "Puppies sold",
  dog_changed: "Dogs changed",
} as const satisfies Record<ActivityType, string>;

export const ACTIVITY_SESSION_MS = 30 * 60_000;

/** The age in days at which entries are deleted. The history of each record is kept. */
export const ACTIVITY_DAYS = 730;

/** Source: document 000 section 9. */
export const RECENT_ACTIVITY_COUNT = 4;

/**
 * Sources of the cards, widgets and alerts: document 000 sections 2, 3 and 9, decisions GAP-DASH-01, 04, 07, 09 and
 * 10.
 */

export const METRIC_CARDS = [
  "total_dogs",
  "active_breedings",
  "upcoming_vaccinations",
  "pending_reminders",
] as const;
export type MetricCard = (typeof METRIC_CARDS)[number];

export const DASHBOARD_PANELS = ["today", "upcoming_tasks", "recent_activity"] as const;

export const DASHBOARD_CARDS = [...METRIC_CARDS, ...DASHBOARD_PANELS] as const;
export type DashboardCard = (typeof DASHBOARD_CARDS)[number];

export const DASHBOARD_CARD_LABELS = {
  total_dogs: "Total Dogs",
  active_breedings: "Active Breedings",
  upcoming_vaccinations: "Upcoming Vaccinations",
  pending_reminders: "Pending Reminders",
  today: "Today",
  upcoming_tasks: "Upcoming Tasks",
  recent_activity: "Recent Activity",
} as const satisfies Record<DashboardCard, string>;

export const UPCOMING_TASK_COUNT = 3;

/** The limit applies to overdue reminders and to today's reminders separately. */
export const TODAY_REMINDER_COUNT = 20;

export const WIDGET_KINDS = [
  "breedings_per_year",
  "puppies_per_year",
  "costs_and_income",
  "vaccinations_due",
  "newest_litter_weight",
] as const;
export type WidgetKind = (typeof WIDGET_KINDS)[number];

export const WIDGET_LABELS = {
  breedings_per_year: "Breedings per year",
  puppies_per_year: "Puppies per year",
  costs_and_income: "Costs and income",
  vaccinations_due: "Vaccinations due",
  newest_litter_weight: "Weight of the newest litter",
} as const satisfies Record<WidgetKind, string>;

export const WIDGET_DESCRIPTIONS = {
  breedings_per_year: "Matings per year and how many of them led to a litter",
  puppies_per_year: "Puppies born and alive per year",
  costs_and_income: "Sales, stud fees and other income compared with costs",
  vaccinations_due: "Doses that are overdue or due in the coming months",
  newest_litter_weight: "How the puppies of the last litter gain weight",
} as const satisfies Record<WidgetKind, string>;

/** The years of charts by year, and the months of the chart of vaccinations. */
export const WIDGET_YEARS = { default: 5, min: 2, max: 10 } as const;
export const WIDGET_MONTHS = { default: 6, min: 1, max: 12 } as const;

export const MAX_WIDGETS = 12;

export const DEFAULT_WIDGETS: readonly WidgetKind[] = ["newest_litter_weight", "costs_and_income"];

export const ALERT_KINDS = ["vaccination", "whelping", "reminder", "application", "dog-limit"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export const ALERT_SEVERITIES = ["error", "warning", "info"] as const;

/** From this number of days before the due date, a whelping is an alert. */
export const WHELPING_ALERT_DAYS = 3;

/** For this number of days after the due date, a whelping without a recorded birth is still expected. */
export const WHELPING_WAITED_DAYS = 14;

/** The longest overdue alerts come first. */
export const MAX_ALERTS_PER_KIND = 100;

/** How many days ahead the dashboard's list of today looks. */
export const AGENDA_DAYS = 7;

/**
 * Up to this age in days, puppies are weighed daily. Afterwards they are weighed weekly until they leave the
 * kennel.
 */
export const DAILY_WEIGHING_DAYS = 21;
export const WEEKLY_WEIGHING_DAYS = 7;

/** Up to this age in days, the list of today asks for weights. Older puppies without a home count as young dogs. */
export const LAST_WEIGHING_DAYS = 84;
