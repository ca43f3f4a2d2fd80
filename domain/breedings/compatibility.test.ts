/** Tests the advice before a mating, with every rule at its limit. */
import { describe, expect, it } from "vitest";
import { adviseOnMating, mergeLitterDays, type Mate, type PlannedMating } from "./compatibility";

const mate = (fields: Partial<Mate>): Mate => ({
  id: "x",
  name: "Rex",
  breedKey: "beagle",
  dateOfBirth: "2021-01-10",
  status: "active",
  isExternal: false,
  isBreedingDog: true,
  breedingRights: "full",
  isSpayed: false,
  sireId: null,
  damId: null,
  grandparentIds: [],
  health: null,
  tests: null,
  ...fields,
});

interface Changes extends Partial<Omit<PlannedMating, "sire" | "dam">> {
  readonly sire?: Partial<Mate>;
  readonly dam?: Partial<Mate>;
}

const advise = ({ sire, dam, ...rest }: Changes = {}) =>
  adviseOnMating({
    sire: mate({ id: "s", ...sire }),
    dam: mate({ id: "d", name: "Bella", ...dam }),
    bredOn: "2025-06-15",
    today: "2025-06-15",
    coefficient: 0,
    completeness: [{ known: 2, possible: 2 }],
    damLitters: [],
    openBreedings: [],
    ...rest,
  });

const told = (changes: Changes): string[] =>
  advise(changes).findings.map(({ severity, code }) => `${severity} ${code}`);

