/** Saved views of the dog list. */
import { expect, it } from "vitest";
import { readDogListParams, writeDogListParams } from "@/features/dogs/list/dog-list-params";
import { isShown, toListParams, toViewState } from "@/features/dogs/list/dog-views";

const read = (search: string) => readDogListParams(new URLSearchParams(search));
const SHOWN = ["breed", "status"] as const;

it("saved views restore filters, search, order and columns, whatever the list showed before", () => {
  const state = toViewState(read("view=table&search=oak&status=sold&sort=breed&direction=desc"), SHOWN);
  const before = read("view=table&gender=male&breed=Akita&page=3&columns=color&perPage=24");
  const address = writeDogListParams(new URLSearchParams(), { ...before, ...toListParams(state) });
  expect(Object.fromEntries(address)).toEqual({
    search: "oak",
    status: "sold",
    view: "table",
    sort: "breed",
    direction: "desc",
    columns: "breed,status",
    perPage: "24",
  });
});

it("saved views differ from the current list if any of their parts differs", () => {
  const state = toViewState(read("view=table&status=sold"), SHOWN);
  expect(isShown(state, toViewState(read("view=table&status=sold&page=2"), SHOWN))).toBe(true);
  for (const other of ["view=table", "view=cards&status=sold", "view=table&status=sold&sort=breed"]) {
    expect(isShown(state, toViewState(read(other), SHOWN))).toBe(false);
  }
  expect(isShown(state, toViewState(read("view=table&status=sold"), ["status", "breed"]))).toBe(false);
});

it("saved views of cards contain no columns", () => {
  expect(toViewState(read("status=sold"), SHOWN).columns).toBeNull();
});
