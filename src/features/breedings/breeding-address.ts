/**
 * The address of the Breeding screen. It contains the tab, the search, the open breeding, and the open dialog.
 *   /dashboard/breeding[/{breeding}]?tab=…&search=…&add=1[&sire=…|&dam=…][&day=…] | &edit={breeding} |
 *   &whelp={breeding}
 */
import { useParams } from "@/lib/router";
import { text, typed, useOverlay, useRecordPlace, useScreenAddress } from "@/lib/screen-address";
import { BREEDING_STATUSES, type BreedingStatus } from "@domain/breedings/rules";

const DIALOGS = ["add", "edit", "whelp"] as const;

/** The initial values of a new breeding. */
const GIVEN = {
  sireId: { ...text, as: "sire" },
  damId: { ...text, as: "dam" },
  breedingDate: { ...text, as: "day" },
};
const GIVEN_NAMES = ["sire", "dam", "day"];

export type StatusTab = "all" | BreedingStatus;

const isStatusTab = (name: string): name is StatusTab =>
  name === "all" || BREEDING_STATUSES.some((status) => status === name);

/** Reads and changes tab and search. */
export function useBreedingListAddress() {
  const [{ tab, search }, change] = useScreenAddress({ tab: { ...text, initial: "all" }, search: typed });
  return {
    /** The tab in the address: a status, 'all', or another part of the screen. */
    tab,
    status: isStatusTab(tab) ? tab : ("all" as const),
    search,
    setTab: (next: string) => change({ tab: next }),
    setSearch: (next: string) => change({ search: next }),
  };
}

/** Opens and closes the page of a breeding. */
export function useDetailAddress() {
  const { breedingId } = useParams();
  return { breedingId, ...useRecordPlace("/dashboard/breeding", [...DIALOGS, ...GIVEN_NAMES]) };
}

/** Opens and closes a dialog over the list or over a breeding's page. */
export function useDialogAddress() {
  const [given] = useScreenAddress(GIVEN);
  const { valueOf, ...dialog } = useOverlay(DIALOGS, GIVEN_NAMES);
  return {
    isAdding: valueOf("add") !== null,
    given,
    editedId: valueOf("edit"),
    whelpedId: valueOf("whelp"),
    ...dialog,
  };
}
