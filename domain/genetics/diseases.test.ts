/**
 * Tests the diseases of a litter: Mendel's shares, X-linked variants, untested parents, and contradictory results.
 */
import { describe, expect, it } from "vitest";
import { diseasesOf, forecastDiseases, type DiseaseResult } from "./diseases";

const of = (variant: string, status: DiseaseResult["status"], isDisputed = false): DiseaseResult => ({
  ...{ variant, name: variant, status, isDisputed },
});
const exactly = (share: number) => ({ low: share, high: share });
const copies = (none: number, one: number, all: number) => ({
  ...{ none: exactly(none), one: exactly(one), all: exactly(all) },
});

describe("the diseases of a litter", () => {
  it.each([
    ["carrier", "carrier", copies(0.25, 0.5, 0.25)],
    ["carrier", "clear", copies(0.5, 0.5, 0)],
    ["at_risk", "carrier", copies(0, 0.5, 0.5)],
    ["at_risk", "clear", copies(0, 1, 0)],
    ["at_risk", "at_risk", copies(0, 0, 1)],
  ] as const)("of the parents %s and %s have the correct shares", (sire, dam, expected) => {
    const [found] = forecastDiseases([of("prcdpra", sire)], [of("prcdpra", dam)]);
    expect(found).toMatchObject({ daughters: expected, sons: expected, isSexLinked: false });
    expect(found?.effect).toBe("recessive");
  });

  it("do not include variants that neither parent carries", () => {
    expect(forecastDiseases([of("prcdpra", "clear")], [of("prcdpra", "clear")])).toEqual([]);
    expect(forecastDiseases([of("prcdpra", null)], [])).toEqual([]);
  });

  it("have lower and upper limits if a parent is untested, and an unknown word does not count as clear", () => {
    const [found] = forecastDiseases([of("prcdpra", "carrier")], []);
    expect(found).toMatchObject({
      dam: null,
      daughters: { none: { low: 0, high: 0.5 }, one: exactly(0.5), all: { low: 0, high: 0.5 } },
    });
    const results = diseasesOf([
      { variant: "prcdpra", name: "prcd-PRA", standing: "clear", atRisk: 0 },
      { variant: "prcdpra", name: "prcd-PRA", standing: "unclear", atRisk: 0 },
    ]);
    expect(results).toMatchObject([{ status: null, isDisputed: false }]);
  });

  it("differ on the X chromosome for daughters and sons, because a son inherits no X from his sire", () => {
    const [affected] = forecastDiseases([of("xlpra", "at_risk")], [of("xlpra", "clear")]);
    expect(affected).toMatchObject({
      ...{ isSexLinked: true, daughters: copies(0, 1, 0), sons: copies(1, 0, 0) },
    });
    const [carrier] = forecastDiseases([of("xlpra", "clear")], [of("xlpra", "carrier")]);
    expect(carrier).toMatchObject({ daughters: copies(0.5, 0.5, 0), sons: copies(0.5, 0, 0.5) });
    // A male with one copy has no other X, whatever word the laboratory uses.
    const [both] = forecastDiseases([of("xlpra", "carrier")], [of("xlpra", "carrier")]);
    expect(both).toMatchObject({ daughters: copies(0, 0.5, 0.5), sons: copies(0.5, 0, 0.5) });
  });

  it("use the worse of two contradictory results, and name the parent", () => {
    const sire = diseasesOf([
      { variant: "eic", name: "EIC", standing: "clear", atRisk: 0 },
      { variant: "eic", name: "EIC", standing: "carries", atRisk: 1 },
      { variant: "M", name: "merle", standing: "carries", atRisk: 0 },
    ]);
    expect(sire).toEqual([{ variant: "eic", name: "EIC", status: "at_risk", isDisputed: true }]);
    expect(forecastDiseases(sire, [])[0]?.disputed).toEqual(["sire"]);
  });

  it("say when one copy is harmful and when the effect is unknown, and list the most likely harm first", () => {
    const sire = [of("mdr1", "carrier"), of("newdisease", "carrier")];
    const found = forecastDiseases(sire, [of("mdr1", "clear"), of("newdisease", "carrier")]);
    expect(found.map(({ variant, effect }) => [variant, effect])).toEqual([
      ["newdisease", "unknown"],
      ["mdr1", "one copy"],
    ]);
  });
});
