/** Names of the server's pagination on screen, and the list's state in the address. */
import { describe, expect, it } from "vitest";
import { NO_FILTERS } from "@/features/dogs/list/dog-filters";
import {
  readDogListParams,
  writeDogListParams,
  type DogListParams,
} from "@/features/dogs/list/dog-list-params";
import { toListPagination } from "@/features/dogs/list/pagination";

describe("the pagination of a result", () => {
  it("[DOG-04] maps the server's names to the screens' names", () => {
    expect(
      toListPagination({ totalPages: 3, totalItems: 25, page: 1, limit: 12, hasNext: true, hasPrev: false }),
    ).toEqual({ pages: 3, total: 25, page: 1, limit: 12, hasNext: true, hasPrev: false });
  });
});

const PLAIN = { view: "cards", sort: "name", direction: "asc", columns: null } as const;
const ORDERED: Pick<DogListParams, "view" | "sort" | "direction" | "columns"> = {
  view: "table",
  sort: "breed",
  direction: "desc",
  columns: ["status", "color"],
};

describe("the list's state in the address", () => {
  it("reads the state that it wrote", () => {
    const filters = { ...NO_FILTERS, breed: "Česky Terrier", gender: "male", isBreedingDog: "true" };
    const state = { ...filters, search: "oak hollow", page: 3, limit: 48, ...ORDERED };
    expect(readDogListParams(writeDogListParams(new URLSearchParams(), state))).toEqual(state);
  });

  it("writes nothing for the defaults and keeps parameters of other parts", () => {
    const params = new URLSearchParams("page=2&add=1");
    expect(
      writeDogListParams(params, { ...NO_FILTERS, ...PLAIN, search: "", page: 1, limit: null }).toString(),
    ).toBe("add=1");
  });

  it.each([
    "page=0",
    "page=-2",
    "page=1.5",
    "page=x",
    "perPage=13",
    "perPage=",
    "status=lost",
    "gender=",
    "ageRange=old",
  ])("reads %s as the default", (text) => {
    expect(readDogListParams(new URLSearchParams(text))).toEqual({
      ...NO_FILTERS,
      ...PLAIN,
      search: "",
      page: 1,
      limit: null,
    });
  });
});
