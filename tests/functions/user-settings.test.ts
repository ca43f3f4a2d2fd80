/** Tests personal settings. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { failureOf, startTeam, type Person, type Team } from "../support/backend";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const read = async (person: Person) =>
  (await person.as.query(api.accounts.userSettings.get, {})).notifications;
const change = async (person: Person, notifications: { email?: boolean; sms?: boolean; push?: boolean }) =>
  await person.as.mutation(api.accounts.userSettings.update, { notifications });

describe("notification settings", () => {
  it("[GAP-SET-17] default to email and push, not SMS", async () => {
    expect(await read(team.owner)).toEqual({ email: true, sms: false, push: true });
  });

  it("[GAP-ALR-04] store a change and leave the other channels unchanged", async () => {
    await change(team.owner, { sms: true });
    const { notifications } = await change(team.owner, { email: false });
    expect(notifications).toEqual({ email: false, sms: true, push: true });
    expect(await read(team.owner)).toEqual(notifications);
  });

  it("are personal, also for a viewer", async () => {
    await change(team.viewer, { push: false });
    expect(await read(team.viewer)).toEqual({ email: true, sms: false, push: false });
    expect(await read(team.owner)).toEqual({ email: true, sms: false, push: true });
  });

  it("are refused to signed-out callers", async () => {
    const reading = await failureOf(team.deployment.query(api.accounts.userSettings.get, {}));
    const writing = await failureOf(
      team.deployment.mutation(api.accounts.userSettings.update, { notifications: {} }),
    );
    expect([reading.code, writing.code]).toEqual(["UNAUTHENTICATED", "UNAUTHENTICATED"]);
  });
});

describe("weight units", () => {
  const choose = async (weightUnits: { dog: string; puppy: string } | null) =>
    (await team.viewer.as.mutation(api.accounts.userSettings.update, { weightUnits })).weightUnits;

  it("are personal, must be valid, and remain when the notifications are reset", async () => {
    expect(await choose({ dog: "kg", puppy: "lb" })).toEqual({ dog: "kg", puppy: "lb" });
    expect((await team.owner.as.query(api.accounts.userSettings.get, {})).weightUnits).toBeNull();
    const refused = await failureOf(choose({ dog: "kg", puppy: "stone" }));
    expect(refused.code).toBe("VALIDATION_FAILED");
    const { weightUnits } = await team.viewer.as.mutation(api.accounts.userSettings.reset, {});
    expect(weightUnits).toEqual({ dog: "kg", puppy: "lb" });
    expect(await choose(null)).toBeNull();
  });
});

describe("the view of the immunizations", () => {
  const choose = async (immunizationsView: string | null) =>
    (await team.viewer.as.mutation(api.accounts.userSettings.update, { immunizationsView }))
      .immunizationsView;

  it("is a personal choice between two, and remains when the notifications are reset", async () => {
    expect(await choose("matrix")).toBe("matrix");
    expect((await team.owner.as.query(api.accounts.userSettings.get, {})).immunizationsView).toBeNull();
    expect((await failureOf(choose("list"))).code).toBe("VALIDATION_FAILED");
    const { immunizationsView } = await team.viewer.as.mutation(api.accounts.userSettings.reset, {});
    expect(immunizationsView).toBe("matrix");
    expect(await choose(null)).toBeNull();
  });
});

describe("the columns of the table of dogs", () => {
  const choose = async (person: Person, dogColumns: string[] | null) =>
    (await person.as.mutation(api.accounts.userSettings.update, { dogColumns })).dogColumns;

  it("are stored in order for only that person, also for a viewer", async () => {
    expect(await choose(team.viewer, ["color", "breed", "color"])).toEqual(["color", "breed"]);
    const { dogColumns } = await team.owner.as.query(api.accounts.userSettings.get, {});
    expect(dogColumns).toBeNull();
    expect(await choose(team.viewer, [])).toEqual([]);
    expect(await choose(team.viewer, null)).toBeNull();
  });

  it("must be valid, and remain when the notifications are reset", async () => {
    const refused = await failureOf(choose(team.owner, ["breed", "paw"]));
    expect(refused.code).toBe("VALIDATION_FAILED");
    await choose(team.owner, ["breed"]);
    const { dogColumns } = await team.owner.as.mutation(api.accounts.userSettings.reset, {});
    expect(dogColumns).toEqual(["breed"]);
  });

  it("have personal widths, which are stored with the columns", async () => {
    const set = async (dogColumnWidths: Record<string, number>) =>
      (await team.viewer.as.mutation(api.accounts.userSettings.update, { dogColumnWidths })).dogColumnWidths;
    expect(await set({ name: 332.4, breed: 9000 })).toEqual({ name: 332, breed: 960 });
    expect((await team.owner.as.query(api.accounts.userSettings.get, {})).dogColumnWidths).toEqual({});
    expect((await failureOf(set({ paw: 100 }))).code).toBe("VALIDATION_FAILED");
    const { dogColumnWidths } = await team.viewer.as.mutation(api.accounts.userSettings.reset, {});
    expect(dogColumnWidths).toEqual({ name: 332, breed: 960 });
    expect(await set({})).toEqual({});
  });
});
