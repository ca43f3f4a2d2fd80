/** Tests saved views of the list of dogs. */
import { beforeEach, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { MAX_DOG_VIEWS } from "../../domain/dogs/rules";
import { failureOf, firstKennelOf, startTeam, type Person, type Team } from "../support/backend";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

type State = (typeof api.dogs.dogViews.create)["_args"]["state"];
const STATE: State = {
  filters: { status: "sold", gender: "" },
  layout: "table",
  sort: "breed",
  direction: "desc",
  columns: ["status", "breed"],
};
const create = async (name: string, { person = team.viewer, state = STATE, kennelId = team.kennelId } = {}) =>
  await person.as.mutation(api.dogs.dogViews.create, { kennelId, name, state });
const list = async (person: Person = team.viewer) =>
  await person.as.query(api.dogs.dogViews.list, { kennelId: team.kennelId });
const names = async (person?: Person) => (await list(person)).map(({ name }) => name);

it("[GAP-DOG-29] views are personal, even a viewer's, and are listed A to Z in natural order", async () => {
  for (const name of ["Litter 10", " litter 9 ", "Älteste"]) await create(name);
  await create("Mine", { person: team.owner });
  expect(await names()).toEqual(["Älteste", "litter 9", "Litter 10"]);
  expect(await names(team.owner)).toEqual(["Mine"]);
  const [view] = await list(team.owner);
  expect(view?.state).toEqual({ ...STATE, filters: { status: "sold" } });
});

it("views can be renamed, changed and deleted, only by their person", async () => {
  const { id: viewId } = await create("Sold");
  await create("Old");
  const at = { kennelId: team.kennelId, viewId };
  const { update, remove } = api.dogs.dogViews;
  expect((await failureOf(team.owner.as.mutation(update, { ...at, name: "X" }))).code).toBe("NOT_FOUND");
  expect((await failureOf(team.owner.as.mutation(remove, at))).code).toBe("NOT_FOUND");
  const taken = await failureOf(team.viewer.as.mutation(update, { ...at, name: "OLD" }));
  expect(taken.details.fields).toEqual({ name: "There is already a view with this name" });
  // A name in another letter case is the same view.
  await team.viewer.as.mutation(update, { ...at, name: "SOLD", state: { ...STATE, columns: null } });
  expect((await list())[1]).toMatchObject({ name: "SOLD", state: { columns: null, sort: "breed" } });
  await team.viewer.as.mutation(remove, at);
  expect(await names()).toEqual(["Old"]);
});

it("views accept only settings that the list can show", async () => {
  const refused = async (name: string, state: Partial<State> = {}) =>
    (await failureOf(create(name, { state: { ...STATE, ...state } }))).code;
  expect(await refused(" ")).toBe("VALIDATION_FAILED");
  expect(await refused("A", { filters: { status: "lost" } })).toBe("VALIDATION_FAILED");
  expect(await refused("A", { sort: "paw" })).toBe("VALIDATION_FAILED");
  expect(await refused("A", { columns: ["paw"] })).toBe("VALIDATION_FAILED");
  expect(await names()).toEqual([]);
});

it("views are limited in number, and the refusal names the limit", async () => {
  for (let number = 1; number <= MAX_DOG_VIEWS; number += 1) await create(`View ${number}`);
  expect(await failureOf(create("One more"))).toMatchObject({
    code: "LIMIT_REACHED",
    details: { count: MAX_DOG_VIEWS },
  });
});

it("[GAP-API-06] views cannot be stored in a kennel of which the person is no member", async () => {
  const kennelId = await firstKennelOf(team.stranger);
  expect((await failureOf(create("A", { kennelId }))).code).toBe("NOT_FOUND");
});
