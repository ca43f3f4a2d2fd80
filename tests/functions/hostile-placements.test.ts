/**
 * Tests random actions of two people on placements. Every refusal must be readable, and placements must agree with
 * their puppies.
 */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { getErrorData } from "../../domain/errors";
import { addDog, decoded, startTeam, TODAY, type Team } from "../support/backend";
import { makeRandom } from "../support/breed";
import { addLitter, addPuppy } from "../support/litters";
import { expectSettled } from "../support/settled";

const { placements } = api.placements;
const { puppies } = api.litters;
const { contacts } = api.contacts;

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ["Date", "setTimeout"] });
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const NAMES = [
  "Anna Berg",
  "李明",
  "Анна Берг",
  "محمد علي",
  "Ångström",
  "anna  BERG",
  "O'Brien-Šimková",
  "🐕 Lee",
];
const PHONES = ["+49 171 2345678", "0171 2345678", "0171/234 56 78", "(555) 010-2030"];
const DAYS = ["2025-03-04", "2025-03-05", "2025-04-30", TODAY, "2025-06-17", "2025-02-30", "0000-00-00", "x"];

/** People may see these error codes. Any other error is a bug. */
const REFUSALS = [
  "VALIDATION_FAILED",
  "NOT_FOUND",
  "STALE_UPDATE",
  "HAS_OPEN_SALES",
  "PUPPY_STATUS",
  "CHANGED_SINCE",
];

const SEEDS = Number(process.env["HOSTILE_SEEDS"] ?? 6);
const STEPS = 40;

it.each(Array.from({ length: SEEDS }, (_, at) => at + 1))(
  "a random sequence of actions leaves a kennel with consistent records: seed %i",
  { timeout: 120_000 },
  async (seed) => {
    const random = makeRandom(seed * 7919);
    const pick = <Each>(all: readonly Each[]): Each => all[Math.floor(random() * all.length)] as Each;
    const { litterId } = await addLitter(team);
    const { kennelId, deployment } = team;
    for (let count = 0; count < 3; count += 1) await addPuppy(team, litterId);
    await addDog(team.owner, kennelId, { name: "Grown" });
    const rows = async <Table extends "puppies" | "contacts" | "placements" | "changes" | "dogs">(
      table: Table,
    ) => await deployment.run(async (ctx) => await ctx.db.query(table).collect());

    const step = async (): Promise<unknown> => {
      const { as } = pick([team.owner, team.staff, team.manager]);
      const puppyId = pick(await rows("puppies"))?._id ?? "none";
      const known = (await rows("contacts")).map(({ _id }) => _id as string);
      const person = pick(known.length > 0 ? ["new", "another", pick(known)] : ["new"]);
      const buyer = { buyerName: pick(NAMES), buyerId: person, buyerPhone: pick([...PHONES, null]) };
      const contactId = pick(known) ?? "none";
      const otherId = pick(known) ?? "none";
      switch (Math.floor(random() * 13)) {
        case 0:
        case 1:
          return await as.mutation(puppies.reserve, { puppyId, today: TODAY, ...buyer });
        case 2:
          return await as.mutation(puppies.sell, { puppyId, today: TODAY, saleDate: pick(DAYS) });
        case 3:
          return await as.mutation(puppies.sell, { puppyId, today: TODAY, ...buyer });
        case 4:
        case 5:
          return await as.mutation(puppies.setStatus, {
            ...{ puppyId, today: TODAY, status: pick(["available", "reserved", "kept", "deceased"]) },
          });
        case 6: {
          const change = pick((await rows("changes")).slice(-6));
          return await as.mutation(api.history.history.undo, {
            kennelId,
            changeId: change?._id ?? "",
            today: TODAY,
          });
        }
        case 7: {
          const placementId = pick(await rows("placements"))?._id ?? "none";
          const papers = [
            { paper: pick(["pedigree", "contract"] as const), number: pick(["", "HP 1", "–"]) },
          ];
          return await as.mutation(placements.handOver, { placementId, on: pick(DAYS), papers });
        }
        case 8: {
          const placementId = pick(await rows("placements"))?._id ?? "none";
          return await as.mutation(placements.update, {
            ...{ placementId, handedOverOn: pick([...DAYS, null]), returnedOn: pick([...DAYS, null]) },
          });
        }
        case 9:
          return await as.mutation(contacts.remove, { contactId });
        case 10:
          return await Promise.allSettled([
            as.mutation(contacts.merge, { contactId, otherId }),
            team.owner.as.mutation(contacts.merge, { contactId: otherId, otherId: contactId }),
          ]).then((results) => {
            for (const result of results) if (result.status === "rejected") throw result.reason;
          });
        case 11: {
          const dog = (await rows("dogs")).find(({ name }) => name === "Grown");
          const change = { status: pick(["sold", "active", "deceased"]), currentOwnerName: pick(NAMES) };
          const dogId = dog?._id ?? "";
          return await as.mutation(api.dogs.dogs.update, {
            dogId,
            today: TODAY,
            ...change,
            currentOwnerId: person,
          });
        }
        default:
          vi.setSystemTime(Date.now() + pick([1000, 3_600_000, 2 * 86_400_000]));
          return await as.mutation(contacts.update, { contactId, phone: pick(PHONES), name: pick(NAMES) });
      }
    };

    const refused: Record<string, number> = {};
    for (let count = 0; count < STEPS; count += 1) {
      const results = await Promise.allSettled(random() < 0.4 ? [step(), step()] : [step()]);
      for (const result of results) {
        if (result.status === "fulfilled") continue;
        const data = getErrorData(decoded(result.reason));
        if (!data) throw result.reason;
        refused[data.code] = (refused[data.code] ?? 0) + 1;
      }
      const all = await rows("placements");
      const people = new Set((await rows("contacts")).map(({ _id }) => _id as string));
      for (const { _id, status } of await rows("puppies")) {
        const open = all.filter(({ puppyId, endedAt }) => puppyId === _id && endedAt === undefined);
        const isDeal = status === "reserved" || status === "sold";
        if (isDeal) expect(open, `${status} at step ${count}`).toHaveLength(1);
        if (!isDeal && status !== "deceased") expect(open, `${status} at step ${count}`).toEqual([]);
      }
      for (const { contactId } of all) if (contactId) expect(people).toContain(contactId);
    }
    expect(Object.keys(refused).filter((code) => !REFUSALS.includes(code))).toEqual([]);
    await expectSettled(team);
  },
);
