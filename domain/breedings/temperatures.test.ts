/** Tests the fall of a bitch's temperature, and how temperatures are entered and shown. */
import { describe, expect, it } from "vitest";
import { findFall, formatTemperature, readTemperature, withPoint } from "./temperatures";

const HOUR = 3_600_000;
/** The temperatures were measured every six hours. */
const readings = (...fahrenheit: number[]) =>
  fahrenheit.map((temperatureFahrenheit, at) => ({ takenAt: at * 6 * HOUR, temperatureFahrenheit }));

describe("a fall of the temperature", () => {
  it("is the first low reading after four normal readings, whatever their order", () => {
    const five = readings(100.8, 100.6, 101, 100.4, 99.5, 99.1);
    expect(findFall(five)).toEqual(five[4]);
    expect(findFall(five.toReversed())).toEqual(five[4]);
  });

  it("is not found after only three normal readings, or if the reading is slightly above the limit", () => {
    expect(findFall(readings(100.8, 100.6, 101, 99.1))).toBeNull();
    expect(findFall(readings(100.8, 100.6, 101, 100.4, 99.6))).toBeNull();
    expect(findFall([])).toBeNull();
  });

  it("depends only on normal readings of the last 72 hours", () => {
    const old = readings(100.8, 100.6, 101, 100.4);
    const low = (hours: number) => ({ takenAt: hours * HOUR, temperatureFahrenheit: 99 });
    expect(findFall([...old, low(72)])).toEqual(low(72));
    expect(findFall([...old, low(73)])).toBeNull();
  });
});

describe("an entered temperature", () => {
  it.each([
    ["99.4", 99.4],
    ["100,4", 100.4],
    ["37.5", 99.5],
    ["37,2", 99],
    [" 38 ", 100.4],
    ["", null],
    ["89.9", Number.NaN],
    ["110.1", Number.NaN],
    ["60", Number.NaN],
    ["3e1", Number.NaN],
    ["-99", Number.NaN],
    ["99.4 F", Number.NaN],
  ])("is read in both units: %s", (text, fahrenheit) => {
    expect(readTemperature(text)).toBe(fahrenheit);
  });

  it.each([
    ["9", "9"],
    ["99", "99"],
    ["994", "99.4"],
    ["100", "100"],
    ["1004", "100.4"],
    ["374", "37.4"],
  ])("gets its decimal point automatically: %s", (digits, text) => {
    expect(withPoint(digits)).toBe(text);
  });

  it("is shown in both units", () => {
    expect(formatTemperature(99.5)).toBe("99.5 °F (37.5 °C)");
  });
});
