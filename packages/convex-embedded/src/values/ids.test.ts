/** Tests ids of documents. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeId, newId, parseId } from "./ids.js";

const tableNumbers = fc.integer({ min: 1, max: 0xffffffff });
const internalIds = fc.uint8Array({ minLength: 16, maxLength: 16 });

describe("document ids", () => {
  it("are encoded as Convex's backend encodes them", () => {
    const internal = new Uint8Array(16);
    internal[0] = 251;
    for (let i = 1; i < 16; i += 1) internal[i] = (internal[i - 1] ?? 0) * 251;
    expect(encodeId(1017, internal)).toBe("z43zp6c3e75gkmz1kfwj6mbbx5sw281h");
  });

  it("keep every table number and every internal id unchanged", () => {
    fc.assert(
      fc.property(tableNumbers, internalIds, (tableNumber, internalId) => {
        const parsed = parseId(encodeId(tableNumber, internalId));
        expect(parsed).toEqual({ tableNumber, internalId });
      }),
    );
  });

  it("are never read from text without a valid checksum", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const parsed = parseId(text);
        if (parsed.tableNumber !== null) expect(encodeId(parsed.tableNumber, parsed.internalId)).toBe(text);
      }),
    );
  });

  it("are refused with one character changed", () => {
    const id = newId(10001);
    for (let i = 0; i < id.length; i += 1) {
      const changed = `${id.slice(0, i)}${id[i] === "0" ? "1" : "0"}${id.slice(i + 1)}`;
      expect(parseId(changed).tableNumber, changed).toBeNull();
    }
  });

  it("are refused with Convex's messages", () => {
    expect(parseId("abc")).toEqual({ tableNumber: null, error: "Unable to decode ID: Invalid ID length 3" });
    expect(parseId("U".repeat(32))).toEqual({
      tableNumber: null,
      error: "Unable to decode ID: ID wasn't valid base32",
    });
  });

  it("are unique when they are new", () => {
    const ids = new Set(Array.from({ length: 2000 }, () => newId(10001)));
    expect(ids.size).toBe(2000);
  });
});
