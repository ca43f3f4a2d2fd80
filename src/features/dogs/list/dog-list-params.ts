/**
 * The state of the dog list. It is in the address, so that it can be shared and survives a reload. By default the
 * list shows all dogs in alphabetical order. This browser also remembers whether the user prefers the table.
 */
import { useSearchParams } from "@/lib/router";
import {
  DOG_FILTER_NAMES,
  filterValueLabel,
  NO_FILTERS,
  type DogFilterName,
  type DogFilterValues,
} from "@/features/dogs/list/dog-filters";
import { VIEW_KEY, viewOf, type DogView } from "@/features/dogs/list/first-dogs";
import { forgetStored, writeStored } from "@/lib/browser-storage";
import { toDogColumns, type DogColumn } from "@domain/dogs/table-columns";
import { DOG_SORT_COLUMNS, type DogSortColumn, type SortDirection } from "@domain/dogs/list-order";
import { DOGS_PER_PAGE_CHOICES } from "@domain/records/paging";

export type DogListParams = DogFilterValues & {
  search: string;
  page: number;
  /** Null for the default: 12 cards, or a table of all dogs. */
  limit: number | null;
  view: DogView;
  sort: DogSortColumn;
  direction: SortDirection;
  /** The columns after the name. Null for the user's own columns. */
  columns: readonly DogColumn[] | null;
};

function rememberView(view: DogView): void {
  if (view === "table") writeStored(VIEW_KEY, view);
  else forgetStored(VIEW_KEY);
}

function readFilter(params: URLSearchParams, name: DogFilterName): string {
  const value = (params.get(name) ?? "").trim();
  return filterValueLabel(name, value) === null ? "" : value;
}

function readColumns(params: URLSearchParams): DogColumn[] | null {
  const text = params.get("columns");
  return text === null ? null : toDogColumns(text.split(","));
}

/** Invalid values become the defaults. */
export function readDogListParams(params: URLSearchParams): DogListParams {
  const page = Number(params.get("page") ?? 1);
  const limit = DOGS_PER_PAGE_CHOICES.find((choice) => String(choice) === params.get("perPage"));
  const filters = { ...NO_FILTERS };
  for (const name of DOG_FILTER_NAMES) filters[name] = readFilter(params, name);
  return {
    ...filters,
    view: viewOf(params),
    sort: DOG_SORT_COLUMNS.find((column) => column === params.get("sort")) ?? "name",
    direction: params.get("direction") === "desc" ? "desc" : "asc",
    columns: readColumns(params),
    search: params.get("search") ?? "",
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    limit: limit ?? null,
  };
}

/** Default values are left out. */
export function writeDogListParams(params: URLSearchParams, state: DogListParams): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string, isDefault: boolean) => {
    if (isDefault) next.delete(name);
    else next.set(name, value);
  };
  set("search", state.search, state.search === "");
  for (const name of DOG_FILTER_NAMES) set(name, state[name], state[name] === "");
  set("view", state.view, state.view === "cards");
  set("sort", state.sort, state.sort === "name");
  set("direction", state.direction, state.direction === "asc");
  set("columns", state.columns?.join() ?? "", state.columns === null);
  set("page", String(state.page), state.page === 1);
  set("perPage", String(state.limit), state.limit === null);
  return next;
}

/** Every change except a change of page returns to the first page. */
export function useDogListParams() {
  const [params, setParams] = useSearchParams();
  const state = readDogListParams(params);
  const change = (changes: Partial<DogListParams>) => {
    const startsOver = changes.page === undefined;
    if (changes.view !== undefined) rememberView(changes.view);
    // Typing replaces the history entry, so that Back does not step through every letter.
    setParams(
      (last) =>
        writeDogListParams(last, {
          ...readDogListParams(last),
          ...(startsOver ? { page: 1 } : {}),
          ...changes,
        }),
      {
        replace: changes.search !== undefined && Object.keys(changes).length === 1,
      },
    );
  };
  return { ...state, change };
}
