/** Converts the dog list's state to a saved view and back. */
import type { FunctionReturnType } from "convex/server";
import { DOG_FILTER_NAMES, NO_FILTERS } from "@/features/dogs/list/dog-filters";
import type { DogListParams } from "@/features/dogs/list/dog-list-params";
import { areSameColumns, type DogColumn } from "@domain/dogs/table-columns";
import type { api } from "@convex/_generated/api";
import { failureText } from "@/lib/failure-text";
import { getErrorData } from "@domain/errors";

/** The error of the view's name, or what failed and why. */
export function viewFailure(message: string, error: unknown): string {
  const data = getErrorData(error);
  if (data?.code === "LIMIT_REACHED") {
    return `You have ${data.details.count} saved views in this kennel, the most there can be. Delete one to save another.`;
  }
  return data?.details.fields?.name ?? failureText(message, error);
}

export type SavedView = FunctionReturnType<typeof api.dogs.dogViews.list>[number];
type ViewState = SavedView["state"];

const NOTHING: Record<string, string> = { ...NO_FILTERS, search: "" };

/** `shown` are the table's columns. */
export function toViewState(params: DogListParams, shown: readonly DogColumn[]): ViewState {
  const values = { ...params, search: params.search.trim() };
  const set = (["search", ...DOG_FILTER_NAMES] as const).filter((name) => values[name] !== "");
  return {
    filters: Object.fromEntries(set.map((name) => [name, values[name]])),
    layout: params.view,
    sort: params.sort,
    direction: params.direction,
    columns: params.view === "table" ? [...shown] : null,
  };
}

/** Filters that the view does not have are cleared. */
export function toListParams({ filters, layout, ...order }: ViewState): Partial<DogListParams> {
  return {
    ...Object.fromEntries(Object.keys(NOTHING).map((name) => [name, filters[name] ?? ""])),
    view: layout,
    ...order,
    page: 1,
  };
}

export function isShown(view: ViewState, now: ViewState): boolean {
  const isNarrowedAlike = Object.keys(NOTHING).every(
    (name) => (view.filters[name] ?? "") === (now.filters[name] ?? ""),
  );
  const hasColumns = view.columns === null || areSameColumns(view.columns, now.columns ?? []);
  const isOrderedAlike = view.sort === now.sort && view.direction === now.direction;
  return isNarrowedAlike && isOrderedAlike && hasColumns && view.layout === now.layout;
}
