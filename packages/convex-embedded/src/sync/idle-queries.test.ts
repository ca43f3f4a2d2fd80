/** Tests which results are kept for a returning client, and for how long. */
import { describe, expect, it } from "vitest";
import { IdleQueries, MAX_IDLE_MS } from "./idle-queries.js";
import { createSharedQuery, type SharedQuery } from "./shared-query.js";

function answered(name: string, bytes: number, args = "[{}]"): SharedQuery {
  const caller = { identity: null, visibility: "public" as const };
  const shared = createSharedQuery(name, { path: name, args, caller, journal: null });
  const tail = Buffer.alloc(bytes);
  shared.result = { type: "QueryUpdated", tail, fingerprint: tail };
  return shared;
}

describe("idle queries", () => {
  it("are reused while they are recent", () => {
    let now = 0;
    const idle = new IdleQueries(() => now);
    const shared = answered("list", 10);
    idle.keep(shared);
    now = MAX_IDLE_MS;
    expect(idle.remove(shared)).toBe(true);
    idle.keep(shared);
    now += MAX_IDLE_MS + 1;
    expect(idle.remove(shared)).toBe(false);
    expect(idle.has(shared)).toBe(false);
  });

  it("are limited in number, and the longest unused one is removed first", () => {
    const idle = new IdleQueries(() => 0);
    const all = Array.from({ length: 501 }, (_, position) => answered(`q${position}`, 1));
    const gone = all.flatMap((shared) => idle.keep(shared));
    expect(gone).toEqual([all[0]]);
  });

  it("are limited in size", () => {
    const idle = new IdleQueries(() => 0);
    const [first, second] = [answered("a", 5_000_000), answered("b", 5_000_000)];
    expect(idle.keep(first)).toEqual([]);
    expect(idle.keep(second)).toEqual([first]);
    expect(idle.has(second)).toBe(true);
  });

  it("are limited by the size of their arguments", () => {
    const idle = new IdleQueries(() => 0);
    const args = "x".repeat(5_000_000);
    const [first, second] = [answered("a", 1, args), answered("b", 1, args)];
    expect(idle.keep(first)).toEqual([]);
    expect(idle.keep(second)).toEqual([first]);
  });

  it("are removed when they are too old and the next one is added", () => {
    let now = 0;
    const idle = new IdleQueries(() => now);
    const old = answered("old", 1);
    idle.keep(old);
    now = MAX_IDLE_MS + 1;
    expect(idle.keep(answered("new", 1))).toEqual([old]);
  });
});
