/**
 * The address of the Breeding screen.
 *   /dashboard/breeding[/{breeding}]?tab=…&search=…&add=1[&sire=…|&dam=…][&day=…] | &edit={breeding}[&field=…] |
 *   &whelp={breeding}
 */
import { useParams } from "@/lib/router";
import { text, typed, useOverlay, useRecordPlace, useScreenAddress } from "@/lib/screen-address";
import { CONTRACT_NAMES } from "@/entities/contracts/contract-address";
import { BREEDING_STATUSES, type BreedingStatus } from "@domain/breedings/rules";

const DIALOGS = ["add", "edit", "whelp"] as const;

const GIVEN = {
  sireId: { ...text, as: "sire" },
  damId: { ...text, as: "dam" },
  breedingDate: { ...text, as: "day" },
};
const GIVEN_NAMES = ["sire", "dam", "day", "field"];

export type StatusTab = "all" | BreedingStatus;

const isStatusTab = (name: string): name is StatusTab =>
  name === "all" || BREEDING_STATUSES.some((status) => status === name);

export function useBreedingListAddress() {
  const [{ tab, search }, change] = useScreenAddress({ tab: { ...text, initial: "all" }, search: typed });
  return {
    /** A status, 'all', or another part of the screen. */
    tab,
    status: isStatusTab(tab) ? tab : ("all" as const),
    search,
    setTab: (next: string) => change({ tab: next }),
    setSearch: (next: string) => change({ search: next }),
  };
}

export function useDetailAddress() {
  const { breedingId } = useParams();
  return {
    breedingId,
    ...useRecordPlace("/dashboard/breeding", [...DIALOGS, ...GIVEN_NAMES, ...CONTRACT_NAMES]),
  };
}

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
