/**
 * Compares searches on both engines. convex-test treats every word as a prefix and does not rank, so the random
 * part compares only which documents one word finds. Order is compared only where one order is possible.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type Engine } from "./engines";

let reference: Engine;
let embedded: Engine;
beforeAll(async () => {
  reference = await engines["convex-test"]();
  embedded = await engines.embedded();
});
afterAll(async () => {
  await reference?.close();
  await embedded?.close();
});

const sorted = (ranks: unknown) => [...(ranks as number[])].sort((a, b) => a - b);

const word = fc.constantFrom("a", "ab", "abc", "b", "Ba", "ANKA", "anka", "ankas");
const group = fc.constantFrom("x", "y");
const text = fc.record(
  { text: fc.array(word, { maxLength: 4 }).map((words) => words.join(" ")), group },
  { requiredKeys: ["text"] },
);
const asked = fc.record({ text: word, group: fc.option(group), from: fc.nat(4) }, { requiredKeys: ["text"] });

describe("a search for one word", () => {
  test("finds the same documents on both engines, before and after a commit", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 8 }),
        fc.array(asked, { minLength: 1, maxLength: 4 }),
        fc.record({ rank: fc.nat(8), to: fc.option(word), text: word }),
        async (texts, searches, change) => {
          const ranked = texts.map((fields, rank) => ({ ...fields, rank }));
          const answers: number[][][] = [];
          for (const engine of [reference, embedded]) {
            await engine.mutation("finding:fill", { texts: ranked });
            const found: number[][] = [];
            for (const one of searches) found.push(sorted(await engine.query("finding:search", one)));
            found.push(sorted(await engine.mutation("finding:changeAndSearch", change)));
            answers.push(found);
          }
          expect(answers[1]).toEqual(answers[0]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe.each(Object.entries(engines))("searches on %s", (_name, start) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(async () => engine?.close());

  test("pages of a search have no gaps or overlaps", async () => {
    const texts = Array.from({ length: 12 }, (_, rank) => ({
      text: rank % 3 === 0 ? "other" : "word",
      rank,
    }));
    await engine.mutation("finding:fill", { texts });
    const ranks: number[] = [];
    let cursor: string | null = null;
    for (let isDone = false; !isDone;) {
      const answer = await engine.query("finding:page", {
        text: "wor",
        paginationOpts: { numItems: 3, cursor },
      });
      const found = answer as { page: number[]; continueCursor: string; isDone: boolean };
      ranks.push(...found.page);
      ({ continueCursor: cursor, isDone } = found);
    }
    expect(sorted(ranks)).toEqual([1, 2, 4, 5, 7, 8, 10, 11]);
  });

  test("a search without a word finds nothing", async () => {
    await engine.mutation("finding:fill", { texts: [{ text: "word", rank: 0 }] });
    expect(await engine.query("finding:search", { text: " " })).toEqual([]);
  });

  test("the nearest points of the requested groups and names come first", async () => {
    const ids: Record<string, unknown> = {};
    for (const [name, x, y, of] of [
      ["east", 3, 0, "axes"],
      ["north", 0, 2, "axes"],
      ["northeast", 1, 1, "between"],
      ["west", -1, 0, "axes"],
      ["south", 0, -1, "others"],
    ] as const) {
      ids[name] = await engine.mutation("finding:addPoint", { name, at: [x, y], group: of });
    }
    const near = async (limit: number, groups: string[], named: string[] = []) => {
      const args = { at: [2, 0.1], limit, groups, names: named };
      const found = (await engine.action("finding:near", args)) as { _id: string; _score: number }[];
      return found.map(({ _id, _score }) => [
        Object.keys(ids).find((name) => ids[name] === _id),
        Number(_score.toFixed(3)),
      ]);
    };
    expect(await near(2, ["axes", "between"])).toEqual([
      ["east", 0.999],
      ["northeast", 0.742],
    ]);
    expect(await near(10, ["between"], ["south", "east"])).toEqual([
      ["east", 0.999],
      ["northeast", 0.742],
      ["south", -0.05],
    ]);
    expect(await near(10, ["nowhere"])).toEqual([]);
  });
});
