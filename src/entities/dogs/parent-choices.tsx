/** The options of a field for a parent, which the server searches while the user types. */
import type { FunctionReturnType } from "convex/server";
import { standingMark } from "@/entities/dogs/dog-labels";
import { namedOption } from "@/entities/dogs/named-option";
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

export const optionOf = (choice: ParentChoice): ComboboxOption =>
  namedOption(
    choice._id,
    { ...choice, detail: choice.breed, mark: standingMark(choice) },
    choice.registrationNumber === null ? [] : [choice.registrationNumber],
  );

/** Searches nothing while `typed` is null, because the list is closed. */
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
