/**
 * Tests the shapes of entered values: the exact words of the documents, the limits, and the ways to leave a field
 * empty.
 */
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { dogFiltersSchema } from "../dogs/schemas";
import { dogChangesSchema, externalDogSchema, newDogSchema } from "../dogs/schemas";
import { kennelSchema } from "../kennels/schemas";
import { newMemberSchema } from "../kennels/schemas";
import { fieldErrorsOf, parseOrFail } from "./parse";

const errorsOf = (schema: z.ZodType, input: unknown) => {
  const result = schema.safeParse(input);
  return result.success ? {} : fieldErrorsOf(result.error);
};

const dog = { name: "Bella", breed: "Beagle", gender: "female" };

describe("an entered dog", () => {
  it("[DOGF-01] [DOGF-02] needs a name and a breed", () => {
    const words = { name: "Name is required", breed: "Dog breed is required" };
    expect(errorsOf(newDogSchema, { ...dog, name: "", breed: " " })).toEqual(words);
    expect(errorsOf(newDogSchema, { gender: "male" })).toEqual(words);
    expect(errorsOf(externalDogSchema, { gender: "male" })).toEqual(words);
  });

  it.each(["\0", "\u200b\u200d", "\u200e \u202e", "\ufeff", "\u00ad", "\u3164", "\u2800", "\u0301"])(
    "[DOGF-01] [GAP-API-12] needs a name and a breed with visible characters, unlike %j",
    (unseen) => {
      const words = { name: "Name is required", breed: "Dog breed is required" };
      expect(errorsOf(newDogSchema, { ...dog, name: unseen, breed: unseen })).toEqual(words);
      expect(errorsOf(kennelSchema, { name: unseen })).toEqual({ name: "Name is required" });
      expect(newDogSchema.parse({ ...dog, callName: unseen })).toMatchObject({ callName: null });
      expect(errorsOf(newDogSchema, { ...dog, name: `${unseen}B${unseen}` })).toEqual({});
    },
  );

  it("[DOGF-04] accepts an owner's valid email address, or no address", () => {
    const errors = (currentOwnerEmail: unknown) => errorsOf(newDogSchema, { ...dog, currentOwnerEmail });
    expect(errors("anna@")).toEqual({ currentOwnerEmail: "Invalid email address" });
    for (const given of ["", "anna@example.com", null, undefined]) expect(errors(given)).toEqual({});
  });

  it("[DOGF-05] [DOGF-06] accepts measures above zero, or no measure", () => {
    for (const value of [0, -1]) {
      expect(errorsOf(newDogSchema, { ...dog, weight: value, height: value })).toEqual({
        weight: "Weight must be positive",
        height: "Height must be positive",
      });
    }
    expect(errorsOf(newDogSchema, { ...dog, weight: 0.1, height: 22.5 })).toEqual({});
    expect(errorsOf(newDogSchema, { ...dog, weight: null })).toEqual({});
    expect(errorsOf(newDogSchema, { ...dog, weight: NaN })).toEqual({ weight: "Weight must be a number" });
  });

  it("[GAP-DOG-21] accepts up to 400 lbs and 60 inches", () => {
    expect(errorsOf(newDogSchema, { ...dog, weight: 400, height: 60 })).toEqual({});
    expect(Object.keys(errorsOf(newDogSchema, { ...dog, weight: 400.1, height: 60.1 }))).toEqual([
      "weight",
      "height",
    ]);
  });

  it("[GAP-API-12] accepts 200 characters in short fields and 5000 in notes", () => {
    expect(errorsOf(newDogSchema, { ...dog, name: "x".repeat(200), notes: "x".repeat(5000) })).toEqual({});
    expect(errorsOf(newDogSchema, { ...dog, name: "x".repeat(201), notes: "x".repeat(5001) })).toEqual({
      name: "Name must be at most 200 characters",
      notes: "Notes must be at most 5000 characters",
    });
  });

  it("[DOGF-14] starts with the typed gender, active, not a breeding dog and without breeding rights", () => {
    expect(newDogSchema.parse(dog)).toMatchObject({
      status: "active",
      isBreedingDog: false,
      breedingRights: "none",
    });
  });

  it("converts empty text to null and trims other text", () => {
    const parsed = newDogSchema.parse({ ...dog, callName: "  ", color: " tan " });
    expect(parsed).toMatchObject({ callName: null, color: "tan" });
  });

  it("[GAP-DOG-24] accepts an owner's phone in any form", () => {
    const phone = "+46 8 123 45 67 (evenings)";
    expect(newDogSchema.parse({ ...dog, currentOwnerPhone: phone }).currentOwnerPhone).toBe(phone);
  });

  it("[DOG-21] has one of four statuses", () => {
    expect(errorsOf(newDogSchema, { ...dog, status: "lost" })).toEqual({
      status: "Status must be active, retired, deceased or sold",
    });
  });

  it("leaves out omitted fields of a change, so that they stay unchanged", () => {
    expect(dogChangesSchema.parse({ name: "New" })).toEqual({ name: "New" });
  });
});

