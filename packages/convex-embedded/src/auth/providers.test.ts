/** Tests the comparison of issuers. */
import { expect, it } from "vitest";
import { isSameIssuer } from "./providers.js";

it("an issuer with and without protocol and slashes is the same", () => {
  expect(isSameIssuer("https://accounts.example", "accounts.example//")).toBe(true);
  expect(isSameIssuer("https://accounts.example", "https://accounts.example/a")).toBe(false);
});

it("a million slashes are compared quickly", () => {
  const slashes = "/".repeat(1_000_000);
  expect(isSameIssuer("https://accounts.example", `https://accounts.example${slashes}`)).toBe(true);
  expect(isSameIssuer("https://accounts.example", `https://accounts.example${slashes}.`)).toBe(false);
});
