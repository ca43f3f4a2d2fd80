/**
 * The address of the Health screen. The path contains the tab and the open record. The query contains the filters
 * and dialogs.
 *   /dashboard/health[/{tab}[/{record}]]?search=…&dog=…&type=…&from=…&to=…&{dialog}=new|{id}[&for={dog}]
 */
import { useLocation, useNavigate, useParams } from "@/lib/router";
import {
  day,
  oneOf,
  text,
  typed,
  useOverlay,
  useRecordPlace,
  useScreenAddress,
  without,
} from "@/lib/screen-address";
import { HEALTH_RECORD_TYPES } from "@domain/health/rules";

const HEALTH_PATH = "/dashboard/health";

export const HEALTH_TABS = ["dashboard", "records", "immunizations", "schedule", "alerts"] as const;
export type HealthTab = (typeof HEALTH_TABS)[number];

/** By their names in the address: dialogs for a record, a veterinarian, a dose, a booking to complete, … */
const DIALOGS = ["note", "record", "vet", "dose", "batch", "shot", "plan", "give", "reminder"] as const;
export type DialogName = (typeof DIALOGS)[number];

/** The dog and the vaccine of an open dialog. */
const BESIDE = ["for", "vaccine"];
const DIALOG_PARAMETERS = [...DIALOGS, ...BESIDE];

export const healthPath = (tab: HealthTab, recordId?: string): string => {
  const base = tab === "dashboard" ? HEALTH_PATH : `${HEALTH_PATH}/${tab}`;
  return recordId === undefined ? base : `${base}/${recordId}`;
};

export function useHealthPlace() {
  const { tab: named, recordId } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const tab = HEALTH_TABS.find((each) => each === named) ?? "dashboard";
  const { open: openRecord, close: closeRecord } = useRecordPlace(healthPath(tab), DIALOG_PARAMETERS);
  return {
    ...{ tab, recordId, openRecord, closeRecord },
    /** The filters stay when the user opens another tab. */
    openTab: (next: HealthTab) =>
      void navigate({ pathname: healthPath(next), search: without(search, DIALOG_PARAMETERS) }),
  };
}

/** Returns whether an address opens a health dialog. */
export function asksForDialog(search: string): boolean {
  const params = new URLSearchParams(search);
  return DIALOGS.some((name) => params.has(name));
}

/** Dialogs can open over a tab, an open record, or a dog's page. */
export function useHealthDialog() {
  /** The dog of a new record and the vaccine of a new dose. The user must choose an empty value. */
  const [given] = useScreenAddress({ dogId: { ...text, as: "for" }, vaccine: text });
  return { ...given, ...useOverlay(DIALOGS, BESIDE) };
}

/** All lists of alerts are searched for the words. */
export function useAlertSearch() {
  const [{ find }, change] = useScreenAddress({ find: typed });
  return { find, search: (text: string) => change({ find: text }) };
}

/** An empty text has no effect. */
const FILTERS = {
  search: typed,
  dogId: { ...text, as: "dog" },
  type: oneOf(HEALTH_RECORD_TYPES, ""),
  startDate: { ...day, as: "from" },
  endDate: { ...day, as: "to" },
};

export function useHealthFilters() {
  const [filters, change] = useScreenAddress(FILTERS);
  return { filters, change, clear: () => change(NO_FILTERS) };
}

export type HealthFilters = ReturnType<typeof useHealthFilters>["filters"];

const NO_FILTERS: HealthFilters = { search: "", dogId: "", type: "", startDate: "", endDate: "" };

/** The type of a record does not apply to doses. Source: decision GAP-HLT-08. */
export function filtersOn(tab: HealthTab, filters: HealthFilters): HealthFilters {
  if (tab === "records") return filters;
  return tab === "immunizations" ? { ...filters, type: "" } : NO_FILTERS;
}

/** Source: rule HLT-02. */
export const countFilters = (filters: HealthFilters): number =>
  Object.values(filters).filter((value) => value !== "").length;
