/** Tests a registration as a file's cell. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { newShape, valuesIn } from "../records/record";
import { REGISTRATION_FIELDS } from "./record";
import { parseRegistration, registrationText } from "./registrations";
import { REGISTRATION_KINDS } from "./rules";

const NOTHING = { kind: "full", since: null, notes: null };

it.each([
  ["FCI: NHSB 3141592", { registry: "FCI", number: "NHSB 3141592" }],
  ["AKC SR12345601 (limited)", { registry: "AKC", number: "SR12345601", kind: "limited" }],
  ["AKC SR12345601 (Export Pedigree)", { registry: "AKC", number: "SR12345601", kind: "export_pedigree" }],
  ["The Kennel Club AB12345678", { registry: "The Kennel Club", number: "AB12345678" }],
  ["UKC: P123-456 (pending)", { registry: "UKC", number: "P123-456 (pending)" }],
  ["UKC: P1 | 2024-05-01", { registry: "UKC", number: "P1", since: "2024-05-01" }],
  ["AKC: SR1 (Limited Registration)", { registry: "AKC", number: "SR1", kind: "limited" }],
  ["FCI - NHSB 3141592", { registry: "FCI", number: "NHSB 3141592" }],
  ["Teckel Klub \u2013 12-34", { registry: "Teckel Klub", number: "12-34" }],
  ["FCI; NHSB 3141592", { registry: "FCI", number: "NHSB 3141592" }],
  ["AKC#SR12345601", { registry: "AKC", number: "SR12345601" }],
  ["FCI= 5", { registry: "FCI", number: "5" }],
  [
    "FCI\uff1aNHSB \uff13\uff11\uff14\uff08limited\uff09",
    { registry: "FCI", number: "NHSB \uff13\uff11\uff14", kind: "limited" },
  ],
  ["FCI NHSB \uff13\uff11\uff14", { registry: "FCI", number: "NHSB \uff13\uff11\uff14" }],
  ["VDH/DTK 12-34", { registry: "VDH/DTK", number: "12-34" }],
  ["UKC P123 - 456", { registry: "UKC", number: "P123 - 456" }],
  ["UKC: P1 | moved", { registry: "UKC", number: "P1", notes: "moved" }],
])("a cell with a registration is read: %s", (cell, expected) => {
  expect(parseRegistration(cell)).toEqual({ ...NOTHING, ...expected });
});

it.each(["SR12345601", "AKC", "AKC:", ": 12", "", "(limited)"])(
  "a cell without a registration is recognized: “%s”",
  (cell) => {
    expect(parseRegistration(cell)).toBeNull();
  },
);

it("every registration that the form accepts is read again after it was written", () => {
  const texts = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.stringMatching(/^[A-Z0-9 ():|=#\uff08\uff09\uff1a-]{0,14}$/),
    fc.constantFrom("2024-05-01", "| x", "2024-05-01 | x", "12 (limited)", "1\uff08limited\uff09", "a | b"),
  );
  const entries = fc.record({
    ...{ registry: texts, number: texts, kind: fc.constantFrom(...REGISTRATION_KINDS) },
    ...{ since: fc.constantFrom(null, "2024-02-29"), notes: fc.option(texts) },
  });
  let admitted = 0;
  fc.assert(
    fc.property(entries, (typed) => {
      const parsed = newShape(REGISTRATION_FIELDS).safeParse(typed);
      if (!parsed.success) return;
      admitted += 1;
      const registration = valuesIn(REGISTRATION_FIELDS, parsed.data);
      expect(parseRegistration(registrationText(registration))).toEqual(registration);
    }),
    { seed: 7, numRuns: 2000 },
  );
  expect(admitted).toBeGreaterThan(500);
});
