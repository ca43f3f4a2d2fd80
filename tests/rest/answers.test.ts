/** Tests how REST results are derived from the results of functions. */
import { v } from "convex/values";
import { expect, it } from "vitest";
import { answerOf, joined, withWarnings } from "../../convex/platform/rest/returned";
import { z } from "../../convex/platform/rest/zod";
import { text } from "../../domain/records/fields";

const dog = v.object({ _id: v.string(), name: v.string() });
const returned = v.object({
  _id: v.string(),
  note: v.union(v.string(), v.null()),
  priceCents: v.union(v.number(), v.null()),
  bornAt: v.number(),
  sire: v.union(dog, v.null()),
  litter: v.array(dog),
});
const record = {
  ...{ _id: "r1", note: null, priceCents: 1250, bornAt: 0 },
  ...{ sire: null, litter: [{ _id: "d1", name: "Bella", weight: 9 }], kept: "for the model" },
};

it("a result has the REST names for ids, dollars and times, and only fields of the validator", () => {
  expect(answerOf("Record", returned).toAnswer(record)).toEqual({
    ...{ id: "r1", note: null, price: 12.5, bornAt: "1970-01-01T00:00:00.000Z" },
    ...{ sire: null, litter: [{ id: "d1", name: "Bella" }] },
  });
});

it("nested records are converted by their own definitions, including null and lists", () => {
  const named = answerOf(null, dog, {
    more: { shape: { title: z.string() }, of: ({ name }) => ({ title: name.toUpperCase() }) },
  });
  const { toAnswer } = answerOf("Record", returned, { about: { sire: named, litter: named } });
  expect(toAnswer(record)).toMatchObject({
    sire: null,
    litter: [{ id: "d1", name: "Bella", title: "BELLA" }],
  });
});

it("a result can be combined with another, and warnings are added to saved records", () => {
  const whole = joined("Whole", answerOf("Dog", dog), answerOf(null, v.object({ litters: v.number() })));
  const saved = withWarnings("Saved", whole);
  const value = { _id: "d1", name: "Bella", litters: 2, warnings: ["Odd"] };
  expect(saved.toAnswer(value)).toEqual({ id: "d1", name: "Bella", litters: 2, warnings: ["Odd"] });
  expect(saved.schema.safeParse(saved.toAnswer(value)).success).toBe(true);
});

it("a definition of an unknown field, or with several results, is refused", () => {
  expect(() => answerOf("Record", dog, { about: { nmae: z.string() } })).toThrow("no field nmae");
  const either = v.object({ what: v.union(v.string(), v.number()) });
  expect(() => answerOf("Record", either)).toThrow("one of several things: what");
});

it("described fields are converted according to their description", () => {
  const { schema } = answerOf("Record", v.object({ note: v.union(v.string(), v.null()) }), {
    fields: { note: text("Note") },
  });
  expect(schema.safeParse({ note: null }).success).toBe(true);
  expect(schema.safeParse({ note: 1 }).success).toBe(false);
});
