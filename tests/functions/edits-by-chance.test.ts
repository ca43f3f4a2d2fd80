/**
 * Tests that the last person who changed a field is named, after random actions of several people and random clock
 * changes.
 */
import { afterEach, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { lastEditOf } from "../../src/hooks/edit-authors";
import { addDog, failureOf, startTeam, TODAY } from "../support/backend";
import { chanceOf } from "../support/random-kennel";

afterEach(() => vi.useRealTimers());

const FIELDS = ["color", "weight", "notes"] as const;
const HOUR_MS = 3_600_000;
const STEPS = 40;

it.each([1, 2, 3, 4, 5, 6])("[GAP-API-11] names who changed each field last, case %i", async (seed) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date(`${TODAY}T12:00:00Z`));
  const chance = chanceOf(seed);
  const oneOf = <Value>(values: readonly [Value, ...Value[]]): Value =>
    values[Math.floor(chance() * values.length)] ?? values[0];
  const { owner, manager, staff, kennelId, deployment } = await startTeam();
  const names = new Map([
    [owner, "Olga Owner"],
    [manager, "manager"],
    [staff, "staff"],
  ]);
  const { _id: dogId, ...made } = await addDog(owner, kennelId);
  const read = async () => await owner.as.query(api.dogs.dogs.get, { dogId });

  /** Each version with its values and the last person who changed each field. */
  const versions = [{ at: made.updatedAt, dog: await read(), authors: new Map<string, string>() }];
  for (let step = 0; step < STEPS; step += 1) {
    vi.setSystemTime(Date.now() + oneOf([0, 0, 1, 30_000, HOUR_MS, -30_000, -HOUR_MS, -24 * HOUR_MS]));
    const person = oneOf([owner, manager, staff]);
    if (chance() < 0.2) {
      const changeIds = await deployment.run(async (ctx) =>
        (await ctx.db.query("changes").collect())
          .filter(({ kind, recordId }) => kind === "changed" && recordId === dogId)
          .map(({ _id }) => _id),
      );
      const changeId = changeIds[Math.floor(chance() * changeIds.length)];
      const undone = person.as.mutation(api.history.history.undo, {
        ...{ kennelId, changeId: changeId ?? "", today: TODAY },
      });
      // Undo is refused if the change was already undone, or changed again since.
      const refusal = await undone.then(
        () => null,
        async () => (await failureOf(undone)).code,
      );
      expect([null, "NOT_FOUND", "CHANGED_SINCE"]).toContain(refusal);
    } else {
      await person.as.mutation(api.dogs.dogs.update, {
        ...{ dogId, today: TODAY },
        ...(chance() < 0.6 && { color: oneOf(["Tan", "Red", null]) }),
        ...(chance() < 0.4 && { weight: oneOf([20, 30, null]) }),
        ...(chance() < 0.4 && { notes: oneOf(["Calm", "Shy", null]) }),
      });
    }
    const last = versions.at(-1);
    const dog = await read();
    const authors = new Map(last?.authors);
    for (const field of FIELDS)
      if (dog?.[field] !== last?.dog?.[field]) authors.set(field, names.get(person) ?? "");
    versions.push({ at: dog?.updatedAt ?? 0, dog, authors });
  }

  const now = versions.at(-1);
  let told = 0;
  for (const { at, dog } of versions) {
    const edits = (await staff.as.query(api.dogs.dogs.editsSince, { dogId, since: at })) ?? [];
    for (const field of FIELDS) {
      if (dog?.[field] === now?.dog?.[field]) continue;
      told += 1;
      const author = now?.authors.get(field);
      expect([field, at, lastEditOf(edits, [field])?.name]).toEqual([
        field,
        at,
        author === "staff" ? "you, in another window" : author,
      ]);
    }
  }
  expect(told).toBeGreaterThan(0);
});
