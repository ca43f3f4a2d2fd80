/** Tests who is present at a dog and in a kennel. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { PRESENCE_BEAT_MS } from "../../domain/kennels/rules";
import { addLitter } from "../support/litters";
import { addDog, failureOf, signIn, startTeam, type Person, type Team, addMember } from "../support/backend";

let team: Team;
let dogId: Id<"dogs">;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.setSystemTime(new Date("2025-06-15T12:00:00Z"));
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId))._id;
});
afterEach(async () => {
  // The component's worker sleeps until the next deadline. Its scheduled work belongs to this test's deployment.
  vi.clearAllTimers();
  vi.useRealTimers();
});

const WINDOW = "window-1";
type Ticket = Awaited<ReturnType<typeof beatDog>>;
type Beat = { isEditing?: boolean; windowId?: string; isArriving?: boolean };

const beatDog = async (person: Person, beat: Beat = {}) =>
  await person.as.mutation(api.kennels.presence.beatDog, {
    dogId,
    isEditing: false,
    windowId: WINDOW,
    isArriving: true,
    ...beat,
  });
const beatKennel = async (person: Person, place: "kennel" | "settings" = "kennel", isEditing = false) =>
  await person.as.mutation(api.kennels.presence.beatPlace, {
    kennelId: team.kennelId,
    place,
    isEditing,
    windowId: WINDOW,
    isArriving: true,
  });
const peopleOf = async (reader: Person, kennelId: string = team.kennelId) =>
  await reader.as.query(api.kennels.presence.people, { kennelId });
const nameIn = (people: Awaited<ReturnType<typeof peopleOf>>, id: string) =>
  people.find(({ userId }) => userId === id)?.name ?? "a stranger";

const atDog = async (reader: Person) => {
  const present = await reader.as.query(api.kennels.presence.atDog, { dogId });
  if (present === null) return null;
  const people = await peopleOf(reader);
  return present
    .map(({ userId, isEditing }) => `${nameIn(people, userId)} ${isEditing ? "edits" : "views"}`)
    .sort();
};
const atKennel = async (
  reader: Person,
  place: "kennel" | "settings" = "kennel",
  kennelId = team.kennelId,
) => {
  const present = await reader.as.query(api.kennels.presence.atPlace, { kennelId, place });
  const people = await peopleOf(reader, kennelId);
  return present.map(({ userId }) => nameIn(people, userId)).sort();
};

/** The worker runs in between, as in a deployment. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await team.deployment.finishInProgressScheduledFunctions();
}

describe("presence at a dog", () => {
  it("shows who is viewing and who is editing", async () => {
    await beatDog(team.viewer);
    await beatDog(team.staff, { isEditing: true });
    expect(await atDog(team.owner)).toEqual(["staff edits", "viewer views"]);
  });

  it("counts a person once, as editing if they edit in any of their windows", async () => {
    await beatDog(team.staff, { windowId: "window-1" });
    const editing = await beatDog(team.staff, { windowId: "window-2", isEditing: true });
    expect(await atDog(team.owner)).toEqual(["staff edits"]);
    await team.deployment.mutation(api.kennels.presence.leave, editing);
    expect(await atDog(team.owner)).toEqual(["staff views"]);
  });

  it("ends with the ticket of this window, without a token, and only for this window", async () => {
    const first = await beatDog(team.staff, { windowId: "window-1" });
    await beatDog(team.staff, { windowId: "window-2" });
    await team.deployment.mutation(api.kennels.presence.leave, first);
    expect(await atDog(team.owner)).toEqual(["staff views"]);
    await team.deployment.mutation(api.kennels.presence.leave, first);
    expect(await atDog(team.owner)).toEqual(["staff views"]);
  });

  it("cannot be ended with another person's room and an invented ticket", async () => {
    const { room } = await beatDog(team.staff);
    await team.deployment.mutation(api.kennels.presence.leave, { room, sessionToken: "guessed" });
    expect(await atDog(team.owner)).toEqual(["staff views"]);
  });

  it("ends without further signals, and continues while signals arrive", async () => {
    await beatDog(team.staff);
    await beatDog(team.manager);
    for (let i = 0; i < 4; i += 1) {
      await pass(PRESENCE_BEAT_MS);
      await beatDog(team.manager, { isArriving: false });
    }
    expect(await atDog(team.owner)).toEqual(["manager views"]);
  });

  it("ends when the dog is deleted", async () => {
    await beatDog(team.staff);
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId });
    expect(await atDog(team.owner)).toBeNull();
    expect((await failureOf(beatDog(team.staff, { isArriving: false }))).code).toBe("NOT_FOUND");
  });

  it("requires the right to edit for editing, and an id of the window", async () => {
    expect((await failureOf(beatDog(team.viewer, { isEditing: true }))).code).toBe("FORBIDDEN");
    expect((await failureOf(beatDog(team.viewer, { windowId: "a/b" }))).details.fields).toHaveProperty(
      "windowId",
    );
  });

  it("is hidden from everybody outside the kennel", async () => {
    await beatDog(team.owner);
    expect(await atDog(team.stranger)).toBeNull();
    expect((await failureOf(beatDog(team.stranger))).code).toBe("NOT_FOUND");
    expect((await failureOf(team.deployment.query(api.kennels.presence.atDog, { dogId }))).code).toBe(
      "UNAUTHENTICATED",
    );
  });

  it("shows no names to users who may not read the team", async () => {
    await beatDog(team.staff);
    const rights = { role: "viewer", permissions: { members: "none" } } as const;
    const { userId } = team.viewer;
    await team.owner.as.mutation(api.kennels.members.update, { kennelId: team.kennelId, userId, ...rights });
    expect(await atDog(team.viewer)).toEqual(["Somebody views"]);
  });
});

describe("presence in the app", () => {
  type Where = NonNullable<(typeof api.kennels.presence.beatPlace)["_args"]["where"]>;
  const go = async (person: Person, where: Where, more: { windowId?: string; leaving?: Ticket } = {}) =>
    await person.as.mutation(api.kennels.presence.beatPlace, {
      ...{ kennelId: team.kennelId, place: "kennel", isEditing: false, windowId: WINDOW, isArriving: true },
      ...{ where, ...more },
    });
  const whereIs = async (reader: Person, userId: string) => {
    const { kennelId } = team;
    const present = await reader.as.query(api.kennels.presence.atPlace, { kennelId, place: "kennel" });
    return present.find((person) => person.userId === userId)?.at;
  };

  it("names the screen and the open record, and updates when the record is renamed", async () => {
    const { litterId, breedingId } = await addLitter(team);
    await go(team.staff, { screen: "dogs", recordId: dogId });
    await go(team.manager, { screen: "litters", recordId: litterId });
    await go(team.viewer, { screen: "breeding", recordId: breedingId });
    await team.owner.as.mutation(api.dogs.dogs.update, { dogId, callName: "Bell", today: "2025-06-15" });
    expect(await whereIs(team.owner, team.staff.userId)).toEqual([{ screen: "dogs", record: "Bell" }]);
    const title = expect.stringContaining(" × ") as string;
    expect(await whereIs(team.owner, team.manager.userId)).toEqual([{ screen: "litters", record: title }]);
    expect(await whereIs(team.owner, team.viewer.userId)).toEqual([{ screen: "breeding", record: title }]);
  });

  it("changes in one step when a person opens another screen, for each of their windows", async () => {
    const first = await go(team.staff, { screen: "dogs", recordId: dogId });
    await go(team.staff, { screen: "settings" }, { windowId: "window-2" });
    await go(team.staff, { screen: "reminders" }, { leaving: first });
    const at = await whereIs(team.owner, team.staff.userId);
    expect(at?.map(({ screen }) => screen).sort()).toEqual(["reminders", "settings"]);
  });

  it("shows nobody in an area that the reader may not read, nor at records of other kennels", async () => {
    const { kennelId, owner, stranger, viewer } = team;
    const [other] = await stranger.as.query(api.kennels.kennels.list, {});
    const foreign = await addDog(stranger, other?._id ?? kennelId, { name: "Secret" });
    await go(team.staff, { screen: "dogs", recordId: foreign._id });
    expect(await whereIs(owner, team.staff.userId)).toEqual([{ screen: "dogs", record: null }]);
    await go(team.manager, { screen: "dogs", recordId: dogId });
    await owner.as.mutation(api.kennels.members.update, {
      ...{ kennelId, userId: viewer.userId, role: "viewer", permissions: { dogs: "none" } },
    });
    expect(await whereIs(viewer, team.manager.userId)).toEqual([]);
    expect(await whereIs(owner, team.manager.userId)).toEqual([{ screen: "dogs", record: "Bella" }]);
  });

  it("[KEN-05] of a removed member ends immediately", async () => {
    await go(team.staff, { screen: "dogs", recordId: dogId });
    const { kennelId, owner, staff } = team;
    await owner.as.mutation(api.kennels.members.remove, { kennelId, userId: staff.userId });
    expect(await whereIs(owner, staff.userId)).toBeUndefined();
  });
});

describe("presence in a kennel", () => {
  it("shows the people there, separately for each place", async () => {
    await beatKennel(team.staff);
    await beatKennel(team.manager, "settings", true);
    expect(await atKennel(team.owner)).toEqual(["staff"]);
    expect(await atKennel(team.owner, "settings")).toEqual(["manager"]);
    expect((await failureOf(beatKennel(team.staff, "settings", true))).code).toBe("FORBIDDEN");
  });

  it("[KEN-05] of a removed member ends immediately, everywhere in this kennel and nowhere else", async () => {
    const { kennelId: other } = (await team.staff.as.query(api.kennels.kennels.list, {})).map(({ _id }) => ({
      kennelId: _id,
    }))[0] ?? { kennelId: team.kennelId };
    await addMember(team.staff, team.owner, { kennelId: other, role: "viewer" });
    const beat = { place: "kennel", isEditing: false, windowId: WINDOW, isArriving: true } as const;
    await team.staff.as.mutation(api.kennels.presence.beatPlace, { kennelId: other, ...beat });
    await beatKennel(team.staff);
    await beatDog(team.staff);
    const { kennelId, owner, staff } = team;
    await owner.as.mutation(api.kennels.members.remove, { kennelId, userId: staff.userId });
    expect(await atKennel(owner)).toEqual([]);
    expect(await atDog(owner)).toEqual([]);
    expect((await failureOf(beatKennel(staff))).code).toBe("NOT_FOUND");
    expect(await atKennel(owner, "kennel", other)).toEqual(["staff"]);
  });

  it("names the people of the kennel and marks the caller, and a person alone need not send signals", async () => {
    const solo = await signIn(team.deployment, "solo@example.com");
    const [kennel] = await solo.as.query(api.kennels.kennels.list, {});
    const kennelId = kennel?._id ?? "";
    expect(await peopleOf(solo, kennelId)).toMatchObject([{ name: "solo", isSelf: true }]);
    await addMember(solo, team.staff, { kennelId, role: "viewer" });
    expect((await peopleOf(solo, kennelId)).map(({ name, isSelf }) => [name, isSelf]).sort()).toEqual([
      ["solo", true],
      ["staff", false],
    ]);
  });

  it("is hidden from everybody outside the kennel", async () => {
    expect((await failureOf(atKennel(team.stranger))).code).toBe("NOT_FOUND");
    expect((await failureOf(peopleOf(team.stranger))).code).toBe("NOT_FOUND");
    expect((await failureOf(beatKennel(team.stranger))).code).toBe("NOT_FOUND");
  });
});
