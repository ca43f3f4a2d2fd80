/** The policy of a page outside the web app. */
import { expect, it } from "vitest";
import { pagePolicy } from "./page-policy";

it("allows one style sheet by its hash, and nothing else", async () => {
  // The SHA-256 hash of an empty text, as the standard states it.
  expect(await pagePolicy("")).toBe(
    "default-src 'none'; style-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
});
