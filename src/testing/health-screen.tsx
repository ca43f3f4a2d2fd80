/** Sets up and opens the Health screen of a kennel with Bella. */
import { forgetRecorded } from "@/entities/health/recorded-doses";
import { HealthScreen } from "@/features/health/health-screen";
import { forgetVisit } from "@/features/vaccinations/visit";
import { makeDog, makeDogPage } from "@/testing/dogs";
import type { Dose } from "@/testing/doses";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { makePage } from "@/testing/pages";
import { renderScreen } from "@/testing/render";
import { api } from "@convex/_generated/api";

const PATH = "/dashboard/health";

export const bella = makeDog({ _id: "bella" as never, name: "Bella" });

/** Clears the previous test's state. */
export function resetHealth(...dogs: ReturnType<typeof makeDog>[]): void {
  const kennelDogs = dogs.length === 0 ? [bella] : dogs;
  fakeConvex.reset();
  sessionStorage.clear();
  forgetVisit();
  forgetRecorded();
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage(kennelDogs, args));
  fakeConvex.query(api.dogs.dogs.get, ({ dogId }) => kennelDogs.find(({ _id }) => _id === dogId) ?? null);
  fakeConvex.query(api.litters.litters.list, (args) => makePage([], args));
}

/** The lists of due doses stay empty. */
export function showDoses(...doses: Dose[]): void {
  fakeConvex.query(api.health.healthAlerts.overdue, (args) => makePage([], args));
  fakeConvex.query(api.health.healthAlerts.upcoming, (args) => makePage([], args));
  fakeConvex.query(api.vaccinations.immunizations.list, (args) => makePage(doses, args));
  fakeConvex.query(
    api.vaccinations.immunizations.get,
    ({ immunizationId }) => doses.find(({ _id }) => _id === immunizationId) ?? coded("NOT_FOUND"),
  );
}

export const openHealth = (rest: string, role: "owner" | "viewer" = "owner") =>
  renderScreen(<HealthScreen />, {
    path: PATH,
    at: `${PATH}${rest}`,
    role,
    children: [{ path: ":tab", element: null, children: [{ path: ":recordId", element: null }] }],
  });

export type User = ReturnType<typeof openHealth>["user"];
