/** Tests the links of families. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { callRest } from "../support/backend-rest";
import { failureOf, firstKennelOf, startTeam, TODAY, type Team } from "../support/backend";
import { confirm, familyOf, openAddress, openedSession, tokenOf } from "../support/families";
import { addLitter, addPuppy } from "../support/litters";
import { addPuppyPhoto } from "../support/photos";

const DAY_MS = 86_400_000;

let team: Team;
let puppyId: string;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
  team = await startTeam();
  const { litterId } = await addLitter(team);
  puppyId = (await addPuppy(team, litterId, { name: "Quill", gender: "female" }))._id;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const sweep = async () => await team.deployment.mutation(internal.families.links.sweep, {});
const apply = async (name: string, fields: object = {}) =>
  (await team.owner.as.mutation(api.litters.waitingList.create, { kennelId: team.kennelId, name, ...fields }))
    ._id;
const offer = async (applicantId: string) =>
  await team.owner.as.mutation(api.litters.waitingList.offer, {
    ...{ applicantId, puppyId, offerUntil: "2025-06-22", today: TODAY },
  });
const linkOf = async (named: object) =>
  await team.owner.as.query(api.families.links.get, { kennelId: team.kennelId, ...named });
const pageOf = async (session: string) => await team.deployment.query(api.families.pages.page, { session });
const codeOf = async (work: Promise<unknown>) => (await failureOf(work)).code;
const placement = async () => {
  const { data } = await team.owner.as.query(api.placements.placements.list, {
    kennelId: team.kennelId,
    puppyId,
  });
  return data[0];
};

describe("an address", () => {
  it("is created with the first offer, and is the same after the reservation and at home", async () => {
    const anna = await apply("Anna");
    expect(await linkOf({ applicantId: anna })).toBeNull();
    await offer(anna);
    const offered = await linkOf({ applicantId: anna });
    expect(offered?.address).toMatch(/\/f\/#[^.]+\.1\.[0-9a-f]{64}$/);
    await team.owner.as.mutation(api.litters.waitingList.answerOffer, {
      ...{ applicantId: anna, isAccepted: true, today: TODAY },
    });
    const placed = await linkOf({ placementId: (await placement())?._id });
    expect(placed).toMatchObject({ _id: offered?._id, address: offered?.address, applicantId: anna });
  });

  it("opens for a session of 32 random bytes, of which the database stores only the hash", async () => {
    const { link, session } = await familyOf(team, { applicantId: await apply("Anna") });
    expect(session).toMatch(/^[0-9a-f]{64}$/);
    expect(await openedSession(team.deployment, link.address)).not.toBe(session);
    const rows = await team.deployment.run(async (ctx) => await ctx.db.query("linkSessions").collect());
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(session);
    expect(rows[0]).toMatchObject({ isConfirmed: false, expiresAt: Date.now() + 30 * DAY_MS });
  });

  it("is refused with the same response when it is forged, changed, cut or from another deployment", async () => {
    const { link } = await familyOf(team, { applicantId: await apply("Anna") });
    const [id = "", generation, signature = ""] = tokenOf(link.address).split(".");
    const flipped = signature.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    for (const token of [
      ...["", "x", `${id}.${generation}`, `${id}.${generation}.${"0".repeat(64)}`],
      ...[`${id}.2.${signature}`, `${id}.${generation}.${flipped}`, `${team.kennelId}.1.${signature}`],
    ]) {
      expect(await openAddress(team.deployment, `#${token}`), token).toMatchObject({ status: 404 });
    }
    vi.stubEnv("STUDBOOK_LINK_SECRET", "another secret, where the backup was restored");
    expect(await openAddress(team.deployment, link.address)).toMatchObject({ status: 404 });
  });

  it("can be opened 20 times an hour from one network, including refused attempts", async () => {
    const { link } = await familyOf(team, { applicantId: await apply("Anna") });
    const from = (address: string) => ({ "X-Forwarded-For": address });
    for (let count = 0; count < 20; count += 1) {
      await openAddress(team.deployment, "#forged", from("192.0.2.7"));
    }
    const refused = await openAddress(team.deployment, link.address, from("192.0.2.7"));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await openAddress(team.deployment, link.address, from("192.0.2.8"))).status).toBe(201);
  });

  it("opens for everybody when no network address is known, even while somebody tries forged links", async () => {
    const { link } = await familyOf(team, { applicantId: await apply("Anna") });
    const other = await familyOf(team, { applicantId: await apply("Bo") });
    for (let count = 0; count < 30; count += 1) await openAddress(team.deployment, "#forged");
    for (let count = 0; count < 30; count += 1) await openAddress(team.deployment, other.link.address);
    expect((await openAddress(team.deployment, link.address)).status).toBe(201);
    expect((await openAddress(team.deployment, other.link.address)).status).toBe(429);
    expect((await openAddress(team.deployment, "#forged")).status).toBe(429);
  });

  it("keeps the confirmed browser signed in, however often the address is opened elsewhere", async () => {
    const anna = await apply("Anna");
    const { link, session } = await familyOf(team, { applicantId: anna });
    await confirm(team, session, { applicantId: anna });
    for (let count = 0; count < 30; count += 1) {
      pass(1000);
      await openAddress(team.deployment, link.address, { "X-Forwarded-For": `198.51.100.${count}` });
    }
    expect((await pageOf(session)).isConfirmed).toBe(true);
  });

  it("records each visit by day, device and network, and never the whole network address", async () => {
    const { link } = await familyOf(team, { applicantId: await apply("Anna") });
    await openAddress(team.deployment, link.address, {
      ...{ "X-Forwarded-For": "192.0.2.77", "User-Agent": "Mozilla/5.0 (iPhone) Safari" },
    });
    const visits = await team.owner.as.query(api.families.links.visits, { linkId: link._id });
    expect(visits[0]).toEqual({ at: Date.now(), from: "192.0.2.0/24", device: "Safari on iPhone" });
    expect(await linkOf({ applicantId: link.applicantId })).toMatchObject({
      openings: 2,
      openedAt: Date.now(),
    });
  });
});

describe("New Link and End Link", () => {
  it("close an open page at once, and a new address works", async () => {
    const { link, session } = await familyOf(team, { applicantId: await apply("Anna") });
    expect((await pageOf(session)).entry?.name).toBe("Anna");
    const renewed = await team.owner.as.mutation(api.families.links.renew, { linkId: link._id });
    expect(renewed.address).not.toBe(link.address);
    expect(await codeOf(pageOf(session))).toBe("LINK_OVER");
    expect(await openAddress(team.deployment, link.address)).toMatchObject({
      ...{ status: 409, body: { message: "This link is no longer valid. Ask the kennel for a new one." } },
    });
    const again = await openedSession(team.deployment, renewed.address);
    expect((await pageOf(again)).entry?.name).toBe("Anna");
    await team.owner.as.mutation(api.families.links.end, { linkId: link._id });
    expect(await codeOf(pageOf(again))).toBe("LINK_OVER");
    expect((await openAddress(team.deployment, renewed.address)).status).toBe(409);
    expect(await codeOf(team.owner.as.mutation(api.families.links.renew, { linkId: link._id }))).toBe(
      "LINK_OVER",
    );
    // A new link can be created for the same family.
    const next = await familyOf(team, { applicantId: link.applicantId ?? "" });
    expect(next.link._id).not.toBe(link._id);
    expect((await pageOf(next.session)).entry?.name).toBe("Anna");
  });

  it("require the rights to the list and to contacts", async () => {
    const { link } = await familyOf(team, { applicantId: await apply("Anna") });
    const { kennelId } = team;
    for (const [person, code] of [
      [team.viewer, "FORBIDDEN"],
      [team.stranger, "NOT_FOUND"],
    ] as const) {
      const applicantId = link.applicantId ?? "";
      expect(await codeOf(person.as.query(api.families.links.get, { kennelId, applicantId }))).toBe(code);
      expect(await codeOf(person.as.mutation(api.families.links.create, { kennelId, applicantId }))).toBe(
        code,
      );
      expect(await codeOf(person.as.mutation(api.families.links.renew, { linkId: link._id }))).toBe(code);
      expect(await codeOf(person.as.mutation(api.families.links.end, { linkId: link._id }))).toBe(code);
      expect(await codeOf(person.as.query(api.families.links.visits, { linkId: link._id }))).toBe(code);
    }
    const strangers = await firstKennelOf(team.stranger);
    const asked = { kennelId: strangers, applicantId: link.applicantId ?? "" };
    expect(await codeOf(team.stranger.as.mutation(api.families.links.create, asked))).toBe("NOT_FOUND");
  });
});

describe("a session", () => {
  it("ends 30 days after its last use", async () => {
    const { session } = await familyOf(team, { applicantId: await apply("Anna") });
    pass(29 * DAY_MS);
    await team.deployment.mutation(api.families.links.touch, { session });
    pass(29 * DAY_MS);
    await sweep();
    expect((await pageOf(session)).entry?.name).toBe("Anna");
    pass(2 * DAY_MS);
    expect(await codeOf(team.deployment.mutation(api.families.links.touch, { session }))).toBe("NOT_FOUND");
    await sweep();
    expect(await codeOf(pageOf(session))).toBe("NOT_FOUND");
  });

  it("ends exactly at its time: the last sweep's job ends it, and files refuse it even earlier", async () => {
    await addPuppyPhoto(team.owner, puppyId);
    const anna = await apply("Anna");
    await offer(anna);
    const { session } = await familyOf(team, { applicantId: anna });
    const path = (await pageOf(session)).puppy?.photo?.preview ?? "";
    const open = async () => (await callRest(team.deployment, "GET", path)).status;
    expect(await open()).toBe(200);
    pass(30 * DAY_MS - 3_600_000);
    await sweep();
    const jobs = await team.deployment.run(
      async (ctx) => await ctx.db.system.query("_scheduled_functions").collect(),
    );
    const ends = jobs.filter(({ name, state }) => name.includes("endDue") && state.kind === "pending");
    expect(ends.map(({ scheduledTime }) => scheduledTime)).toEqual([Date.now() + 3_600_000 + 1]);
    pass(3_600_000 + 1);
    expect(await open()).toBe(404);
    await team.deployment.mutation(internal.families.links.endDue, {});
    expect(await codeOf(pageOf(session))).toBe("NOT_FOUND");
  });

  it("is never an account: it signs nobody in and creates no user", async () => {
    const { session } = await familyOf(team, { applicantId: await apply("Anna") });
    const users = async () =>
      (await team.deployment.run(async (ctx) => await ctx.db.query("users").collect())).length;
    const before = await users();
    await pageOf(session);
    for (const token of [session, `Bearer ${session}`]) {
      const headers = { Authorization: token };
      expect((await callRest(team.deployment, "GET", "/dogs", { headers })).status).toBe(401);
    }
    expect(await codeOf(team.deployment.mutation(api.accounts.users.ensure, {}))).toBe("UNAUTHENTICATED");
    expect(await users()).toBe(before);
  });
});

describe("a code", () => {
  const send = async (session: string) =>
    await callRest(team.deployment, "POST", "/links/code", { json: { session } });
  const check = async (session: string, code: string) =>
    await callRest(team.deployment, "POST", "/links/code/check", { json: { session, code } });
  const shown = async (applicantId: string) =>
    (await linkOf({ applicantId }))?.devices.find((device) => device.code)?.code?.digits ?? "";
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

  it("is shown to the kennel when no mail is sent, and confirms only that browser", async () => {
    const anna = await apply("Anna", { phone: "555 0100" });
    const { link, session } = await familyOf(team, { applicantId: anna });
    expect((await send(session)).body).toMatchObject({ data: { isMailed: false } });
    const code = await shown(anna);
    expect(code).toMatch(/^\d{6}$/);
    expect(await check(session, wrong(code))).toMatchObject({
      ...{
        status: 400,
        body: { message: "This is not the code. Please check it, only the newest one counts." },
      },
    });
    expect((await pageOf(session)).isConfirmed).toBe(false);
    expect((await check(session, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(201);
    expect((await pageOf(session)).isConfirmed).toBe(true);
    const other = await openedSession(team.deployment, link.address);
    expect((await pageOf(other)).isConfirmed).toBe(false);
    expect((await check(session, code)).status).toBe(400);
  });

  it("is mailed to the recorded address in fixed wording, without text that a stranger typed", async () => {
    vi.stubEnv("MAIL_FROM", "post@studbook.example");
    vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
    const anna = await apply("Anna <b>canary</b>", { email: "anna@example.com", notes: "canary" });
    const { session } = await familyOf(team, { applicantId: anna });
    expect((await send(session)).body).toMatchObject({ data: { isMailed: true } });
    const mails = await team.deployment.run(async (ctx) => await ctx.db.query("accountMails").collect());
    const mail = mails.find(({ kind }) => kind === "link-code");
    const outgoing = await team.deployment.query(internal.mail.accountMails.outgoing, {
      mailId: mail?._id as Id<"accountMails">,
    });
    expect(outgoing?.to).toBe("anna@example.com");
    expect(outgoing?.text).toContain(await shown(anna));
    expect(JSON.stringify({ ...outgoing, to: "" })).not.toMatch(/canary|Anna/);
  });

  it("ends after 10 minutes, after five attempts and when a newer code is sent, and one browser gets three an hour", async () => {
    const anna = await apply("Anna");
    const { session } = await familyOf(team, { applicantId: anna });
    await send(session);
    const first = await shown(anna);
    await send(session);
    const second = await shown(anna);
    expect(second).not.toBe(first);
    expect((await check(session, first)).status).toBe(400);
    for (let count = 0; count < 4; count += 1) await check(session, wrong(second));
    // After five attempts, the right code is refused.
    expect((await check(session, second)).status).toBe(400);
    await send(session);
    const third = await shown(anna);
    pass(10 * 60_000 + 1);
    expect((await check(session, third)).status).toBe(400);
    expect((await send(session)).status).toBe(429);
    pass(3_600_000);
    expect((await send(session)).status).toBe(201);
    expect((await check(session, await shown(anna))).status).toBe(201);
  });

  it("reaches the family although a stranger with the forwarded link requests as many codes as possible", async () => {
    vi.stubEnv("MAIL_FROM", "post@studbook.example");
    vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
    const anna = await apply("Anna", { email: "anna@example.com" });
    const { link, session } = await familyOf(team, { applicantId: anna });
    const from = (address: string) => ({ "X-Forwarded-For": address });
    const sendFrom = async (opened: string, address: string) =>
      await callRest(team.deployment, "POST", "/links/code", {
        json: { session: opened },
        headers: from(address),
      });
    // The stranger uses many browsers of one network.
    let mailed = 0;
    for (let browser = 0; browser < 15; browser += 1) {
      const { body } = await openAddress(team.deployment, link.address, from("198.51.100.9"));
      const opened = (body as { data: { session: string } }).data.session;
      for (let count = 0; count < 4; count += 1)
        if ((await sendFrom(opened, "198.51.100.9")).status === 201) mailed += 1;
    }
    expect(mailed).toBe(6);
    expect((await sendFrom(session, "192.0.2.7")).body).toMatchObject({ data: { isMailed: true } });
    // The stranger uses many networks. No more mails are sent, but the kennel can read the code to the family by
    // phone.
    for (let network = 0; network < 10; network += 1) {
      const address = `203.0.113.${network}`;
      const { body } = await openAddress(team.deployment, link.address, from(address));
      const opened = (body as { data: { session: string } }).data.session;
      for (let count = 0; count < 3; count += 1) await sendFrom(opened, address);
    }
    const told = await sendFrom(session, "192.0.2.7");
    expect(told).toMatchObject({ status: 201, body: { data: { isMailed: false } } });
    const devices = (await linkOf({ applicantId: anna }))?.devices ?? [];
    expect(devices.length).toBeGreaterThan(10);
    const rows = await team.deployment.run(async (ctx) => await ctx.db.query("accountMails").collect());
    expect(rows.filter(({ kind }) => kind === "link-code").length).toBeLessThanOrEqual(20);
  });

  it("cannot be guessed with many browsers: the attempts of a link are limited in total", async () => {
    const { link } = await familyOf(team, { applicantId: await apply("Anna") });
    const statuses: number[] = [];
    for (let network = 0; network < 20; network += 1) {
      const headers = { "X-Forwarded-For": `203.0.113.${network}` };
      const { body } = await openAddress(team.deployment, link.address, headers);
      const opened = (body as { data: { session: string } }).data.session;
      await callRest(team.deployment, "POST", "/links/code", { json: { session: opened }, headers });
      for (let count = 0; count < 6; count += 1) statuses.push((await check(opened, "x")).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(100);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("the link of a family", () => {
  const reserve = async (fields: object = {}) =>
    await team.owner.as.mutation(api.litters.puppies.reserve, {
      ...{ puppyId, today: TODAY, buyerName: "Ruth Salazar", buyerEmail: "ruth@example.com", ...fields },
    });
  const free = async () =>
    await team.owner.as.mutation(api.litters.puppies.setStatus, {
      puppyId,
      status: "available",
      today: TODAY,
    });

  it("shows a farewell for seven days after a canceled reservation, and is then closed", async () => {
    await reserve();
    pass(2 * DAY_MS);
    const { session } = await familyOf(team, { placementId: (await placement())?._id ?? "" });
    expect((await pageOf(session)).puppy?.calledName).toBe("Quill");
    await free();
    expect(await pageOf(session)).toMatchObject({ puppy: null, placement: { status: "called_off" } });
    await sweep();
    expect((await pageOf(session)).puppy).toBeNull();
    pass(7 * DAY_MS - 60_000);
    await sweep();
    const jobs = await team.deployment.run(
      async (ctx) => await ctx.db.system.query("_scheduled_functions").collect(),
    );
    expect(jobs.filter(({ name }) => name.includes("endDue")).length).toBeGreaterThan(0);
    pass(60_001);
    expect(await codeOf(team.deployment.mutation(api.families.links.touch, { session }))).toBe("LINK_OVER");
    await team.deployment.mutation(internal.families.links.endDue, {});
    expect(await codeOf(pageOf(session))).toBe("LINK_OVER");
  });

  it("reopens when the family is on the list again or the reservation is restored", async () => {
    const ruth = { name: "Ruth Salazar", email: "ruth@example.com" };
    await team.owner.as.mutation(api.contacts.contacts.create, { kennelId: team.kennelId, ...ruth });
    await reserve();
    pass(2 * DAY_MS);
    const { session, link } = await familyOf(team, { placementId: (await placement())?._id ?? "" });
    await free();
    await reserve();
    pass(8 * DAY_MS);
    await sweep();
    expect((await pageOf(session)).puppy?.calledName).toBe("Quill");
    expect((await linkOf({ placementId: (await placement())?._id }))?._id).toBe(link._id);
  });

  it("keeps the newer link when two contacts of one person are merged", async () => {
    const contact = async (name: string) =>
      (await team.owner.as.mutation(api.contacts.contacts.create, { kennelId: team.kennelId, name }))._id;
    const [one, other] = [await contact("Anna Berg"), await contact("A. Berg")];
    const older = await familyOf(team, { contactId: one });
    pass(1000);
    const newer = await familyOf(team, { contactId: other });
    await team.owner.as.mutation(api.contacts.contacts.merge, { contactId: one, otherId: other });
    expect(await codeOf(pageOf(older.session))).toBe("LINK_OVER");
    expect((await pageOf(newer.session)).contact?.name).toBe("Anna Berg");
    expect((await linkOf({ contactId: one }))?._id).toBe(newer.link._id);
  });

  it("is separate for a second puppy of the same family", async () => {
    await reserve();
    const first = await linkOf({ placementId: (await placement())?._id });
    const puppy = await team.owner.as.query(api.litters.puppies.get, { puppyId });
    const second = await addPuppy(team, puppy.litterId, { name: "Quest" });
    await team.owner.as.mutation(api.litters.puppies.reserve, {
      ...{ puppyId: second._id, today: TODAY, buyerName: "Ruth Salazar", buyerEmail: "ruth@example.com" },
    });
    const { data } = await team.owner.as.query(api.placements.placements.list, { kennelId: team.kennelId });
    const links = await Promise.all(data.map(async ({ _id }) => await linkOf({ placementId: _id })));
    expect(new Set(links.map((link) => link?._id)).size).toBe(2);
    expect(links.map((link) => link?._id)).toContain(first?._id);
  });
});