describe("[GAP-BRD-11] [GAP-BRD-12] advice on a planned mating", () => {
  it("has no findings and the full score for a healthy pair without close relatives", () => {
    expect(advise()).toEqual({ score: 100, findings: [] });
  });

  it("names parent and offspring, littermates and siblings, half siblings and grandparents", () => {
    const messages = (changes: Changes) => advise(changes).findings.map(({ message }) => message);
    expect(messages({ dam: { sireId: "s" } })).toEqual(["Rex and Bella are father and daughter."]);
    expect(messages({ sire: { damId: "d" } })).toEqual(["Rex and Bella are son and mother."]);
    const parents = { sireId: "p", damId: "q" };
    expect(messages({ sire: parents, dam: parents })).toEqual(["Rex and Bella are of the same litter."]);
    expect(messages({ sire: parents, dam: { ...parents, dateOfBirth: "2022-05-01" } })).toEqual([
      "Rex and Bella are full brother and sister.",
    ]);
    expect(told({ sire: { sireId: "p" }, dam: { sireId: "p" } })).toEqual(["caution close_relatives"]);
    expect(told({ sire: { damId: "q" }, dam: { damId: "q" } })).toEqual(["caution close_relatives"]);
    expect(told({ dam: { grandparentIds: ["s"] } })).toEqual(["caution close_relatives"]);
    expect(told({ sire: { grandparentIds: ["d"] } })).toEqual(["caution close_relatives"]);
  });

  it("rates the expected inbreeding at the limits of known relationships", () => {
    expect(told({ coefficient: 0.0624 })).toEqual([]);
    expect(told({ coefficient: 0.0625 })).toEqual(["note inbreeding"]);
    expect(told({ coefficient: 0.125 })).toEqual(["caution inbreeding"]);
    expect(told({ coefficient: 0.25 })).toEqual(["serious inbreeding"]);
    expect(advise({ coefficient: 0.0625 }).score).toBe(94);
    expect(advise({ coefficient: 0.25 }).score).toBe(45);
  });

  it("shows a coefficient beside a relationship only if the coefficient is more serious", () => {
    const half = { sire: { sireId: "p" }, dam: { sireId: "p" } };
    expect(told({ ...half, coefficient: 0.125 })).toEqual(["caution close_relatives"]);
    expect(told({ ...half, coefficient: 0.3 })).toEqual(["serious inbreeding", "caution close_relatives"]);
  });

  it("reports how little of a pedigree is known", () => {
    const rows = (great: number) => [
      { known: 2, possible: 2 },
      { known: 4, possible: 4 },
      { known: great, possible: 8 },
      { known: 0, possible: 16 },
    ];
    expect(told({ completeness: rows(8) })).toEqual(["note pedigree_incomplete"]);
    expect(told({ completeness: [...rows(8).slice(0, 3), { known: 1, possible: 16 }] })).toEqual([]);
  });

  it("reports a dam that is too young at mating or too old at whelping", () => {
    const dam = (dateOfBirth: string | null) => told({ dam: { dateOfBirth } });
    expect(dam("2024-10-16")).toEqual(["serious dam_too_young"]);
    expect(dam("2024-06-16")).toEqual(["serious dam_too_young"]);
    expect(dam("2024-06-15")).toEqual([]);
    // Whelping is expected on August 17.
    expect(dam("2017-08-18")).toEqual([]);
    expect(dam("2017-08-17")).toEqual(["serious dam_too_old"]);
    expect(dam(null)).toEqual(["note age_unknown"]);
    expect(dam("2025-06-16")).toEqual(["serious not_born"]);
    expect(advise({ dam: { dateOfBirth: "2024-10-16" } }).findings[0]?.source).toContain(
      "American Kennel Club",
    );
  });

  it("reports a sire that is too young or too old, but not if stored semen is used", () => {
    const sire = (dateOfBirth: string, status: Mate["status"] = "active") =>
      told({ sire: { dateOfBirth, status } });
    expect(sire("2024-11-16")).toEqual(["serious sire_too_young"]);
    expect(sire("2024-11-15")).toEqual([]);
    expect(sire("2013-06-15")).toEqual([]);
    expect(sire("2013-06-14")).toEqual(["caution sire_old"]);
    expect(sire("2013-06-14", "deceased")).toEqual(["note deceased"]);
  });

  it("counts the dam's litters and the months since the last litter", () => {
    const years = ["2020-01-01", "2021-03-01", "2022-05-01", "2023-07-01", "2024-01-01", "2024-02-02"];
    expect(told({ damLitters: years.slice(0, 3) })).toEqual([]);
    expect(told({ damLitters: years.slice(0, 4) })).toEqual(["caution many_litters"]);
    expect(told({ damLitters: years })).toEqual(["serious many_litters"]);
    expect(told({ damLitters: ["2024-08-17"] })).toEqual([]);
    expect(told({ damLitters: ["2024-08-18"] })).toEqual(["caution recent_litter"]);
    expect(told({ damLitters: ["2025-07-01"] })).toEqual([]);
  });

  it("names other open breedings of the dam around the same time", () => {
    const other = (status: "planned" | "bred", breedingDate: string) => ({
      openBreedings: [{ status, breedingDate, sireName: "Max" }],
    });
    expect(advise(other("planned", "2025-06-17")).findings).toMatchObject([
      { severity: "note", message: "Bella has another breeding planned to Max on June 17, 2025." },
    ]);
    expect(told(other("bred", "2025-04-13"))).toEqual(["caution other_breeding"]);
    expect(told(other("bred", "2025-04-12"))).toEqual([]);
  });

  it("checks status, breed and breeding rights, the rights only for the kennel's own dogs", () => {
    expect(told({ dam: { status: "deceased" } })).toEqual(["serious deceased"]);
    expect(told({ dam: { status: "deceased", dateOfBirth: "2010-01-01" } })).toEqual(["serious deceased"]);
    expect(told({ dam: { isSpayed: true } })).toEqual(["serious spayed"]);
    expect(told({ dam: { status: "retired" }, sire: { status: "sold" } })).toEqual([
      "caution retired",
      "note sold",
    ]);
    expect(told({ sire: { breedKey: "poodle" } })).toEqual(["note different_breeds"]);
    expect(told({ sire: { isBreedingDog: false, breedingRights: "none" } })).toEqual([
      "note no_breeding_dog",
    ]);
    expect(told({ sire: { breedingRights: "limited" } })).toEqual(["note breeding_rights"]);
    expect(told({ sire: { isBreedingDog: false, breedingRights: "none", isExternal: true } })).toEqual([]);
  });

  it("lists overdue vaccinations, vaccinations due before the mating, and missing tests", () => {
    const due = (dueOn: string) => ({
      dam: { health: { vaccinesDue: [{ name: "Rabies", dueOn }], hasHealthTests: true } },
      bredOn: "2025-07-15",
    });
    expect(told(due("2025-06-14"))).toEqual(["caution vaccination_overdue"]);
    expect(told(due("2025-06-15"))).toEqual(["note vaccination_due"]);
    expect(told(due("2025-07-15"))).toEqual([]);
    expect(told({ sire: { health: { vaccinesDue: [], hasHealthTests: false }, tests: [] } })).toEqual([
      "note no_health_tests",
    ]);
  });

  it("lists the most serious finding first and never returns a negative score", () => {
    const { score, findings } = advise({
      dam: { sireId: "s", status: "retired", dateOfBirth: "2025-01-01" },
      sire: { dateOfBirth: "2025-01-01", status: "retired" },
      coefficient: 0.25,
      damLitters: ["2025-02-01"],
    });
    expect(score).toBe(0);
    expect(findings.map(({ severity }) => severity)).toEqual([
      ...Array<string>(3).fill("serious"),
      ...Array<string>(3).fill("caution"),
    ]);
  });
});

describe("mergeLitterDays", () => {
  it("combines dates of one whelping to one litter, whatever records they come from", () => {
    expect(mergeLitterDays(["2024-03-05", "2022-01-01", "2024-03-06", "2024-03-05"])).toEqual([
      "2022-01-01",
      "2024-03-05",
    ]);
    expect(mergeLitterDays([])).toEqual([]);
  });
});
