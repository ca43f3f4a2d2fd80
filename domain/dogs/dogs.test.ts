/** Tests ages, age bands and the rules between a dog's fields and its parents. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AGE_BAND_NAMES, type DogStatus } from "./rules";
import { addDays } from "../dates/calendar-days";
import { ageInMonths, ageInYears, formatAge, isInAgeBand } from "./age";
import { checkDates, checkParent, settleDependents, warnOfDam, warnOfParentAge } from "./checks";

const TODAY = "2025-06-15";
const aging = (
  dateOfBirth: string | null,
  status: DogStatus = "active",
  statusChangedOn: string | null = null,
) => ({
  dateOfBirth,
  status,
  statusChangedOn,
});

describe("age", () => {
  it("[GAP-DOG-12] stops at the death of a deceased dog", () => {
    expect(ageInYears(aging("2010-01-01", "deceased", "2021-03-01"), TODAY)).toBe(11);
    expect(ageInYears(aging("2010-01-01", "retired", "2021-03-01"), TODAY)).toBe(15);
  });

  it("is null without a birth date, and never negative", () => {
    expect(ageInYears(aging(null), TODAY)).toBeNull();
    expect(ageInMonths(aging(null), TODAY)).toBeNull();
    expect(ageInMonths(aging("2025-06-20"), TODAY)).toBe(0);
  });

  it("shows an age in months below a year, then in years and months", () => {
    expect([0, 1, 11, 12, 13, 30].map(formatAge)).toEqual([
      "0 months",
      "1 month",
      "11 months",
      "1 year",
      "1 year and 1 month",
      "2 years and 6 months",
    ]);
  });
});

describe("age bands", () => {
  const bandsOf = (dateOfBirth: string | null) =>
    AGE_BAND_NAMES.filter((band) => isInAgeBand(aging(dateOfBirth), band, TODAY));

  it("[DOG-09] [DOG-10] [DOG-11] [DOG-12] are puppy, young, adult and senior", () => {
    expect(bandsOf("2025-01-15")).toEqual(["puppy"]);
    expect(bandsOf("2023-06-01")).toEqual(["young"]);
    expect(bandsOf("2020-03-01")).toEqual(["adult"]);
    expect(bandsOf("2015-03-01")).toEqual(["senior"]);
  });

  it("[GAP-DOG-11] begin on the birthday, and contain no dog without a birth date", () => {
    expect(bandsOf("2024-06-15")).toEqual(["young"]);
    expect(bandsOf("2024-06-16")).toEqual(["puppy"]);
    expect(bandsOf("2022-06-15")).toEqual(["adult"]);
    expect(bandsOf("2018-06-15")).toEqual(["senior"]);
    expect(bandsOf(null)).toEqual([]);
  });

  it("[GAP-DOG-11] contain every dog with a birth date exactly once", () => {
    fc.assert(fc.property(fc.nat({ max: 8000 }), (days) => bandsOf(addDays(TODAY, -days)).length === 1));
  });
});

describe("dates of a dog", () => {
  it("[GAP-DOG-21] must not be in the future", () => {
    expect(checkDates(aging("2025-06-16"), TODAY)).toEqual({
      dateOfBirth: "Date of birth cannot be in the future",
    });
    expect(checkDates(aging(TODAY), TODAY)).toEqual({});
  });

  it("[GAP-DOG-04] must have the status date between birth and today", () => {
    expect(checkDates(aging("2020-01-01", "sold", "2019-12-31"), TODAY)).toHaveProperty("statusChangedOn");
    expect(checkDates(aging("2020-01-01", "sold", "2025-06-16"), TODAY)).toHaveProperty("statusChangedOn");
    expect(checkDates(aging("2020-01-01", "sold", "2020-01-01"), TODAY)).toEqual({});
  });
});

describe("dates of the other records of a dog", () => {
  const dog = { dateOfBirth: "2020-01-01", status: "active", statusChangedOn: null } as const;

  it.each([
    ["acquiredOn", "Day of acquisition"],
    ["chippedOn", "Day of chipping"],
  ])("must be between birth and today: %s", (field, label) => {
    const checkedOn = (day: string) => checkDates({ ...dog, [field]: day }, TODAY);
    expect(checkedOn("2019-12-31")).toEqual({ [field]: `${label} cannot be before the birth` });
    expect(checkedOn("2025-06-16")).toEqual({ [field]: `${label} cannot be in the future` });
    expect([checkedOn("2020-01-01"), checkedOn(TODAY)]).toEqual([{}, {}]);
  });
});

describe("settleDependents", () => {
  const dog = {
    status: "sold" as DogStatus,
    statusChangedOn: "2025-01-01" as string | null,
    causeOfDeath: "heart" as string | null,
    causeOfDeathNotes: "Murmur since spring" as string | null,
    isBreedingDog: true,
    breedingRights: "full" as const,
    ...{ sireProof: null as "dna" | null, damProof: null },
    sireId: null as string | null,
    sireName: "Old Sire" as string | null,
    damId: "d1" as string | null,
    damName: "Old Dam" as string | null,
  };

  it("[GAP-DOG-22] clears the breeding rights if the dog is not a breeding dog", () => {
    expect(settleDependents({ ...dog, isBreedingDog: false }).breedingRights).toBe("none");
    expect(settleDependents(dog).breedingRights).toBe("full");
  });

  it("keeps the cause of death only for a deceased dog", () => {
    const gone = { causeOfDeath: null, causeOfDeathNotes: null };
    expect(settleDependents(dog)).toMatchObject(gone);
    expect(settleDependents({ ...dog, status: "deceased" })).toMatchObject({
      causeOfDeath: "heart",
      causeOfDeathNotes: "Murmur since spring",
    });
  });

  it("clears the status date of an active dog, and a parent's name if the parent has a record", () => {
    expect(settleDependents({ ...dog, status: "active" }).statusChangedOn).toBeNull();
    expect(settleDependents(dog)).toMatchObject({
      statusChangedOn: "2025-01-01",
      sireName: "Old Sire",
      damName: null,
    });
  });
});

describe("parents", () => {
  const rex = { name: "Rex", gender: "male" as const, dateOfBirth: "2020-01-01", diedOn: null };
  const bella = { ...rex, name: "Bella", gender: "female" as const };

  it("[DOGF-10] [DOGF-11] must have the gender of their role", () => {
    expect(checkParent("sire", rex, null)).toBeNull();
    expect(checkParent("dam", bella, null)).toBeNull();
    expect(checkParent("sire", bella, null)).toBe("Sire must be a male dog");
    expect(checkParent("dam", rex, null)).toBe("Dam must be a female dog");
  });

  it("[GAP-DOG-18] must be born before the dog", () => {
    expect(checkParent("sire", rex, "2021-01-01")).toBeNull();
    expect(checkParent("sire", rex, "2019-01-01")).toContain("not before this dog");
    expect(checkParent("sire", { ...rex, dateOfBirth: null }, "2019-01-01")).toBeNull();
  });

  it("[GAP-DOG-18] cause a warning if the dam was under 8 months old", () => {
    expect(warnOfDam(bella, "2020-08-31")).toBe("Dam Bella was only 7 months old at this dog's birth");
    expect(warnOfDam(bella, "2020-02-10")).toContain("only 1 month old");
    expect(warnOfDam(bella, "2020-09-01")).toBeNull();
    expect(warnOfDam(bella, null)).toBeNull();
  });

  it("[GAP-DOG-18] cause a warning if a parent was more than twelve years old at mating", () => {
    const old = { ...rex, dateOfBirth: "2010-01-01" };
    expect(warnOfParentAge("sire", old, "2022-03-05")).toBeNull();
    expect(warnOfParentAge("sire", old, "2022-03-06")).toContain("Sire Rex was 12 years");
  });

  it("[GAP-DOG-18] cause a warning if the dam had died before the birth, but not if the sire had died", () => {
    const died = { diedOn: "2025-03-01" };
    const told = "Dam Bella died on 2025-03-01, before this dog was born. Check that it is the right dog";
    expect(warnOfDam({ ...bella, ...died }, "2025-03-02")).toBe(told);
    expect(warnOfParentAge("dam", { ...bella, ...died }, "2025-03-02")).toBe(told);
    expect(warnOfDam({ ...bella, ...died }, "2025-03-01")).toBeNull();
    expect(warnOfParentAge("sire", { ...rex, ...died }, "2026-03-02")).toBeNull();
  });
});