describe("the filters of the dog list", () => {
  it("[DOG-08] are strings, and empty strings have no effect", () => {
    expect(dogFiltersSchema.parse({ status: "", gender: "male", isBreedingDog: "true" })).toEqual({
      search: "",
      breed: "",
      gender: "male",
      status: null,
      isBreedingDog: "true",
      hasPhotos: null,
      isInKennel: null,
      ageRange: null,
    });
    expect(errorsOf(dogFiltersSchema, { ageRange: "old" })).toEqual({
      ageRange: "Age range must be puppy, young, adult, senior or empty",
    });
  });
});

describe("an entered kennel", () => {
  it("[GAP-KEN-01] needs a name", () => {
    expect(errorsOf(kennelSchema, {})).toEqual({ name: "Name is required" });
  });

  it("accepts web addresses that are safe as links", () => {
    const errors = (website: string) => errorsOf(kennelSchema, { name: "Oak", website });
    for (const good of [
      "oak.example",
      "https://oak.example/dogs?x=1",
      "http://oak.example:8080",
      "oak.example.",
      "",
    ]) {
      expect(errors(good), good).toEqual({});
    }
    for (const bad of [
      "javascript:alert(1)",
      "data:text/html,x",
      "oak",
      "ftp://oak.example",
      "a b.example",
    ]) {
      expect(errors(bad), bad).toEqual({ website: "Invalid web address" });
    }
  });

  it("refuses long web addresses in time proportional to their length", () => {
    for (const bad of [".".repeat(100_000), "?".repeat(100_000), `a${".a?#".repeat(30_000)} `]) {
      expect(errorsOf(kennelSchema, { name: "Oak", website: bad })["website"]).toMatch(
        /^Website must be|^Invalid/,
      );
    }
  });
});

describe("a new member", () => {
  it("[KEN-04] has an address, a role and, by default, no overrides", () => {
    expect(newMemberSchema.parse({ email: " b@example.com ", role: "staff" })).toEqual({
      email: "b@example.com",
      role: "staff",
      permissions: {},
    });
    expect(errorsOf(newMemberSchema, { email: "", role: "boss" })).toEqual({
      email: "Email is required",
      role: "Role must be owner, manager, staff or viewer",
    });
  });

  it("[GAP-AUTH-02] accepts only overrides of known areas and levels", () => {
    const member = { email: "b@example.com", role: "staff" };
    expect(Object.keys(errorsOf(newMemberSchema, { ...member, permissions: { dogs: "all" } }))).toEqual([
      "permissions.dogs",
    ]);
    expect(errorsOf(newMemberSchema, { ...member, permissions: { cats: "read" } })).toHaveProperty(
      "permissions",
    );
  });
});

describe("parseOrFail", () => {
  it("throws the failure with its code and a message for each field", () => {
    expect(() => parseOrFail(kennelSchema, {})).toThrowError(/VALIDATION_FAILED/);
    expect(parseOrFail(kennelSchema, { name: "Oak" })).toMatchObject({ name: "Oak" });
  });
});
