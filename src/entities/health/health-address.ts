/**
 * What the Health screen shows, kept in the address so that it can be shared, survives a reload and Back closes what
 * was opened: the tab and the open record in the path, filters and dialogs in the query.
 *
 *   /dashboard/health[/{tab}[/{record}]]?search=…&dog=…&type=…&from=…&to=…&{dialog}=new|{id}[&for={dog}]
 */
import { useLocation, useNavigate, useParams, useSearchParams } from "@/lib/router";
import { HEALTH_RECORD_TYPES, type HealthRecordType } from "@domain/health/rules";
import { isCalendarDay } from "@domain/dates/calendar-days";

const HEALTH_PATH = "/dashboard/health";

export const HEALTH_TABS = ["dashboard", "records", "immunizations", "schedule", "alerts"] as const;
export type HealthTab = (typeof HEALTH_TABS)[number];

/** The dialogs over the tabs, by their names in the address: a record, a veterinarian, a dose, a booked dose to give, … */
const DIALOGS = ["note", "record", "vet", "dose", "batch", "shot", "plan", "give", "reminder"] as const;
export type DialogName = (typeof DIALOGS)[number];

/** Stands for a record that does not exist yet. */
export const NEW = "new";

/** Parameters that belong to an open dialog: for which dog, and of which vaccine. */
const DIALOG_PARAMETERS: readonly string[] = [...DIALOGS, "for", "vaccine"];

const without = (search: string, names: readonly string[]): string => {
  const params = new URLSearchParams(search);
  for (const name of names) params.delete(name);
  return params.toString();
};

/** Writes the address of a tab, or of a record in it. */
export const healthPath = (tab: HealthTab, recordId?: string): string => {
  const base = tab === "dashboard" ? HEALTH_PATH : `${HEALTH_PATH}/${tab}`;
  return recordId === undefined ? base : `${base}/${recordId}`;
};

/** This screen's mark in the router's state: what lies under the open record or dialog is this screen. */
type Mark = { fromList?: boolean; fromScreen?: boolean } | null;

/** Reads and changes the tab and the open record. */
export function useHealthPlace() {
  const { tab: typed, recordId } = useParams();
  const navigate = useNavigate();
  const location = useLocation();
  const tab = HEALTH_TABS.find((each) => each === typed) ?? "dashboard";
  const search = without(location.search, DIALOG_PARAMETERS);
  return {
    tab,
    recordId,
    /** Filters go along from tab to tab. */
    openTab: (next: HealthTab) => void navigate({ pathname: healthPath(next), search }),
    openRecord: (id: string) =>
      void navigate({ pathname: healthPath(tab, id), search }, { state: { fromList: true } }),
    closeRecord: () => {
      // The router knows nothing of the state; this is the mark of this screen.
      if ((location.state as Mark)?.fromList === true) void navigate(-1);
      else void navigate({ pathname: healthPath(tab), search }, { replace: true });
    },
  };
}

/** Says whether an address opens a dialog of health. */
export function asksForDialog(search: string): boolean {
  const params = new URLSearchParams(search);
  return DIALOGS.some((name) => params.has(name));
}

/** Opens and closes a dialog over the tab or over an open record. */
export function useHealthDialog() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { pathname, search, ...location } = useLocation();
  const state = location.state as Mark; // as above; what is under the dialog keeps its own mark
  return {
    /** What a dialog is open with, or null while it is closed. */
    valueOf: (name: DialogName): string | null => params.get(name),
    /** The dog that a new record is for, and the vaccine of a new dose; empty ones are still to be chosen. */
    dogId: params.get("for") ?? "",
    vaccine: params.get("vaccine") ?? "",
    open: (name: DialogName, value: string, given: { for?: string; vaccine?: string } = {}) => {
      const next = new URLSearchParams(without(search, DIALOG_PARAMETERS));
      next.set(name, value);
      for (const [key, text] of Object.entries(given)) if (text !== "") next.set(key, text);
      // A dialog that opens another one gives its place to it, so that Back leads to the screen.
      const isNext = DIALOGS.some((each) => params.has(each));
      void navigate(
        { pathname, search: next.toString() },
        { replace: isNext, state: isNext ? state : { ...state, fromScreen: true } },
      );
    },
    close: () => {
      if (state?.fromScreen === true) void navigate(-1);
      else void navigate({ pathname, search: without(search, DIALOG_PARAMETERS) }, { replace: true, state });
    },
  };
}

/** What records and doses are narrowed by; an empty text narrows nothing. */
export type HealthFilters = {
  search: string;
  dogId: string;
  type: HealthRecordType | "";
  startDate: string;
  endDate: string;
};

const NO_FILTERS: HealthFilters = { search: "", dogId: "", type: "", startDate: "", endDate: "" };

/** Returns what of the filters narrows a tab: a record's type says nothing of doses. Source: decision GAP-HLT-08. */
export function filtersOn(tab: HealthTab, filters: HealthFilters): HealthFilters {
  if (tab === "records") return filters;
  return tab === "immunizations" ? { ...filters, type: "" } : NO_FILTERS;
}

const FILTER_PARAMETERS = {
  search: "search",
  dogId: "dog",
  type: "type",
  startDate: "from",
  endDate: "to",
} as const satisfies Record<keyof HealthFilters, string>;

const dayOf = (text: string | null): string => (text !== null && isCalendarDay(text) ? text : "");

/** Counts the filters that narrow something. Source: rule HLT-02. */
export const countFilters = (filters: HealthFilters): number =>
  Object.values(filters).filter((value) => value !== "").length;

/** Reads and changes the filters. */
export function useHealthFilters() {
  const [params, setParams] = useSearchParams();
  const filters: HealthFilters = {
    search: params.get("search") ?? "",
    dogId: params.get("dog") ?? "",
    type: HEALTH_RECORD_TYPES.find((type) => type === params.get("type")) ?? "",
    startDate: dayOf(params.get("from")),
    endDate: dayOf(params.get("to")),
  };
  const change = (changes: Partial<HealthFilters>) =>
    setParams(
      (last) => {
        const next = new URLSearchParams(last);
        for (const [name, value] of Object.entries(changes)) {
          const parameter = FILTER_PARAMETERS[name as keyof HealthFilters]; // the names of the type
          if (value === "") next.delete(parameter);
          else next.set(parameter, value);
        }
        return next;
      },
      // Typing replaces the entry, so that Back does not go through every letter.
      { replace: "search" in changes },
    );
  return {
    filters,
    change,
    clear: () => change(NO_FILTERS),
  };
}
