/** Tests which names mean a dog although they are not exactly its name. */
import { describe, expect, it } from "vitest";
import { looseName, NameIndex } from "./names";
import { LIKELY_SCORE } from "./questions";

const isLikelyScore = (score: number) => score >= LIKELY_SCORE;

describe("a name", () => {
  it.each([
    ["CH Oakhill Max", "Oakhill Max"],
    ["Int. Ch. Oakhill's Max JW", "Oakhills Max"],
    ["Multi-Ch. Oakhill-Max (IMP USA)", "Oakhill Max"],
    ["GCHB CH Oakhill Max CD RN", "oakhill  max"],
    ["Макс Дубовый", "Maks Dubovyy"],
    ["Zoë vom Großen Wald", "Zoe vom Grossen Wald"],
  ])("[GAP-DOG-03] is the same without titles, punctuation and alphabet: %s", (one, other) => {
    expect(looseName(one).key).toBe(looseName(other).key);
  });

  it.each([
    ["Ajax II vom Tal", "Ajax I vom Tal"],
    ["Ajax III vom Tal", "Ajax II vom Tal"],
    ["Ajax vom Tal", "Ajax II vom Tal"],
    ["K-003", "K-001"],
    ["K003", "K001"],
    ["Oakhill 107", "Oakhill 103"],
    ["Oakhill 107 CH", "Oakhill"],
    ["Ajax V vom Tal", "Ajax IV vom Tal"],
  ])("[GAP-DOG-03] with another number belongs to another dog: %s is not %s", (one, other) => {
    const index = new NameIndex<string>();
    index.add(other, other);
    expect(index.find(one)).toEqual([]);
  });

  it.each([
    ["Ajax 2 vom Tal", "Ajax II vom Tal"],
    ["K-3", "K-003"],
    ["WW 2019 Oakhill Max WW 18", "Oakhill Max"],
    ["2019 WW Oakhill Max", "Oakhill Max"],
    ["Jaeger vom Kaeferberg", "Jäger vom Käferberg"],
    ["Bjoern fra Soerlie", "Bjørn fra Sørlie"],
    ["Aasa av Aasen", "Åsa av Åsen"],
    ["Ruede von der Strasse", "Rüde von der Straße"],
    ["Ajax v. Tal", "Ajax vom Tal"],
    ["Ajax v Tal", "Ajax vom Tal"],
    ["Ajax v.Tal", "Ajax von Tal"],
    ["Ajax v.d. Höhe", "Ajax von der Höhe"],
    ["Ajax v. d. Hoehe", "Ajax von der Höhe"],
    ["Ajax v/d Hoeve", "Ajax van de Hoeve"],
    ["Ajax vd Hoeve", "Ajax van der Hoeve"],
    ["Ajax v.h. Veld", "Ajax van het Veld"],
  ])("[GAP-DOG-03] is most likely the same in another spelling: %s is %s", (one, other) => {
    const index = new NameIndex<string>();
    index.add(other, other);
    expect(index.find(one)).toEqual([{ entry: other, score: expect.toSatisfy(isLikelyScore) as number }]);
  });

  it.each([
    ["Ajax von Tal", "Ajax vom Tal"],
    ["Ajax van Tal", "Ajax vom Tal"],
    ["Ajax Tal", "Ajax vom Tal"],
    ["Rex du Bois", "Rex des Bois"],
    ["Rex z Lasu", "Rex ze Lasu"],
    ["Rex fra Lien", "Rex af Lien"],
    ["Jager vom Tal", "Jaeger vom Tal"],
    ["Ajax vom Tal", "Ajax I vom Tal"],
    ["Oakhill Max 2019", "Oakhill Max"],
  ])("[GAP-DOG-03] may be the same, but this is uncertain: %s and %s", (one, other) => {
    const index = new NameIndex<string>();
    index.add(other, other);
    const [found] = index.find(one);
    expect(found?.entry).toBe(other);
    expect(found?.score).not.toSatisfy(isLikelyScore);
  });

  it("never consists only of titles or particles", () => {
    expect(looseName("Champion").key).not.toBe("");
    expect(looseName("Vom").key).not.toBe("");
  });
});

describe("a search for similar names", () => {
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
  ])("[GAP-DOG-03] finds the names that %s may mean", (name, found) => {
    expect(index.find(name).map(({ entry }) => entry)).toEqual(found);
  });

  it("compares only a few of many names", () => {
    const many = new NameIndex<number>();
    for (let at = 0; at < 100_000; at += 1) many.add(at, `Kennel${at % 500} Dog${at}`);
    expect(many.find("CH Kennel7 Dog7").map(({ entry }) => entry)).toEqual([7]);
    for (let at = 0; at < 2000; at += 1) many.find(`Kennel${at % 500} Stranger${at}`);
  }, 30_000);
});
