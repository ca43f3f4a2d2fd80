/** The addresses of the screens on which records are seen, without the kennel. Links and messages use them. */
import type { HistoryTable } from "./tables.gen";

/** The address of a record with a page or dialog of its own ends in its id. */
const PAGES = {
  dogs: "/dashboard/dogs/",
  breedings: "/dashboard/breeding/",
  litters: "/dashboard/litters/",
  healthRecords: "/dashboard/health/records/",
  immunizations: "/dashboard/health/immunizations/",
  veterinaryRecords: "/dashboard/health?vet=",
  reminders: "/dashboard/reminders?reminder=",
  contacts: "/dashboard/contacts?contact=",
} as const satisfies Partial<Record<HistoryTable, string>>;

export const pageOf = (table: keyof typeof PAGES, id: string): string => `${PAGES[table]}${id}`;

export const heatsOf = (dogId: string): string => `/dashboard/breeding?tab=heats&bitch=${dogId}`;

export const healthOf = (dogId: string): string => `${pageOf("dogs", dogId)}?tab=health`;

export const WAITING_LIST = "/dashboard/breeding?tab=waiting-list";

/** The record's dog, litter and so on, by their tables. */
export type Owners = { readonly [Table in HistoryTable]?: string | undefined };

const isPaged = (table: HistoryTable): table is keyof typeof PAGES => table in PAGES;

function onPageOf({ litters, breedings, dogs }: Owners): string | null {
  if (litters !== undefined) return pageOf("litters", litters);
  if (breedings !== undefined) return pageOf("breedings", breedings);
  return dogs === undefined ? null : pageOf("dogs", dogs);
}

/** A record without a screen of its own is seen on the page of its owner. Returns null if it is seen nowhere. */
export function placeOf(table: HistoryTable, id: string, owners: Owners): string | null {
  if (isPaged(table)) return pageOf(table, id);
  const { dogs, puppies, healthRecords } = owners;
  switch (table) {
    case "heats":
    case "progesteroneReadings":
      return dogs === undefined ? null : heatsOf(dogs);
    case "dogWeights":
    case "genotypes":
    case "geneticFiles":
    case "healthTests":
    case "knownContradictions":
    case "medicationCourses":
    case "medicationDoses":
      return dogs === undefined ? null : healthOf(dogs);
    case "photos":
      return dogs === undefined ? onPageOf(owners) : `${pageOf("dogs", dogs)}?tab=photos`;
    case "healthAttachments":
      return healthRecords === undefined ? null : pageOf("healthRecords", healthRecords);
    case "scheduledVaccinations":
      return `/dashboard/health/schedule?patient=${dogs === undefined ? `puppy:${puppies}` : `dog:${dogs}`}`;
    case "applications":
    case "waitingList":
      return WAITING_LIST;
    case "reminderSeries":
      return "/dashboard/reminders";
    case "applicationForms":
      return "/dashboard/settings?tab=application";
    case "contractTemplates":
      return "/dashboard/settings?tab=kennel#contract-templates";
    case "kennels":
    case "kennelSettings":
      return "/dashboard/settings?tab=kennel";
    default:
      return onPageOf(owners);
  }
}
