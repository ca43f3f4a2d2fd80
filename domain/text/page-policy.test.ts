/** Tests the policy of a page outside the web app. */
import { expect, it } from "vitest";
import { pagePolicy } from "./page-policy";

it("a page policy allows one style sheet by its hash, and no other resources", async () => {
  // The SHA-256 hash of an empty text, according to the standard.
  expect(await pagePolicy("")).toBe(
    "default-src 'none'; style-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
});
