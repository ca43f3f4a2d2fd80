/** Tests that cached rows of scans are valid until an entry of their index is written or a write is rolled back. */
import { describe, expect, it } from "vitest";
import { FoundRows } from "./found-rows.js";

const RANGE = { start: "a", end: "b" };

function counted() {
  const found = new FoundRows();
  let searches = 0;
  const scan = (
    indexId = 1,
    range: { start: string; end: string | null } = RANGE,
    how = "asc 8",
    rows = [7],
  ) =>
    found.of(indexId, range, how, () => {
      searches += 1;
      return rows;
    });
  return { found, scan, searches: () => searches };
}

describe("the cached rows of a scan", () => {
  it("are not searched again", () => {
    const { scan, searches } = counted();
    expect([scan(), scan()]).toEqual([[7], [7]]);
    expect(searches()).toBe(1);
  });

  it("belong only to that scan", () => {
    const { scan, searches } = counted();
    scan();
    scan(2);
    scan(1, { start: "a", end: null });
    scan(1, { start: "a", end: "" });
    scan(1, { start: "", end: "ab" });
    scan(1, RANGE, "desc 8");
    scan(1, RANGE, "asc 80");
    expect(searches()).toBe(7);
  });

  it("are searched again once an entry of their index was written, and rows of other indexes are not", () => {
    const { found, scan, searches } = counted();
    scan(1);
    scan(2);
    found.written(1);
    scan(1);
    scan(2);
    expect(searches()).toBe(3);
  });

  it.each([
    ["a part of the transaction", (found: FoundRows) => found.undone()],
    ["the transaction", (found: FoundRows) => found.ended(false)],
  ])("are searched again when %s was rolled back after a write", (_what, undo) => {
    const { found, scan, searches } = counted();
    found.written(1);
    scan();
    undo(found);
    scan();
    expect(searches()).toBe(2);
  });

  it("are kept when a transaction without new entries was rolled back", () => {
    const { found, scan, searches } = counted();
    found.written(1);
    found.ended(true);
    scan();
    found.undone();
    found.ended(false);
    scan();
    expect(searches()).toBe(1);
  });

  it("are removed when there are too many", () => {
    const { scan, searches } = counted();
    const rows = Array.from({ length: 4000 }, (_, row) => row);
    for (let indexId = 1; indexId <= 20; indexId += 1) scan(indexId, RANGE, "asc 8", rows);
    scan(20);
    expect(searches()).toBe(20);
    scan(1);
    expect(searches()).toBe(21);
  });

  it("are limited to the same number after a removal", () => {
    const { scan, searches } = counted();
    const rows = Array.from({ length: 4000 }, (_, row) => row);
    for (let indexId = 1; indexId <= 33; indexId += 1) scan(indexId, RANGE, "asc 8", rows);
    scan(17, RANGE, "asc 8", rows);
    expect(searches()).toBe(34);
  });

  it("are not stored for a scan with very long bounds", () => {
    const { scan, searches } = counted();
    const range = { start: "a".repeat(50_000), end: null };
    scan(1, range);
    scan(1, range);
    expect(searches()).toBe(2);
  });

  it("are removed when their bounds are too long in total", () => {
    const { scan, searches } = counted();
    const rangeOf = (scanned: number) => ({ start: `${scanned}`.padEnd(20_000, "a"), end: null });
    for (let scanned = 1; scanned <= 40; scanned += 1) scan(1, rangeOf(scanned), "asc 8", []);
    scan(1, rangeOf(1), "asc 8", []);
    expect(searches()).toBe(41);
  });

  it("are not stored for a scan with very many rows", () => {
    const { scan, searches } = counted();
    const rows = Array.from({ length: 5000 }, (_, row) => row);
    scan(1, RANGE, "asc 8", rows);
    scan(1, RANGE, "asc 8", rows);
    expect(searches()).toBe(2);
  });
});
