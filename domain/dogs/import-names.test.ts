/** Names that mean a dog without being its name to the letter. */
import { describe, expect, it } from "vitest";
import { looseName, NameIndex } from "./import-names";

describe("a name", () => {
  it.each([
    ["CH Oakhill Max", "Oakhill Max"],
    ["Int. Ch. Oakhill's Max JW", "Oakhills Max"],
    ["Multi-Ch. Oakhill-Max (IMP USA)", "Oakhill Max"],
    ["GCHB CH Oakhill Max CD RN", "oakhill  max"],
    ["Макс Дубовый", "Maks Dubovyy"],
    ["Zoë vom Großen Wald", "Zoe vom Grossen Wald"],
  ])("[GAP-DOG-03] is the same but for titles, punctuation and alphabet: %s", (one, other) => {
    expect(looseName(one).key).toBe(looseName(other).key);
  });

  it("is never only titles", () => {
    expect(looseName("Champion").key).not.toBe("");
  });
});

describe("names that are looked for", () => {
  const index = new NameIndex<string>();
  for (const name of [
    "Oakhill Max",
    "Oakhill Max II",
    "Oakhill May",
    "Sunflower of Oakhill",
    "Dubovyi Maks",
  ]) {
    index.add(name, name);
  }
  index.add("Oakhill Bella", "Oakhill Bella", "Bella");

  it.each([
    ["CH Oakhill Max", ["Oakhill Max"]],
    ["Sunflowr of Oakhill", ["Sunflower of Oakhill"]],
    ["Max Oakhill", ["Oakhill Max"]],
    ["Bella", ["Oakhill Bella"]],
    ["Макс Дубовый", ["Dubovyi Maks"]],
    ["Oakhill Rex", []],
    ["Rex", []],
  ])("[GAP-DOG-03] have those that %s may mean", (name, found) => {
    expect(index.find(name).map(({ entry }) => entry)).toEqual(found);
  });

  it("are compared with few of many", () => {
    const many = new NameIndex<number>();
    for (let at = 0; at < 100_000; at += 1) many.add(at, `Kennel${at % 500} Dog${at}`);
    expect(many.find("CH Kennel7 Dog7").map(({ entry }) => entry)).toEqual([7]);
    for (let at = 0; at < 2000; at += 1) many.find(`Kennel${at % 500} Stranger${at}`);
  }, 30_000);
});
