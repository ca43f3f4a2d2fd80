/** Query results in browser storage: their account, kennels, size and use without a server. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { makeOfflineClient } from "@/identity/offline/offline-client";
import type { SeenDatabase } from "@/lib/last-seen/database";
import { LastSeen, seenKey } from "@/lib/last-seen/last-seen";

type Row = Awaited<ReturnType<SeenDatabase["all"]>>[number];

let rows: Map<string, Row>;
let owner: string | null;
let now: number;
let database: SeenDatabase;
let seen: LastSeen;

beforeEach(() => {
  rows = new Map();
  owner = null;
  now = 1_000_000_000_000;
  database = {
    owner: () => Promise.resolve(owner),
    all: () => Promise.resolve([...rows.values()]),
    put: (row) => Promise.resolve(void rows.set(row.key, row)),
    remove: (key) => Promise.resolve(void rows.delete(key)),
    removeWhere: (isGone) => {
      for (const [key, row] of rows) if (isGone(row)) rows.delete(key);
      return Promise.resolve();
    },
    shrink: (maxChars) => {
      let kept = 0;
      for (const row of [...rows.values()].sort((a, b) => b.at - a.at)) {
        kept += row.text.length;
        if (kept > maxChars) rows.delete(row.key);
      }
      return Promise.resolve();
    },
    clear: (next) => {
      rows.clear();
      owner = next;
      return Promise.resolve();
    },
  };
  seen = new LastSeen(
    () => Promise.resolve(database),
    () => now,
  );
});

const kept = () => [...rows.keys()].sort();

describe("the stored query results", () => {
  it("are stored for the account that saw them, including results that arrived before the account was known", async () => {
    seen.keep("users:me []", "", { name: "Anna" });
    await seen.flush();
    expect(kept()).toEqual([]);
    seen.own("anna");
    seen.keep("dogs/dogs:list []", "k1 {}", [{ name: "Aria" }]);
    await seen.flush();
    expect(kept()).toEqual(["dogs/dogs:list []", "users:me []"]);
    expect((await seen.read())?.answers.get("dogs/dogs:list []")).toBe('[{"name":"Aria"}]');
  });

  it("are deleted at sign-out and when another account signs in", async () => {
    seen.own("anna");
    seen.keep("dogs/dogs:list []", "k1 {}", [1]);
    await seen.flush();
    const later = new LastSeen(() => Promise.resolve(database));
    later.own("ben");
    await later.clear();
    expect([kept(), owner]).toEqual([[], null]);
    expect(await seen.read()).toBeNull();
    // Results that Anna's page had not written yet are not written for Ben.
    later.own("ben");
    seen.keep("dogs/dogs:get []", "k1 {}", [2]);
    await later.flush();
    await seen.flush();
    expect(kept()).toEqual([]);
  });

  it("are deleted when the membership ends or the rights in the kennel change", async () => {
    seen.own("anna");
    seen.keep("users:me []", "", 1);
    seen.keep("dogs/dogs:list 1", 'k1 {"dogs":"write"}', 1);
    seen.keep("dogs/dogs:list 2", 'k2 {"dogs":"write"}', 1);
    await seen.flush();
    seen.keepOnly(['k1 {"dogs":"write"}', 'k2 {"dogs":"none"}']);
    await seen.flush();
    expect(kept()).toEqual(["dogs/dogs:list 1", "users:me []"]);
  });

  it("are deleted if the server refuses them, and never include presence or the text of messages", async () => {
    seen.own("anna");
    for (const name of [
      "dogs/dogs:get",
      "kennels/presence:people",
      "deliveries/deliveries:preview",
      "calendar/calendarFeeds:list",
    ]) {
      seen.keep(`${name} []`, "", 1);
    }
    await seen.flush();
    expect(kept()).toEqual(["dogs/dogs:get []"]);
    seen.drop("dogs/dogs:get []");
    await seen.flush();
    expect(kept()).toEqual([]);
  });

  it("have a limited size, and are not shown after a month", async () => {
    seen.own("anna");
    seen.keep("huge []", "", "x".repeat(500_000));
    for (let index = 0; index < 15; index += 1) {
      now += 1000;
      seen.keep(`dogs/dogs:get ${index}`, "", "x".repeat(390_000));
      await seen.flush();
    }
    expect(kept()).toHaveLength(10);
    expect(kept()).toContain("dogs/dogs:get 14");
    now += 31 * 86_400_000;
    expect(await seen.read()).toBeNull();
  });
});

describe("the client without a connection", () => {
  it("returns stored results whatever the date, always as the same object, and refuses every change", async () => {
    const args = { kennelId: "k1", today: "2025-06-15" };
    const key = seenKey(api.dogs.dogs.breeds, { kennelId: "k1", today: "2025-06-14" });
    const client = makeOfflineClient(new Map([[key, '["Beagle"]']]));
    const watch = client.watchQuery(api.dogs.dogs.breeds, args);
    expect(watch.localQueryResult()).toEqual(["Beagle"]);
    expect(watch.localQueryResult()).toBe(watch.localQueryResult());
    expect(() => client.watchQuery(api.accounts.users.me, {}).localQueryResult()).toThrow(
      "not been opened on this device",
    );
    await expect(client.mutation(api.accounts.users.ensure, {})).rejects.toThrow("You are offline");
    expect(client.connectionState().isWebSocketConnected).toBe(false);
  });
});
