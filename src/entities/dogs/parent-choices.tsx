/** The options of a parent picker: searched on the server while the breeder types. */
import type { FunctionReturnType } from "convex/server";
import { distinctCallName, standingMark } from "@/entities/dogs/dog-labels";
import { narrowDogs } from "@/entities/dogs/dog-combobox";
import type { ComboboxOption } from "@/components/ui/combobox";
import { useDebouncedValue } from "@/hooks/use-debounced-value";
import { useKennel } from "@/hooks/use-kennel";
import { useLastData } from "@/hooks/use-last";
import { useLiveQuery } from "@/hooks/use-live-query";
import { PARENT_CHOICES_LIMIT, type Gender } from "@domain/dogs/rules";
import { api } from "@convex/_generated/api";

const SEARCH_DELAY_MS = 200;

type ParentChoice = FunctionReturnType<typeof api.dogs.dogs.searchParents>[number];

/** Converts a possible parent to an option. */
export function optionOf(choice: ParentChoice): ComboboxOption {
  const callName = distinctCallName(choice);
  const mark = standingMark(choice);
  return {
    value: choice._id,
    label: [choice.name, callName, choice.breed, mark].filter(Boolean).join(", "),
    text: choice.name,
    alsoNamed: [callName, choice.registrationNumber].filter((name) => name !== null),
    content: (
      <>
        <span className="block font-semibold break-words">{choice.name}</span>
        <span className="block truncate text-sm text-muted-foreground">
          {callName ? `“${callName}” · ` : ""}
          {choice.breed}
          {mark ? ` · ${mark}` : ""}
        </span>
      </>
    ),
  };
}

/** Searches the possible parents; null does not search, because the list is closed. */
export function useParentChoices(gender: Gender, excludeDogId: string | undefined, typed: string | null) {
  const { kennelId } = useKennel();
  const search = typed ?? "";
  const isOpen = typed !== null;
  const settled = useDebouncedValue(search, SEARCH_DELAY_MS);
  const args = { kennelId, gender, search: settled, ...(excludeDogId ? { excludeDogId } : {}) };
  const result = useLiveQuery(api.dogs.dogs.searchParents, isOpen ? args : "skip");
  const found = useLastData(result, isOpen) ?? [];
  const isCurrent = result.status === "ready" && settled === search;
  return {
    choices: isCurrent ? found : narrowDogs(found, search),
    isLoading: isOpen && !isCurrent,
    moreText:
      isCurrent && result.data.length >= PARENT_CHOICES_LIMIT ? "Type a name to find the others." : undefined,
  };
}
