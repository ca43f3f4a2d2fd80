/**
 * Two people of a kennel and one family act at the same time for some minutes, by a seeded script and partly on
 * outdated pages. Every refusal has a message, no error page appears, and all pages are equal at the end. Short by
 * default: `FAMILY_MINUTES=10 FAMILY_SEED=7 npx vitest run tests/operation/family-for-minutes.long.test.ts`.
 */
import { setTimeout as pause } from "node:timers/promises";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import type { FunctionReference, FunctionReturnType } from "convex/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import WebSocket from "ws";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDays } from "../../domain/dates/calendar-days";
import { getErrorData } from "../../domain/errors";
import { firstKennelId, joinKennel, person, register, signIn, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

const MINUTES = Number(process.env["FAMILY_MINUTES"] ?? "0.5");
const SEED = Number(process.env["FAMILY_SEED"] ?? "1");
vi.setConfig({ testTimeout: MINUTES * 60_000 + 300_000, hookTimeout: 120_000 });

const TODAY = new Date().toISOString().slice(0, 10);

/** From 0 to 1, the same in every run with a seed. */
function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e37_79b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

let runtime: Runtime;
let owner: SignedIn;
let second: SignedIn;
let kennelId: Id<"kennels">;
beforeAll(async () => {
  runtime = await startRuntime({
    ...{ functions: "convex", accounts: true },
    env: { STUDBOOK_LINK_SECRET: "a secret of the deployment" },
  });
  owner = await register(runtime.origin, person("Margaret"));
  second = await register(runtime.origin, person("Tomas"));
  kennelId = await firstKennelId(owner);
  await joinKennel(owner, second, { kennelId, role: "manager" });
});
afterAll(async () => await runtime.stop());

const post = async (path: string, body: object) => {
  const response = await fetch(`${runtime.origin}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    ...((await response.json()) as { data: { session: string }; message: string }),
  };
};

/** Like an open page. */
class Live<Query extends FunctionReference<"query">> {
  value: FunctionReturnType<Query> | undefined;
  error: Error | undefined;
  readonly #end: () => void;

  constructor(client: ConvexClient, query: Query, args: Query["_args"]) {
    this.#end = client.onUpdate(
      query,
      args,
      (value) => {
        this.value = value;
        this.error = undefined;
      },
      (error) => {
        this.error = error;
      },
    );
  }

  close(): void {
    this.#end();
  }
}

const socket = () =>
  new ConvexClient(runtime.origin, {
    logger: false,
    // The same interface as a browser's.
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
  });

/** These refusals are expected when others act at the same time. */
const EXPECTED = new Set([
  ...["STALE_UPDATE", "PUPPY_STATUS", "NOT_FOUND", "LINK_OVER", "CHANGED_SINCE", "VALIDATION_FAILED"],
  ...["RATE_LIMITED", "LIMIT_REACHED", "SIGNING_CLOSED", "SERVER_BUSY", "CODE_NEEDED", "HAS_SIGNATURES"],
]);

const findings: string[] = [];
const endings = new Map<string, number>();

/** A failure must have a code and a message. */
async function act(who: string, what: string, work: () => Promise<unknown>): Promise<void> {
  let ending = "done";
  try {
    await work();
  } catch (error) {
    const data = getErrorData(error);
    ending = data?.code ?? "failed";
    if (!data || !EXPECTED.has(data.code) || data.message.trim() === "")
      findings.push(`${who}, ${what}: ${data?.code ?? String(error)}`);
  }
  endings.set(`${what} ${ending}`, (endings.get(`${what} ${ending}`) ?? 0) + 1);
}

it(`every refusal has a message, over ${MINUTES} minutes`, async () => {
  const { client } = owner;
  const dam = await client.mutation(api.dogs.dogs.create, {
    ...{ kennelId, name: "Bella", breed: "Beagle", gender: "female", today: TODAY },
  });
  const sire = await client.mutation(api.dogs.dogs.createExternal, {
    ...{ kennelId, name: "Rex", breed: "Beagle", gender: "male" },
  });
  const breeding = await client.mutation(api.breedings.breedings.create, {
    ...{ kennelId, damId: dam._id, sireId: sire._id, breedingDate: addDays(TODAY, -110) },
  });
  const litter = await client.mutation(api.litters.litters.create, {
    ...{ breedingId: breeding._id, whelpingDate: addDays(TODAY, -47), today: TODAY },
  });
  const puppyIds: Id<"puppies">[] = [];
  for (const name of ["Quill", "Quest", "Quartz"])
    puppyIds.push((await client.mutation(api.litters.puppies.create, { litterId: litter._id, name }))._id);
  const { _id: applicantId } = await client.mutation(api.litters.waitingList.create, {
    kennelId,
    name: "Anna",
  });
  await client.mutation(api.litters.waitingList.create, { kennelId, name: "Bo" });
  const link = await client.mutation(api.families.links.create, { kennelId, applicantId });

  const people = [owner, second].map((who, index) => {
    const own = socket();
    own.setAuth(async ({ forceRefreshToken }) =>
      forceRefreshToken ? (await signIn(runtime.origin, who)).token : who.token,
    );
    const random = randomFrom(SEED * 10 + index);
    return {
      ...{ name: who.firstName, own, random },
      list: new Live(own, api.litters.waitingList.list, { kennelId }),
      diary: new Live(own, api.families.diary.list, { litterId: litter._id }),
    };
  });
  type Staff = (typeof people)[number];

  const family = { own: socket(), random: randomFrom(SEED * 10 + 5), session: "", opened: 0 };
  let page: Live<typeof api.families.pages.page> | undefined;
  let story: Live<typeof api.families.pages.story> | undefined;
  const openPage = async () => {
    page?.close();
    story?.close();
    // The kennel gives out the current address.
    const present = await client.query(api.families.links.get, { kennelId, applicantId });
    const opened = await post("/links/open", { token: present?.address?.split("#")[1] ?? "" });
    if (opened.status !== 201) {
      if (![404, 409, 429].includes(opened.status) || !opened.message)
        findings.push(`opening: ${opened.status}`);
      return;
    }
    family.session = opened.data.session;
    family.opened += 1;
    page = new Live(family.own, api.families.pages.page, { session: family.session });
    story = new Live(family.own, api.families.pages.story, { session: family.session });
    await vi.waitFor(() => expect(page?.value ?? page?.error).toBeDefined(), { timeout: 20_000 });
  };
  await openPage();
  const openEnded = Date.now();
  expect(link.address).not.toBeNull();

  const pick = <Value>(random: () => number, from: readonly Value[]): Value =>
    from[Math.floor(random() * from.length)] as Value;

  const doStaff = async ({ name, own, random, list, diary }: Staff) => {
    const entry = [...(list.value?.active ?? []), ...(list.value?.former ?? [])].find(
      ({ _id }) => _id === applicantId,
    );
    const puppyId = pick(random, puppyIds);
    const offer = { applicantId, puppyId, offerUntil: addDays(TODAY, 5), today: TODAY };
    const first = diary.value?.[0];
    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      ["offer", async () => await own.mutation(api.litters.waitingList.offer, offer)],
      ["offer", async () => await own.mutation(api.litters.waitingList.offer, offer)],
      [
        "answer",
        async () =>
          await own.mutation(api.litters.waitingList.answerOffer, {
            ...{ applicantId, isAccepted: random() < 0.5, today: TODAY },
          }),
      ],
      [
        "free",
        async () =>
          await own.mutation(api.litters.puppies.setStatus, { puppyId, status: "available", today: TODAY }),
      ],
      ["put back", async () => await own.mutation(api.litters.waitingList.revert, { applicantId })],
      [
        "change wishes",
        async () =>
          await own.mutation(api.litters.waitingList.update, {
            ...{ applicantId, color: pick(random, ["red", "sable", "black"]) },
            ...(entry && { expectedUpdatedAt: entry.updatedAt }),
          }),
      ],
      [
        "weigh",
        async () =>
          await own.mutation(api.litters.puppyWeights.add, {
            ...{ puppyId, grams: 2000 + Math.floor(random() * 500), weighedAt: Date.now() },
            entryKey: `${name}-${String(random())}`,
          }),
      ],
      [
        "write diary",
        async () =>
          await own.mutation(api.families.diary.write, {
            ...{ litterId: litter._id, text: `Day ${String(random())}`, isShared: random() < 0.7 },
            audience: pick(random, ["families", "applicants", "everybody"] as const),
          }),
      ],
      [
        "share",
        async () =>
          first &&
          (await own.mutation(api.families.diary.revise, {
            ...{ diaryEntryId: first._id, isShared: random() < 0.5, expectedUpdatedAt: first.updatedAt },
          })),
      ],
      [
        "erase diary",
        async () => first && (await own.mutation(api.families.diary.remove, { diaryEntryId: first._id })),
      ],
      [
        "move",
        async () => await own.mutation(api.litters.waitingList.move, { applicantId, direction: "up" }),
      ],
      [
        "settings",
        async () =>
          await own.mutation(api.kennels.kennelSettings.update, {
            ...{ kennelId, familyPages: { showsPlace: random() < 0.5, showsParents: random() < 0.7 } },
          }),
      ],
      [
        "new link",
        async () => {
          // Rarely, because a person opens an address a few times an hour.
          if (random() > 0.1 || family.opened > 12) return;
          const present = await own.query(api.families.links.get, { kennelId, applicantId });
          if (present) await own.mutation(api.families.links.renew, { linkId: present._id });
        },
      ],
    ];
    const [what, work] = pick(random, steps);
    await act(name, what, work);
  };

  const doFamily = async () => {
    const { own, random, session } = family;
    if (page?.error) {
      const code = getErrorData(page.error)?.code;
      if (code !== "LINK_OVER") findings.push(`the open page: ${code ?? page.error.message}`);
      if (family.opened < 15) await openPage();
      return;
    }
    const entry = page?.value?.entry;
    if (!entry) return;
    const version = { session, expectedUpdatedAt: entry.updatedAt };
    // Some responses are based on data that was shown a moment ago.
    if (random() < 0.4) await pause(Math.floor(random() * 300));
    const isAccepted = random() < 0.6;
    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      [
        "family answers",
        async () =>
          await own.mutation(api.families.pages.answerOffer, { ...version, isAccepted, today: TODAY }),
      ],
      [
        "family answers",
        async () =>
          await own.mutation(api.families.pages.answerOffer, { ...version, isAccepted, today: TODAY }),
      ],
      [
        "family wishes",
        async () =>
          await own.mutation(api.families.pages.changeWishes, {
            ...{ ...version, color: pick(random, ["any", "sable", "tan"]) },
          }),
      ],
      [
        "family pauses",
        async () =>
          await own.mutation(api.families.pages.changeWishes, {
            ...{ ...version, pausedUntil: random() < 0.5 ? addDays(TODAY, 30) : null },
          }),
      ],
      ["family stays", async () => await own.mutation(api.families.links.touch, { session })],
      [
        "family leaves",
        async () => (random() < 0.2 ? await own.mutation(api.families.pages.leave, version) : null),
      ],
    ];
    const [what, work] = pick(random, steps);
    const before = entry.updatedAt;
    await act("family", what, async () => {
      await work();
      if (what !== "family wishes") return;
      // An accepted change was made to the newest version, so the entry has a newer version now.
      const fresh = await new ConvexHttpClient(runtime.origin, { logger: false }).query(
        api.families.pages.page,
        { session },
      );
      if (fresh.entry && fresh.entry.updatedAt < before) findings.push("a version went back");
    });
  };

  const until = openEnded + MINUTES * 60_000;
  const run = async (random: () => number, one: () => Promise<void>) => {
    while (Date.now() < until) {
      await one();
      await pause(10 + Math.floor(random() * 120));
    }
  };
  await Promise.all([
    ...people.map(async (staff) => await run(staff.random, async () => await doStaff(staff))),
    run(family.random, doFamily),
  ]);

  if (page?.error) await openPage();
  const http = new ConvexHttpClient(runtime.origin, { logger: false });
  const fresh = await signIn(runtime.origin, owner);
  await vi.waitFor(
    async () => {
      const { session } = family;
      expect(page?.value).toEqual(await http.query(api.families.pages.page, { session }));
      expect(story?.value).toEqual(await http.query(api.families.pages.story, { session }));
      const list = await fresh.client.query(api.litters.waitingList.list, { kennelId });
      for (const staff of people) expect(staff.list.value).toEqual(list);
      const written = await fresh.client.query(api.families.diary.list, { litterId: litter._id });
      for (const staff of people)
        expect(staff.diary.value?.map(({ _id }) => _id)).toEqual(written.map(({ _id }) => _id));
      // The family sees the same entry as the kennel.
      const entry = [...list.active, ...list.former].find(({ _id }) => _id === applicantId);
      expect(page?.value?.entry).toMatchObject({ status: entry?.status, updatedAt: entry?.updatedAt });
    },
    { timeout: 20_000, interval: 200 },
  );
  for (const { own } of people) await own.close();
  await family.own.close();
  const told = [...endings].sort(([one], [other]) => (one < other ? -1 : 1));
  console.log(told.map(([what, count]) => `${what}: ${count}`).join("\n"));
  expect(findings).toEqual([]);
  expect(runtime.errors()).not.toMatch(/uncaught|unhandled/iu);
  const done = told.filter(([what]) => what.endsWith("done")).reduce((sum, [, count]) => sum + count, 0);
  expect(done).toBeGreaterThan(20);
  expect(told.some(([what]) => what === "family answers STALE_UPDATE")).toBe(true);
});
