/** The hash of pieces is that of the whole, as the platform reckons it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256Of } from "./checksum";
import { Sha256 } from "./sha256";

describe("the hash of what comes piece by piece", () => {
  it("is the platform's own, however the bytes are cut", async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(pieces, async (parts) => {
        const hash = new Sha256();
        for (const part of parts) hash.update(part);
        const whole = new Uint8Array(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer());
        expect(hash.digest()).toBe(await sha256Of(whole));
      }),
      { numRuns: 300, seed: 9 },
    );
  });

  it("is right at every length about the ends of blocks", async () => {
    for (let length = 0; length <= 130; length += 1) {
      const bytes = new Uint8Array(length).fill(length);
      expect(new Sha256().update(bytes).digest()).toBe(await sha256Of(bytes));
    }
  });
});
