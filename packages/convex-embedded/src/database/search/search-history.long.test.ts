/**
 * Random histories of texts, checked against a scorer that splits and counts everything again. The same documents
 * must be found in the same order, in the present and in the past. Read sets must name every commit that changes a
 * result, and no commit of a document that no search matched.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { JsonObject } from "../../values/json.js";
import type { Commit, SerializedQuery, Timestamp, WriteTransaction } from "../api.js";
import { createSubscriptionIndex } from "../subscription-index.js";
import { collect, parse, schemaText, temporaryDatabase } from "../testing/temporary-database.js";

const schema = schemaText({
  notes: defineTable(v.any()).searchIndex("search_body", { searchField: "body", filterFields: ["k", "l"] }),
});

interface Search {
  readonly text: string;
  readonly k: string | null;
  readonly l: string | null;
}

type Step =
  | { readonly kind: "insert"; readonly fields: JsonObject }
  | { readonly kind: "patch"; readonly target: number; readonly fields: JsonObject }
  | { readonly kind: "delete"; readonly target: number };

const word = fc.constantFrom("a", "ab", "abc", "b", "ba", "éa", "d1");
const body = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
const value = fc.constantFrom("x", "y");
const fields: fc.Arbitrary<JsonObject> = fc
  .record({ body, k: value, l: value, n: fc.nat(3) }, { requiredKeys: [] })
  .map((record) => ({ ...record }));
const search: fc.Arbitrary<Search> = fc.record({
  text: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(", ")),
  k: fc.option(value),
  l: fc.option(value),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("insert" as const), fields }),
  fc.record({ kind: fc.constant("patch" as const), target: fc.nat(), fields }),
  fc.record({ kind: fc.constant("delete" as const), target: fc.nat() }),
);

function toQuery({ text, k, l }: Search): SerializedQuery {
  const filters: JsonObject[] = [{ type: "Search", fieldPath: "body", value: text }];
  if (k !== null) filters.unshift({ type: "Eq", fieldPath: "k", value: k });
  if (l !== null) filters.push({ type: "Eq", fieldPath: "l", value: l });
  return { source: { type: "Search", indexName: "notes.search_body", filters }, operators: [] };
}

/** The matching documents, each with the number of occurrences of every searched word and of longer words. */
function matches(state: ReadonlyMap<string, JsonObject>, { text, k, l }: Search) {
  const searched = text.split(", ");
  const last = searched.at(-1) ?? "";
  const distinct = [...new Set(searched)];
  return [...state.values()].flatMap((document) => {
    if ((k !== null && document.k !== k) || (l !== null && document.l !== l)) return [];
    const words = typeof document.body === "string" ? document.body.split(" ") : [];
    const counts = distinct.map((one) => words.filter((other) => other === one).length);
    counts.push(words.filter((other) => other !== last && other.startsWith(last)).length);
    return counts.some((count) => count > 0) ? [{ document, counts, length: words.length }] : [];
  });
}

function expected(state: ReadonlyMap<string, JsonObject>, asked: Search): string[] {
  const found = matches(state, asked);
  const mean = found.reduce((sum, { length }) => sum + length, 0) / found.length;
  const scored = found.map(({ document, counts, length }) => {
    const score = counts.reduce((sum, count, term) => {
      const having = found.filter((other) => (other.counts[term] ?? 0) > 0).length;
      const rarity = Math.log(1 + (found.length - having + 0.5) / (having + 0.5));
      const weight = term === counts.length - 1 ? rarity / 2 : rarity;
      return sum + (weight * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / mean));
    }, 0);
    // Rounded, because sums in another order differ in their last digits.
    return {
      id: String(document._id),
      score: Number(score.toFixed(9)),
      time: Number(document._creationTime),
    };
  });
  scored.sort((a, b) => b.score - a.score || b.time - a.time);
  return scored.map(({ id }) => id);
}

function apply(tx: WriteTransaction, state: Map<string, JsonObject>, change: Step): string | null {
  if (change.kind === "insert") {
    const id = tx.insert("notes", JSON.stringify(change.fields));
    state.set(id, parse(tx.get(id)));
    return id;
  }
  const id = [...state.keys()][change.target % Math.max(1, state.size)];
  if (id === undefined) return null;
  if (change.kind === "delete") {
    tx.delete(id);
    state.delete(id);
  } else {
    tx.patch(id, JSON.stringify(change.fields));
    state.set(id, parse(tx.get(id)));
  }
  return id;
}

const idsOf = (documents: readonly string[]) => documents.map((text) => String(parse(text)._id));

it("a search finds the same as a plain scorer, now and in the past", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 25 }),
      fc.array(search, { maxLength: 6 }),
      async (steps, asked) => {
        const { db } = temporaryDatabase();
        db.applySchema(schema);
        const state = new Map<string, JsonObject>();
        const past: { ts: Timestamp; state: Map<string, JsonObject> }[] = [];
        for (const change of steps) {
          await db.write((tx) => apply(tx, state, change));
          past.push({ ts: db.latestTs, state: new Map(state) });
        }
        for (const one of asked) {
          for (const moment of past.filter((_, i) => i % 5 === 0 || i === past.length - 1)) {
            const found = db.read((tx) => idsOf(collect(tx, toQuery(one))), moment.ts);
            expect(found).toEqual(expected(moment.state, one));
          }
        }
      },
    ),
    { numRuns: 40 },
  );
});

it(
  "a search reads what can change a result, and nothing of documents that no search matches",
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 15 }),
        fc.array(step, { minLength: 1, maxLength: 15 }),
        fc.array(search, { minLength: 1, maxLength: 8 }),
        async (before, after, asked) => {
          const { db } = temporaryDatabase();
          db.applySchema(schema);
          const state = new Map<string, JsonObject>();
          for (const change of before) await db.write((tx) => apply(tx, state, change));
          const index = createSubscriptionIndex<number>();
          const results = new Map<number, string>();
          const run = (i: number, one: Search) => {
            db.read((tx) => {
              results.set(i, JSON.stringify(collect(tx, toQuery(one))));
              index.set(i, tx.readSet());
            });
          };
          asked.forEach((one, i) => run(i, one));
          let commits: readonly Commit[] = [];
          db.onCommit((told) => (commits = told));
          for (const change of after) {
            commits = [];
            const stateBefore = new Map(state);
            const { value: id } = await db.write((tx) => apply(tx, state, change));
            const affected = index.affectedBy(commits);
            const resultsBefore = new Map(results);
            asked.forEach((one, i) => run(i, one));
            asked.forEach((one, i) => {
              const isMatched = [stateBefore, state].some((each) =>
                matches(each, one).some(({ document }) => document._id === id),
              );
              if (results.get(i) !== resultsBefore.get(i)) expect(affected).toContain(i);
              if (!isMatched) expect(affected).not.toContain(i);
            });
          }
        },
      ),
      { numRuns: 60 },
    );
  },
);
