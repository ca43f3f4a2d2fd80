/**
 * Tests that the preview of undoing an import equals what the undo then does, in random kennels with random later
 * changes.
 */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Doc } from "../../convex/_generated/dataModel";
import { makeRandom } from "../support/breed";
import { startTeam, TODAY, type Team } from "../support/backend";
import { checkRows, findRun, finishScheduled, type RowValues } from "../support/imports";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const everybody = async () => await team.deployment.run(async (ctx) => await ctx.db.query("dogs").take(1000));
const countersOf = async () =>
  await team.deployment.run(async (ctx) => {
    const row = await ctx.db
      .query("kennelCounters")
      .withIndex("by_kennel", (q) => q.eq("kennelId", team.kennelId))
      .unique();
    return [row?.dogs ?? 0, row?.externalDogs ?? 0];
  });

function checkKennel(dogs: readonly Doc<"dogs">[]): void {
  const byId = new Map(dogs.map((dog) => [dog._id, dog]));
  for (const dog of dogs) {
    const children = dogs.filter(({ sireId, damId }) => sireId === dog._id || damId === dog._id);
    expect([dog.name, dog.offspringCount]).toEqual([dog.name, children.length]);
    for (const [parentId, gender] of [
      [dog.sireId, "male"],
      [dog.damId, "female"],
    ] as const) {
      if (parentId === undefined) continue;
      const parent = byId.get(parentId);
      expect([dog.name, parent?.gender]).toEqual([dog.name, gender]);
      if (parent?.dateOfBirth && dog.dateOfBirth) expect(parent.dateOfBirth < dog.dateOfBirth).toBe(true);
    }
    const above = new Set([dog._id]);
    for (const id of above) {
      const each = byId.get(id);
      for (const parentId of [each?.sireId, each?.damId]) {
        expect(parentId).not.toBe(dog._id);
        if (parentId) above.add(parentId);
      }
    }
  }
  for (const field of ["registrationKey", "microchipKey"] as const) {
    const numbers = dogs.flatMap((dog) => dog[field] ?? []);
    expect(new Set(numbers).size).toBe(numbers.length);
  }
}

const DOGS = 14;

it.each([1, 2, 3, 4, 5, 40])("[GAP-DOG-03] the preview equals the result, kennel %i", async (seed) => {
  const { owner, kennelId } = team;
  const random = makeRandom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const names = Array.from({ length: DOGS }, (_, at) => `${oneOf(["Alba", "Borka", "Cilly"])} ${at} Eiche`);
  /** Its position determines sex, number and, in most cases, birth date. */
  const rowOf = (at: number): RowValues => {
    const parent = (sex: number) => {
      const places = names.flatMap((_, place) => (place < at && place % 2 === sex ? [place] : []));
      return places.length > 0 && below(3) > 0 ? names[oneOf(places)] : undefined;
    };
    const [sire, dam] = [parent(0), parent(1)];
    return {
      name: names[at] ?? "",
      breed: "Boxer",
      gender: at % 2 === 0 ? "male" : "female",
      registrationNumber: `N${at}0`,
      ...(below(3) > 0 && { dateOfBirth: `${2000 + at + below(2)}-0${1 + below(9)}-01` }),
      ...(below(2) > 0 && { microchipNumber: String(100_000_000_000_000 + at * 10 + below(2)) }),
      ...(below(3) === 0 && { color: oneOf(["Red", "Tan"]) }),
      ...(sire !== undefined && { sire }),
      ...(dam !== undefined && { dam }),
    };
  };
  const importSome = async (mode: "update" | "complete", kind: "dogs" | "ancestors") => {
    const places = names.flatMap((_, at) => (below(2) > 0 ? [at] : []));
    const runId = await checkRows(team, places.map(rowOf), { mode, kind });
    const args = { kennelId, runId };
    for (let round = 0; round < 4; round += 1) {
      const { questions } = await owner.as.query(api.imports.imports.problems, args);
      if (questions.length === 0) break;
      const answers = questions.map(({ key, candidates }) => ({
        key,
        answer: oneOf(["new", "none", ...candidates.map(({ node }) => node)]),
      }));
      await owner.as.mutation(api.imports.imports.answer, { ...args, answers });
      await finishScheduled(team);
    }
    await owner.as.mutation(api.imports.imports.confirm, args);
    await finishScheduled(team);
    expect((await findRun(team, runId, kind))?.state).toBe("finished");
    vi.setSystemTime(Date.now() + 60_000);
    checkKennel(await everybody());
    return runId;
  };
  /** Changes one random dog. Refused changes are ignored. */
  const work = async () => {
    const dogs = await everybody();
    const { _id: dogId } = oneOf(dogs);
    const own = oneOf(dogs.filter((dog) => !dog.isExternal)) ?? oneOf(dogs);
    const tries = [
      async () => await owner.as.mutation(api.dogs.dogs.update, { dogId, color: "Blue", today: TODAY }),
      async () =>
        await owner.as.mutation(api.dogs.dogs.update, {
          ...{ dogId, dateOfBirth: `20${10 + below(9)}-01-01`, today: TODAY },
        }),
      async () => {
        const sire = oneOf(dogs.filter(({ gender }) => gender === "male"));
        await owner.as.mutation(api.dogs.dogs.update, { dogId, sireId: sire._id, today: TODAY });
      },
      async () => await owner.as.mutation(api.dogs.dogs.remove, { dogId: own._id, confirmed: true }),
      async () =>
        await owner.as.mutation(api.reminders.reminders.create, {
          ...{ kennelId, dogId: own._id, title: "Worming", dueDate: "2025-06-20" },
        }),
    ];
    await oneOf(tries)().catch(() => null);
    vi.setSystemTime(Date.now() + 60_000);
  };
  const runs: string[] = [];
  const kinds = ["dogs", "dogs", oneOf(["dogs", "ancestors"] as const), "dogs"] as const;
  for (const kind of kinds) {
    runs.push(await importSome(oneOf(["update", "complete"] as const), kind));
    for (let times = below(4); times > 0; times -= 1) await work();
  }
  while (runs.length > 0) {
    const [runId = ""] = runs.splice(below(runs.length), 1);
    const args = { kennelId, runId };
    const before = await everybody();
    const foreseen = await owner.as.action(api.imports.imports.foresee, args);
    await owner.as.mutation(api.imports.imports.remove, args);
    await finishScheduled(team);
    vi.setSystemTime(Date.now() + 60_000);
    const after = await everybody();
    checkKennel(after);
    expect(await countersOf()).toEqual([
      after.filter((dog) => !dog.isExternal).length,
      after.filter((dog) => dog.isExternal).length,
    ]);
    const gone = before.filter(({ _id }) => !after.some((dog) => dog._id === _id));
    const stayed = before.filter((dog) => dog.importId === runId && !gone.includes(dog));
    const wasSaved = (dog: Doc<"dogs">) =>
      before.some((old) => old._id === dog._id && old.updatedAt !== dog.updatedAt);
    expect({ ...foreseen, keptNames: [...foreseen.keptNames].sort() }).toEqual({
      dogs: gone.filter((dog) => !dog.isExternal).length,
      ancestors: gone.filter((dog) => dog.isExternal).length,
      kept: stayed.length,
      keptNames: stayed.map(({ name }) => name).sort(),
      restored: after.filter(wasSaved).length,
      unrestored: expect.any(Number),
    });
  }
});
