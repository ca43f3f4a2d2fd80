/** What the dog list shows, kept in the address so that it can be shared and survives a reload. */
import { useSearchParams } from "react-router-dom";
import { DEFAULT_DOGS_PER_PAGE, DOGS_PER_PAGE_CHOICES } from "../../../domain/constants/paging";

export type DogListParams = { search: string; page: number; limit: number };

/** Reads the list's state out of an address; anything odd in it becomes the default. */
export function readDogListParams(params: URLSearchParams): DogListParams {
  const page = Number(params.get("page") ?? 1);
  const limit = Number(params.get("perPage") ?? DEFAULT_DOGS_PER_PAGE);
  const isChoice = DOGS_PER_PAGE_CHOICES.some((choice) => choice === limit);
  return {
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
  set("page", String(state.page), state.page === 1);
  set("perPage", String(state.limit), state.limit === DEFAULT_DOGS_PER_PAGE);
  return next;
}

/** Returns the list's state and a function that changes it; a new search or size begins at the first page. */
export function useDogListParams() {
  const [params, setParams] = useSearchParams();
  const state = readDogListParams(params);
  const change = (changes: Partial<DogListParams>) => {
    const startsOver = changes.search !== undefined || changes.limit !== undefined;
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
