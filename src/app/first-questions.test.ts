/** The queries that are sent together with the sign-in, before the page's code is loaded. */
import { afterEach, expect, it, vi } from "vitest";
import { getFunctionName } from "convex/server";
import { askFirst } from "@/app/first-questions";
import { toFilterArgs } from "@/features/dogs/list/use-dog-list";
import { DEFAULT_DOGS_PER_PAGE } from "@domain/records/paging";
import { readDogListParams } from "@/features/dogs/list/dog-list-params";

type Asked = Parameters<Parameters<typeof askFirst>[0]["prewarmQuery"]>[0];

afterEach(() => {
  window.history.replaceState(null, "", "/");
  localStorage.clear();
});

function askedAt(address: string): Asked[] {
  window.history.replaceState(null, "", address);
  const prewarmQuery = vi.fn<(question: Asked) => void>();
  askFirst({ prewarmQuery } as never);
  return prewarmQuery.mock.calls.map(([question]) => question);
}
const namesAt = (address: string) => askedAt(address).map(({ query }) => getFunctionName(query));
const ALWAYS = ["accounts/users:me", "kennels/kennels:list"];

it("the page sends the queries for the user, the kennels and the data of the addressed page", () => {
  expect(namesAt("/k/k1/dashboard/litters/l1")).toEqual([
    ...ALWAYS,
    "litters/litters:get",
    "litters/puppyWeights:list",
  ]);
  expect(namesAt("/k/k1/dashboard")).toContain("dashboard/dashboard:stats");
});

it("the page sends no page queries if the list is filtered or the address names no kennel", () => {
  expect(namesAt("/k/k1/dashboard/dogs?search=aria")).toEqual(ALWAYS);
  expect(namesAt("/dashboard")).toEqual(ALWAYS);
  expect(namesAt("/k/k1/dashboard/settings")).toEqual(ALWAYS);
});

it("the page sends the page's own list query, except for users who prefer another list", () => {
  const [, , list] = askedAt("/k/k1/dashboard/dogs");
  const { page, limit: _own, ...params } = readDogListParams(new URLSearchParams());
  // The comparison includes the order of the keys.
  expect(JSON.stringify(list?.args)).toBe(
    JSON.stringify({
      ...{ kennelId: "k1", limit: DEFAULT_DOGS_PER_PAGE },
      ...toFilterArgs({ page, limit: null, ...params }, ""),
      page,
    }),
  );
  localStorage.setItem("studbook.dogs.view", "table");
  expect(namesAt("/k/k1/dashboard/dogs")).toEqual(ALWAYS);
});
