/** Sets up and opens the Breeding screen. */
import type { FunctionReturnType } from "convex/server";
import { BreedingPage } from "@/features/breedings/breeding-page";
import { makeBreedingPage, type Breeding } from "@/testing/breedings";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import { api } from "@convex/_generated/api";

const PATH = "/dashboard/breeding";

export function showBreedings(...breedings: readonly Breeding[]): void {
  fakeConvex.query(api.breedings.breedings.list, (args) => makeBreedingPage(breedings, args));
  fakeConvex.query(
    api.breedings.breedings.get,
    ({ breedingId }) => breedings.find(({ _id }) => _id === breedingId) ?? coded("NOT_FOUND"),
  );
}

type Findings = NonNullable<FunctionReturnType<typeof api.breedings.breedings.compatibility>>["findings"];

/** The findings are the same for any pair. */
export function adviseOf(findings: Findings): void {
  const mating = {
    coefficient: 0,
    commonAncestors: [],
    further: 0,
    method: "Wright's coefficient",
    progress: null,
  };
  const advice = { score: 50, findings, mating, damLitters: { count: 0, lastOn: null } };
  fakeConvex.query(api.breedings.breedings.compatibility, () => advice);
}

export const openBreedings = (search = "", role: "owner" | "viewer" = "owner") =>
  renderScreen(<BreedingPage />, {
    path: PATH,
    at: `${PATH}${search}`,
    role,
    children: [{ path: ":breedingId", element: null }],
  });

export type User = ReturnType<typeof openBreedings>["user"];
