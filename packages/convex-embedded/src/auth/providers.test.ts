/** Issuers are compared whatever their slashes at the end, in a time that grows with the text alone. */
import { expect, it } from "vitest";
import { isSameIssuer } from "./providers.js";

it("accepts an issuer with and without protocol and slashes as the same", () => {
  expect(isSameIssuer("https://accounts.example", "accounts.example//")).toBe(true);
  expect(isSameIssuer("https://accounts.example", "https://accounts.example/a")).toBe(false);
});

it("compares a million slashes at once", () => {
  const slashes = "/".repeat(1_000_000);
  expect(isSameIssuer("https://accounts.example", `https://accounts.example${slashes}`)).toBe(true);
  expect(isSameIssuer("https://accounts.example", `https://accounts.example${slashes}.`)).toBe(false);
});
