/** Tests how many rows a save and a page read in a kennel with many contacts. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { countRows } from "../../convex/changes/follow";
import { derivedOf } from "../../convex/contacts/model/contacts";
import { startTeam, type Team } from "../support/backend";

const { contacts } = api.contacts;

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

type Written = { name: string; phone?: string; address?: string };

/** Contacts are counted and marked as in a restore. */
const write = async (all: readonly Written[], isTwin: boolean) =>
  await team.deployment.run(async (ctx) => {
    const rows = all.map((each) => ({
      ...{ ...each, kennelId: team.kennelId, kinds: [], updatedAt: 0, ...derivedOf(each) },
      ...(isTwin && { isTwin: true as const }),
    }));
    for (const row of rows) await ctx.db.insert("contacts", row);
    await countRows(ctx, "contacts", rows);
  });

type Syscall = (op: string, args: string) => Promise<string>;

async function readBy(call: () => Promise<unknown>): Promise<number> {
  let reads = 0;
  const { Convex } = globalThis as unknown as { Convex: { asyncSyscall: Syscall } };
  const counting = new Proxy(Convex, {
    get: (convex, name) =>
      name === "asyncSyscall"
        ? async (op: string, args: string) => {
            if (op === "1.0/queryStreamNext" || op === "1.0/get") reads += 1;
            return await convex.asyncSyscall(op, args);
          }
        : (Reflect.get(convex, name) as unknown),
  });
  vi.stubGlobal("Convex", counting);
  await call();
  vi.unstubAllGlobals();
  return reads;
}

const NAMESAKE = { name: "Anna Berg", address: "12 Hill Road, Dover" };

describe("a save among five hundred contacts with the same name", () => {
  beforeEach(
    async () =>
      await write(
        Array.from({ length: 500 }, () => NAMESAKE),
        true,
      ),
  );

  it("reads only a few of them, and marks the contact as similar", async () => {
    const { kennelId } = team;
    let contactId = "";
    const create = async () =>
      ({ _id: contactId } = await team.owner.as.mutation(contacts.create, { kennelId, ...NAMESAKE }));
    expect(await readBy(create)).toBeLessThan(800);
    const change = { contactId, phone: "555 010 2030", address: "1 Other Street, Hull" };
    expect(await readBy(async () => await team.owner.as.mutation(contacts.update, change))).toBeLessThan(
      2500,
    );
    const row = async () =>
      await team.deployment.run(async (ctx) => await ctx.db.get("contacts", contactId as never));
    expect(await row()).not.toHaveProperty("isTwin");
    await team.owner.as.mutation(contacts.update, { contactId, address: "12 Hill Road Dover" });
    expect(await row()).toMatchObject({ isTwin: true });
  });
});

describe("a page of two thousand contacts", () => {
  const names = Array.from({ length: 2000 }, (_, at) => `Person ${String(at).padStart(4, "0")}`);
  beforeEach(
    async () =>
      await write(
        names.map((name) => ({ name })),
        false,
      ),
  );

  it("contains the contacts of its page number, read from the nearer end", async () => {
    const { kennelId } = team;
    const page = async (number: number) =>
      (await team.owner.as.query(contacts.list, { kennelId, page: number, limit: 60 })).data.map(
        ({ name }) => name,
      );
    for (const number of [1, 2, 16, 17, 18, 19, 33, 34, 35]) {
      expect(await page(number)).toEqual(names.slice((number - 1) * 60, number * 60));
    }
    expect(await readBy(async () => await page(34))).toBeLessThan(100);
    expect(await readBy(async () => await page(30))).toBeLessThan(400);
  });
});
