/** Tests which numbers cause a warning. */
import { describe, expect, it } from "vitest";
import { warnOfMicrochip, warnOfRegistration } from "./identifiers";

describe("microchip numbers", () => {
  it.each([
    "276098102345678",
    "981 020 012 345 678",
    "981-020012345678",
    "012*345*678",
    "123456789",
    "0A01234B5C",
  ])("cause no warning for %s", (number) => expect(warnOfMicrochip(number)).toBeNull());

  it.each([
    ["12345", "not the usual 15 digits"],
    ["27609810234567X", "not the usual 15 digits"],
    ["999000000000001", "test number"],
    ["000098102345678", "no country or maker code"],
  ])("cause a warning for %s", (number, reason) => expect(warnOfMicrochip(number)).toContain(reason));

  it("cause no warning if the dog has no number", () => expect(warnOfMicrochip(null)).toBeNull());
});

describe("registration numbers", () => {
  it.each(["HP12345678", "KC-77", "NHSB 1.234.567", "LOF 1 B.M.S. 12345/0", "РКФ 123456", "SE12345/2020"])(
    "cause no warning for %s",
    (number) => expect(warnOfRegistration(number)).toBeNull(),
  );

  it.each([
    ["pending", "no digit"],
    ["AKC12@34", "characters"],
  ])("cause a warning for %s", (number, reason) => expect(warnOfRegistration(number)).toContain(reason));

  it("cause no warning if the dog has no number", () => expect(warnOfRegistration(null)).toBeNull());
});
