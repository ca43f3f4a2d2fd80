/**
 * What the dog list shows, kept in the address so that it can be shared and survives a reload. Whether dogs that are gone
 * are left out is remembered in this browser, too, as a kennel that keeps its old dogs wants that every day.
 */
import { useSearchParams } from "@/lib/router";
import {
  DOG_FILTER_NAMES,
  filterValueLabel,
  NO_FILTERS,
  type DogFilterName,
  type DogFilterValues,
} from "@/features/dogs/list/dog-filters";
import { forgetStored, readStored, writeStored } from "@/lib/browser-storage";
import { DEFAULT_DOGS_PER_PAGE, DOGS_PER_PAGE_CHOICES } from "@domain/constants/paging";

export type DogListParams = DogFilterValues & { search: string; page: number; limit: number };

const REMEMBERED_KEY = "studbook.dogs.in-kennel";

/** Remembers the choice for the next visit. */
function rememberInKennel(choice: string): void {
  if (choice === "") forgetStored(REMEMBERED_KEY);
  else writeStored(REMEMBERED_KEY, choice);
}

function readFilter(params: URLSearchParams, name: DogFilterName): string {
  const remembered = name === "isInKennel" ? readStored(REMEMBERED_KEY) : null;
  const value = (params.get(name) ?? remembered ?? "").trim();
  return filterValueLabel(name, value) === null ? "" : value;
}

/** Reads the list's state out of an address; anything odd in it becomes the default. */
export function readDogListParams(params: URLSearchParams): DogListParams {
  const page = Number(params.get("page") ?? 1);
  const limit = Number(params.get("perPage") ?? DEFAULT_DOGS_PER_PAGE);
  const isChoice = DOGS_PER_PAGE_CHOICES.some((choice) => choice === limit);
  const filters = { ...NO_FILTERS };
  for (const name of DOG_FILTER_NAMES) filters[name] = readFilter(params, name);
  return {
    ...filters,
    search: params.get("search") ?? "",
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    limit: isChoice ? limit : DEFAULT_DOGS_PER_PAGE,
  };
}

/** Writes the list's state into an address, leaving out what is the default. */
export function writeDogListParams(params: URLSearchParams, state: DogListParams): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string, isDefault: boolean) => {
    if (isDefault) next.delete(name);
    else next.set(name, value);
  };
  set("search", state.search, state.search === "");
  for (const name of DOG_FILTER_NAMES) set(name, state[name], state[name] === "");
  set("page", String(state.page), state.page === 1);
  set("perPage", String(state.limit), state.limit === DEFAULT_DOGS_PER_PAGE);
  return next;
}

/** Returns the list's state and a function that changes it; whatever changes but the page begins at the first page. */
export function useDogListParams() {
  const [params, setParams] = useSearchParams();
  const state = readDogListParams(params);
  const change = (changes: Partial<DogListParams>) => {
    const startsOver = changes.page === undefined;
    if (changes.isInKennel !== undefined) rememberInKennel(changes.isInKennel);
    // Typing replaces the entry, so that Back does not go through every letter.
    setParams(
      (last) =>
        writeDogListParams(last, {
          ...readDogListParams(last),
          ...(startsOver ? { page: 1 } : {}),
          ...changes,
        }),
      {
        replace: changes.search !== undefined,
      },
    );
  };
  return { ...state, change };
}
