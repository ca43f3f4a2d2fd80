/**
 * What the Breeding screen shows, kept in the address so that it can be shared, survives a reload and Back closes
 * what was opened: the tab, the search, the open breeding, and the dialogs over them.
 *
 *   /dashboard/breeding[/{breeding}]?tab=…&search=…&add=1[&sire=…|&dam=…][&day=…] | &edit={breeding} | &whelp={breeding}
 */
import { useLocation, useNavigate, useParams, useSearchParams } from "@/lib/router";
import { BREEDING_STATUSES, type BreedingStatus } from "@domain/breedings/rules";

const BREEDING_PATH = "/dashboard/breeding";

/** The dialogs over the list, by their names in the address. */
const DIALOGS = ["add", "edit", "whelp"] as const;
type DialogName = (typeof DIALOGS)[number];

/** Parameters that belong to an open dialog. */
const DIALOG_PARAMETERS = [...DIALOGS, "sire", "dam", "day"];

export type StatusTab = "all" | BreedingStatus;

const isStatusTab = (text: string): text is StatusTab =>
  text === "all" || BREEDING_STATUSES.some((status) => status === text);

/** Reads and changes tab and search. */
export function useBreedingListAddress() {
  const [params, setParams] = useSearchParams();
  const tab = params.get("tab") ?? "all";
  const change = (name: "tab" | "search", value: string, isDefault: boolean) =>
    setParams(
      (last) => {
        const next = new URLSearchParams(last);
        if (isDefault) next.delete(name);
        else next.set(name, value);
        return next;
      },
      // Typing replaces the entry, so that Back does not go through every letter.
      { replace: name === "search" },
    );
  return {
    /** The tab as the address has it: a status, 'all', or one of another part of the screen. */
    tab,
    status: isStatusTab(tab) ? tab : ("all" as const),
    search: params.get("search") ?? "",
    setTab: (next: string) => change("tab", next, next === "all"),
    setSearch: (next: string) => change("search", next, next === ""),
  };
}

const without = (search: string, names: readonly string[]): string => {
  const params = new URLSearchParams(search);
  for (const name of names) params.delete(name);
  return params.toString();
};

/** Opens and closes the page of a breeding. */
export function useDetailAddress() {
  const { breedingId } = useParams();
  const navigate = useNavigate();
  const location = useLocation();
  // The router knows nothing of the state; this is the mark that this screen leaves in it.
  const cameFromList = (location.state as { fromList?: boolean } | null)?.fromList === true;
  const search = without(location.search, DIALOG_PARAMETERS);
  return {
    breedingId,
    open: (id: string) =>
      void navigate({ pathname: `${BREEDING_PATH}/${id}`, search }, { state: { fromList: true } }),
    close: () => {
      if (cameFromList) void navigate(-1);
      else void navigate({ pathname: BREEDING_PATH, search }, { replace: true });
    },
  };
}

/** Opens and closes a dialog over the list or over a breeding's page. */
export function useDialogAddress() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { pathname, search, ...location } = useLocation();
  // As above; what is under the dialog keeps its own mark.
  const state = location.state as { fromList?: boolean; fromScreen?: boolean } | null;
  return {
    isAdding: params.has("add"),
    /** Parents that a new breeding begins with. */
    given: {
      sireId: params.get("sire") ?? "",
      damId: params.get("dam") ?? "",
      breedingDate: params.get("day") ?? "",
    },
    editedId: params.get("edit"),
    whelpedId: params.get("whelp"),
    open: (name: DialogName, value: string) => {
      const next = new URLSearchParams(without(search, DIALOG_PARAMETERS));
      next.set(name, value);
      void navigate({ pathname, search: next.toString() }, { state: { ...state, fromScreen: true } });
    },
    close: () => {
      if (state?.fromScreen === true) void navigate(-1);
      else void navigate({ pathname, search: without(search, DIALOG_PARAMETERS) }, { replace: true, state });
    },
  };
}
