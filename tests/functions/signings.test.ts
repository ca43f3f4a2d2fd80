/** Tests contracts that a kennel and a family sign. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { sha256Of } from "../../domain/backups/checksum";
import { findBroken } from "../../domain/signings/chain";
import { LIFE_DAYS } from "../../domain/signings/rules";
import { asKey, makeKey } from "../support/api-keys";
import { failureOf, firstKennelOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { madeBackup, restored, restoreOf } from "../support/backups";
import { attachmentsOf, linesOf, readPdf } from "../support/pdf-text";
import { Refusals, startMailServer } from "../support/providers";
import {
  actAsFamily,
  AT,
  familyBrowser,
  missingIn,
  reservedPuppy,
  sentContract,
  signAsFamily,
  signAsKennel,
  wordOf,
  type Placed,
} from "../support/signings";

const DAY_MS = 86_400_000;
const { signings } = api.signings;

let team: Team;
let placed: Placed;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
  team = await startTeam();
  placed = await reservedPuppy(team);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const settle = async () => {
  for (let round = 0; round < 4; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await team.deployment.finishInProgressScheduledFunctions();
  }
};
const get = async (signingId: Id<"signings">) => await team.owner.as.query(signings.get, { signingId });
const eventsOf = async (signingId: Id<"signings">) =>
  await team.owner.as.query(signings.events, { signingId });
const rowOf = async (id: Id<"signings">) =>
  await team.deployment.run(async (ctx) => (await ctx.db.get("signings", id)) ?? undefined);
const mails = async () =>
  await team.deployment.run(async (ctx) => await ctx.db.query("signingMails").take(50));
const sweep = async () => await team.deployment.mutation(internal.signings.signings.sweep, {});
const codeOf = async (work: Promise<unknown>) => (await failureOf(work)).code;
const bytesOf = async (path: string, caller = team.deployment as { fetch: Team["deployment"]["fetch"] }) => {
  const response = await caller.fetch(`/api${path}`);
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
};
const complete = async () => {
  const sent = await sentContract(team, placed);
  const session = await familyBrowser(team, placed);
  expect(await signAsFamily(team, session, sent._id)).toMatchObject({ status: 201 });
  expect(await signAsKennel(team.owner.as, sent._id)).toMatchObject({ status: 201 });
  await settle();
  return { signingId: sent._id, session };
};

describe("sending a contract", () => {
  it("freezes the file with its fingerprint and its code word, which the text does not contain", async () => {
    const sent = await sentContract(team, placed);
    expect(sent).toMatchObject({
      ...{ status: "out", signedBy: [], next: "family", expiresOn: "2025-07-15", finalSha256: null },
      ...{ parties: { family: "Anna Berg" }, familyEmail: "anna@family.example" },
      title: expect.stringContaining("Quill") as string,
    });
    const { bytes, status } = await bytesOf(sent.filePath);
    expect(status).toBe(200);
    expect(await sha256Of(bytes)).toBe(sent.sha256);
    const word = await wordOf(team, sent._id);
    const { pages } = await readPdf(bytes);
    expect(linesOf((await readPdf(bytes, pages.length - 1)).texts)).toContain([...word].join(" "));
    expect((await rowOf(sent._id))?.text).not.toContain(word);
    // Later changes do not change a byte of the file.
    await team.owner.as.mutation(api.kennels.kennels.update, { kennelId: team.kennelId, name: "Renamed" });
    expect((await bytesOf(sent.filePath)).bytes).toEqual(bytes);
    expect((await get(sent._id)).parties.kennel).not.toBe("Renamed");
  });

  it("requires a recipient, and acceptance of each missing value by name", async () => {
    const missing = await missingIn(team, placed);
    expect(missing.length).toBeGreaterThan(1);
    const asked = { placementId: placed.placementId, templateId: "built-in-sale", today: TODAY };
    const send = async (accepted: string[]) =>
      await failureOf(team.owner.as.action(api.signings.actions.documents.send, { ...asked, accepted }));
    expect((await send(missing.slice(1))).details.fields?.["accepted"]).toBe(
      `Record or accept what is missing: ${missing[0]}`,
    );
    expect((await send(["everything"])).code).toBe("VALIDATION_FAILED");
    await team.owner.as.mutation(api.litters.puppies.setStatus, {
      ...{ puppyId: placed.puppyId, status: "available", today: TODAY },
    });
    expect((await send(missing)).code).not.toBe("VALIDATION_FAILED");
  });

  it("shows a draft only to the kennel until it is sent", async () => {
    const draft = await sentContract(team, placed, { isDraft: true });
    expect(draft).toMatchObject({ status: "draft", expiresOn: null });
    const session = await familyBrowser(team, placed);
    expect(await team.deployment.query(api.signings.familySignings.list, { session })).toEqual([]);
    const read = team.deployment.query(api.signings.familySignings.read, { session, signingId: draft._id });
    expect(await codeOf(read)).toBe("NOT_FOUND");
    expect(await signAsFamily(team, session, draft._id)).toMatchObject({ status: 404 });
    expect(await signAsKennel(team.owner.as, draft._id)).toMatchObject({ status: 409 });
    await team.owner.as.mutation(signings.send, { signingId: draft._id });
    expect(await team.deployment.query(api.signings.familySignings.list, { session })).toMatchObject([
      { _id: draft._id, status: "out", next: "family" },
    ]);
    expect(await codeOf(team.owner.as.mutation(signings.send, { signingId: draft._id }))).toBe(
      "SIGNING_CLOSED",
    );
  });
});

describe("a family", () => {
  it("reads and signs with the code, the code word and its name, and its true address is recorded", async () => {
    const sent = await sentContract(team, placed);
    const session = await familyBrowser(team, placed);
    const read = await team.deployment.query(api.signings.familySignings.read, {
      session,
      signingId: sent._id,
    });
    expect(JSON.stringify(read.blocks)).toContain("Anna Berg");
    expect(await sha256Of((await bytesOf(read.filePath)).bytes)).toBe(sent.sha256);
    expect(await actAsFamily(team, "open", sent._id, { session })).toMatchObject({ status: 201 });
    expect(await actAsFamily(team, "open", sent._id, { session })).toMatchObject({ status: 201 });
    const wrong = await actAsFamily(team, "sign", sent._id, { session, name: "Anna", word: "AAAA" });
    expect(wrong).toMatchObject({ status: 400, body: { errors: { word: expect.any(String) as string } } });
    const nobody = { session, name: "  ", word: await wordOf(team, sent._id) };
    expect((await actAsFamily(team, "sign", sent._id, nobody)).body.errors).toHaveProperty("name");
    expect(await signAsFamily(team, session, sent._id)).toMatchObject({ status: 201 });
    expect(await get(sent._id)).toMatchObject({
      status: "signed_by_one",
      signedBy: ["family"],
      next: "kennel",
    });
    const { events, brokenAt } = await eventsOf(sent._id);
    expect(events.map(({ what }) => what)).toEqual([
      ...["made", "sent", "code_confirmed", "opened", "agreed_to_electronic", "signed"],
    ]);
    expect(brokenAt).toBeNull();
    expect(events.at(-1)).toMatchObject({
      ...{ actor: "family", typedName: "Anna Berg", from: "198.51.100.7", device: AT["User-Agent"] },
      agreedTo: expect.stringContaining("paper") as string,
    });
    expect(await signAsFamily(team, session, sent._id)).toMatchObject({ status: 409 });
  });

  it("cannot read a contract without a code, nor another family's contract", async () => {
    const sent = await sentContract(team, placed);
    const forwarded = await familyBrowser(team, placed, false);
    expect(
      await team.deployment.query(api.signings.familySignings.list, { session: forwarded }),
    ).toHaveLength(1);
    const reading = { session: forwarded, signingId: sent._id };
    expect(await codeOf(team.deployment.query(api.signings.familySignings.read, reading))).toBe(
      "CODE_NEEDED",
    );
    expect(await signAsFamily(team, forwarded, sent._id)).toMatchObject({ status: 403 });
    expect((await rowOf(sent._id))?.signedBy).toEqual([]);

    const own = await familyBrowser(team, placed);
    const { filePath } = await team.deployment.query(api.signings.familySignings.read, {
      ...{ session: own, signingId: sent._id },
    });
    const others = await reservedPuppy(team, "Ben Other");
    const other = await familyBrowser(team, others);
    expect(await team.deployment.query(api.signings.familySignings.list, { session: other })).toEqual([]);
    const foreign = { session: other, signingId: sent._id };
    expect(await codeOf(team.deployment.query(api.signings.familySignings.read, foreign))).toBe("NOT_FOUND");
    for (const step of ["open", "sign", "decline"] as const) {
      const json = { session: other, name: "Ben", word: await wordOf(team, sent._id), reason: "No" };
      expect(await actAsFamily(team, step, sent._id, json), step).toMatchObject({ status: 404 });
    }
    // The address of a file belongs to one browser. With another id, without a signature or without a link it opens
    // nothing.
    expect((await bytesOf(filePath)).status).toBe(200);
    expect((await bytesOf(filePath.replace("which=document", "which=final"))).status).toBe(404);
    expect((await bytesOf(filePath.replace(/\.[0-9a-f]{8}/u, ".00000000"))).status).toBe(404);
    const link = await team.owner.as.query(api.families.links.get, {
      ...{ kennelId: team.kennelId, placementId: placed.placementId },
    });
    await team.owner.as.mutation(api.families.links.end, { linkId: link?._id ?? "" });
    expect((await bytesOf(filePath)).status).toBe(404);
    expect(await signAsFamily(team, own, sent._id)).toMatchObject({ status: 409 });
  });

  it("declines with a reason that is shown and never mailed", async () => {
    vi.stubEnv("MAIL_FROM", "studbook@kennel.example");
    vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:9");
    const sent = await sentContract(team, placed);
    const session = await familyBrowser(team, placed);
    const none = await actAsFamily(team, "decline", sent._id, { session, reason: " " });
    expect(none).toMatchObject({ status: 400 });
    const reason = "Visit https://evil.example now";
    expect(await actAsFamily(team, "decline", sent._id, { session, reason })).toMatchObject({ status: 201 });
    expect(await get(sent._id)).toMatchObject({ status: "declined", declineReason: reason, next: null });
    for (const { _id: mailId } of await mails()) {
      const mail = await team.deployment.query(internal.signings.signings.outgoing, { mailId });
      expect(JSON.stringify(mail)).not.toContain("evil");
    }
    expect((await mails()).map(({ kind }) => kind)).toContain("declined");
    const refused = await signAsKennel(team.owner.as, sent._id);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain("Anna Berg declined it on June 15, 2025.");
  });
});

describe("a member of the kennel", () => {
  it("can sign only in person, with the rights to breeding and to money and contacts", async () => {
    const sent = await sentContract(team, placed);
    const sign = { json: { name: "A script" }, headers: AT };
    const areas = { breeding: "write", finances: "write" } as const;
    const { _id: keyId } = await makeKey(team.owner, team.kennelId, areas);
    const script = asKey(team.deployment, keyId);
    expect(await signAsKennel(script, sent._id)).toMatchObject({ status: 403 });
    expect(await callRest(script, "GET", `/signings/${sent._id}`)).toMatchObject({ status: 200 });
    expect(await signAsKennel(team.viewer.as, sent._id)).toMatchObject({ status: 403 });
    expect(await signAsKennel(team.stranger.as, sent._id)).toMatchObject({ status: 404 });
    expect(await callRest(team.deployment, "POST", `/signings/${sent._id}/sign`, sign)).toMatchObject({
      status: 401,
    });
    expect((await rowOf(sent._id))?.signedBy).toEqual([]);
    expect(await signAsKennel(team.staff.as, sent._id, { name: "Sam Staff" })).toMatchObject({ status: 201 });
    expect(await get(sent._id)).toMatchObject({
      status: "signed_by_one",
      signedBy: ["kennel"],
      next: "family",
    });
  });

  it("types the password again if more than an hour has passed", async () => {
    const sent = await sentContract(team, placed);
    let signedInAt = Date.now() - 61 * 60_000;
    vi.stubEnv("LOCAL_AUTH_ISSUER", "https://issuer.test");
    vi.stubEnv("LOCAL_ORIGIN", "http://accounts.test");
    vi.stubEnv("LOCAL_ACCOUNTS_URL", "http://accounts.test/api/auth");
    vi.stubEnv("LOCAL_ACCOUNTS_KEY", "a key");
    vi.stubGlobal("fetch", async (url: string, { body }: { body?: string } = {}) => {
      await Promise.resolve();
      const sessions = [
        { createdAt: new Date().toISOString(), isCurrent: false },
        { createdAt: new Date(signedInAt).toISOString(), isCurrent: true },
      ];
      if (url.endsWith("/security")) return new Response(JSON.stringify({ sessions }));
      const isRight = body?.includes('"password":"whelping-box-7"') === true;
      return new Response("{}", { status: isRight ? 200 : 400 });
    });
    const sign = async (password?: string) =>
      await signAsKennel(team.owner.as, sent._id, {
        name: "Olga",
        ...(password !== undefined && { password }),
      });
    for (const answer of [await sign(), await sign("wrong"), await sign("")])
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: { password: expect.any(String) as string } },
      });
    expect((await rowOf(sent._id))?.signedBy).toEqual([]);
    expect(await sign("whelping-box-7")).toMatchObject({ status: 201 });

    const next = await sentContract(team, placed);
    signedInAt = Date.now() - 59 * 60_000;
    expect(await signAsKennel(team.owner.as, next._id)).toMatchObject({ status: 201 });
  });

  it("sees nothing of a contract as a viewer, and cannot open its file addresses", async () => {
    const sent = await sentContract(team, placed);
    const { signingId, placementId } = { signingId: sent._id, placementId: placed.placementId };
    for (const work of [
      team.viewer.as.query(signings.list, { placementId }),
      team.viewer.as.query(signings.get, { signingId }),
      team.viewer.as.query(signings.events, { signingId }),
      team.viewer.as.query(signings.getFile, { signingId, which: "document" }),
      team.viewer.as.mutation(signings.withdraw, { signingId }),
    ])
      expect(await codeOf(work)).toBe("FORBIDDEN");
    expect(await codeOf(team.stranger.as.query(signings.get, { signingId }))).toBe("NOT_FOUND");
    expect((await bytesOf(`/signings/${signingId}/file`, team.viewer.as)).status).toBe(403);
    expect((await bytesOf(sent.filePath.replace(/.$/u, "x"))).status).toBe(401);
    // A person who loses the right can no longer open the file.
    const staffs = await team.staff.as.query(signings.get, { signingId });
    expect((await bytesOf(staffs.filePath)).status).toBe(200);
    await team.owner.as.mutation(api.kennels.members.update, {
      ...{ kennelId: team.kennelId, userId: team.staff.userId, role: "staff" },
      permissions: { finances: "none" },
    });
    expect((await bytesOf(staffs.filePath)).status).toBe(401);
  });

  it("withdraws a contract, which nobody can sign afterwards, and replaces it by one that names it", async () => {
    const first = await sentContract(team, placed);
    const session = await familyBrowser(team, placed);
    await team.staff.as.mutation(signings.withdraw, { signingId: first._id });
    const late = await signAsFamily(team, session, first._id);
    expect(late.status).toBe(409);
    // The family sees that the kennel acted, but not which member.
    expect(late.body.message).toMatch(/withdrew it on June 15, 2025\.$/u);
    expect(late.body.message).not.toContain("staff");
    const second = await sentContract(team, placed, { replacesId: first._id });
    const third = await sentContract(team, placed, { replacesId: second._id });
    expect(await get(second._id)).toMatchObject({ status: "withdrawn", replacesId: first._id });
    expect(third).toMatchObject({ status: "out", replacesId: second._id });
    const { events } = await eventsOf(third._id);
    expect(events[0]).toMatchObject({ what: "made", reason: `Replaces ${second.sha256}` });
    const { signingId } = await complete();
    const next = await sentContract(team, placed, { replacesId: signingId });
    expect(next.replacesId).toBe(signingId);
    expect(await get(signingId)).toMatchObject({ status: "complete" });
  });

  it("can neither sign a canceled contract nor have it signed", async () => {
    const sent = await sentContract(team, placed);
    const session = await familyBrowser(team, placed);
    await team.owner.as.mutation(api.litters.puppies.setStatus, {
      ...{ puppyId: placed.puppyId, status: "available", today: TODAY },
    });
    expect(await signAsKennel(team.owner.as, sent._id)).toMatchObject({ status: 409 });
    expect((await signAsFamily(team, session, sent._id)).status).toBe(409);
    expect((await rowOf(sent._id))?.signedBy).toEqual([]);
  });
});

describe("the deadlines of a contract", () => {
  it("cause reminders after three and seven days, and its end after thirty days in the kennel's zone", async () => {
    const sent = await sentContract(team, placed);
    const kinds = async () => (await mails()).map(({ kind }) => kind);
    pass(3 * DAY_MS - 60_000);
    await sweep();
    expect(await kinds()).toEqual(["sign"]);
    pass(120_000);
    await sweep();
    await sweep();
    expect(await kinds()).toEqual(["sign", "reminder"]);
    pass(4 * DAY_MS);
    await sweep();
    pass(DAY_MS);
    await sweep();
    expect(await kinds()).toEqual(["sign", "reminder", "reminder"]);
    vi.setSystemTime(Date.parse("2025-07-15T23:30:00Z"));
    await sweep();
    expect(await get(sent._id)).toMatchObject({ status: "out" });
    vi.setSystemTime(Date.parse("2025-07-16T00:30:00Z"));
    // Signing is refused even before the job runs.
    expect((await signAsKennel(team.owner.as, sent._id)).body.message).toContain(
      "It expired on July 15, 2025.",
    );
    pass(2 * 3_600_000);
    await sweep();
    expect(await get(sent._id)).toMatchObject({ status: "expired", next: null });
    expect((await eventsOf(sent._id)).events.map(({ what }) => what)).toEqual([
      ...["made", "sent", "reminded", "reminded", "expired"],
    ]);
    expect(LIFE_DAYS).toBe(30);
  });

  it("cause no reminder to a family that has signed, and allow a manual reminder every twelve hours", async () => {
    const sent = await sentContract(team, placed);
    const remind = async () => await team.owner.as.mutation(signings.remind, { signingId: sent._id });
    await remind();
    expect(await codeOf(remind())).toBe("RATE_LIMITED");
    pass(13 * 3_600_000);
    await remind();
    await signAsFamily(team, await familyBrowser(team, placed), sent._id);
    pass(13 * 3_600_000);
    expect(await codeOf(remind())).toBe("SIGNING_CLOSED");
    pass(8 * DAY_MS);
    await sweep();
    expect((await mails()).filter(({ kind }) => kind === "reminder")).toHaveLength(2);
  });
});

describe("a complete document", () => {
  it("has a final file whose attachment has the hash printed on its page and in both mails", async () => {
    const server = await startMailServer(new Refusals(3));
    for (const [name, value] of Object.entries(server.env)) vi.stubEnv(name, value);
    const { signingId } = await complete();
    for (let round = 0; round < 40 && server.arrivals.messages.size < 4; round += 1) {
      pass(3_600_000);
      await sweep();
      await settle();
    }
    const signing = await get(signingId);
    const { bytes } = await bytesOf(signing.finalPath ?? "");
    expect(await sha256Of(bytes)).toBe(signing.finalSha256);
    const [attached] = [...(await attachmentsOf(bytes)).values()];
    expect(await sha256Of(new Uint8Array(attached ?? []))).toBe(signing.sha256);
    const { pages } = await readPdf(bytes);
    const { pages: own } = await readPdf((await bytesOf(signing.filePath)).bytes);
    const audit = linesOf((await readPdf(bytes, own.length)).texts).join("\n");
    expect(pages.length).toBeGreaterThan(own.length);
    expect(audit).toContain(signing.sha256);
    expect(audit).toContain("198.51.100.7");
    const whole = [...server.arrivals.messages.values()].filter(({ subject }) =>
      subject?.includes("both sides"),
    );
    expect(whole.map(({ recipients }) => recipients[0]).sort()).toEqual([
      "anna@family.example",
      "owner@example.com",
    ]);
    for (const { text, attachments } of whole) {
      expect(text).toContain(signing.sha256);
      expect(text).toContain(signing.finalSha256);
      const [file] = attachments;
      expect(await sha256Of(new Uint8Array(file?.content as ArrayBuffer))).toBe(signing.finalSha256);
    }
    await server.close();
  });

  it("is changed by no step, deletion, undo, restore or REST call", async () => {
    const before = await madeBackup(team);
    const out = await sentContract(team, placed);
    const outBackup = await madeBackup(team);
    const session = await familyBrowser(team, placed);
    await signAsFamily(team, session, out._id);
    await signAsKennel(team.owner.as, out._id);
    await settle();
    const signed = await rowOf(out._id);
    expect(signed).toMatchObject({ status: "complete", finalStorageId: expect.any(String) as string });
    const { signingId } = { signingId: out._id };
    for (const step of ["send", "remind", "withdraw"] as const)
      expect(await codeOf(team.owner.as.mutation(signings[step], { signingId })), step).toBe(
        "SIGNING_CLOSED",
      );
    expect(await signAsKennel(team.owner.as, signingId)).toMatchObject({ status: 409 });
    for (const step of ["sign", "decline"] as const) {
      const json = { session, name: "Anna", word: signed?.word ?? "", reason: "No" };
      expect(await actAsFamily(team, step, signingId, json)).toMatchObject({ status: 409 });
    }
    expect(await actAsFamily(team, "open", signingId, { session })).toMatchObject({ status: 201 });
    for (const method of ["PATCH", "PUT", "DELETE"])
      expect((await callRest(team.owner.as, method, `/signings/${signingId}`, { json: {} })).status).toBe(
        404,
      );
    const { owner } = team;
    for (const work of [
      owner.as.mutation(api.litters.puppies.remove, { puppyId: placed.puppyId }),
      owner.as.mutation(api.contacts.contacts.remove, { contactId: placed.contactId }),
    ])
      expect(["HAS_SIGNATURES", "HAS_OPEN_SALES", "HAS_SOLD_PUPPIES"]).toContain(await codeOf(work));
    const changes = await team.deployment.run(async (ctx) => await ctx.db.query("changes").take(500));
    expect(changes.filter(({ table }) => table === "signings")).toEqual([]);
    pass(40 * DAY_MS);
    await sweep();
    expect(await rowOf(signingId)).toEqual(signed);
    for (const [backupId, mode] of [
      [outBackup, "overwrite"],
      [outBackup, "exact"],
      [before, "exact"],
    ] as const) {
      await restored(team, backupId, mode);
      expect(await rowOf(signingId), mode).toEqual(signed);
    }
    const { bytes } = await bytesOf((await get(signingId)).finalPath ?? "");
    expect(await sha256Of(bytes)).toBe(signed?.finalSha256);
  });

  it("is restored from a backup into another kennel with files, hashes and chain", async () => {
    const { signingId } = await complete();
    const signed = await rowOf(signingId);
    const backupId = await madeBackup(team);
    const other = { ...team, owner: team.stranger, kennelId: await firstKennelOf(team.stranger) };
    await restored(other, await restoreOf(team, backupId, other), "add");
    const rows = await team.deployment.run(async (ctx) => await ctx.db.query("signings").take(9));
    const copy = rows.find(({ kennelId }) => kennelId !== team.kennelId);
    expect(copy).toMatchObject({
      sha256: signed?.sha256,
      finalSha256: signed?.finalSha256,
      status: "complete",
    });
    expect(copy?.events).toEqual(signed?.events);
    expect(await findBroken(copy?.events ?? [], copy?.sha256 ?? "")).toBeNull();
  });
});

it("a document reports the broken link of its event chain when somebody changed an event in the database", async () => {
  const sent = await sentContract(team, placed);
  await signAsFamily(team, await familyBrowser(team, placed), sent._id);
  const row = await rowOf(sent._id);
  const events = (row?.events ?? []).map((event) =>
    event.what === "signed" ? { ...event, typedName: "Somebody Else" } : event,
  );
  await team.deployment.run(async (ctx) => await ctx.db.patch("signings", sent._id, { events }));
  expect((await eventsOf(sent._id)).brokenAt).toBe(events.length);
});

it("a document prevents deletion of its puppy, litter, contact and placement once it was sent", async () => {
  await sentContract(team, placed);
  const { owner } = team;
  await owner.as.mutation(api.litters.puppies.setStatus, {
    ...{ puppyId: placed.puppyId, status: "available", today: TODAY },
  });
  expect(await codeOf(owner.as.mutation(api.litters.puppies.remove, { puppyId: placed.puppyId }))).toBe(
    "HAS_SIGNATURES",
  );
  expect(await codeOf(owner.as.mutation(api.contacts.contacts.remove, { contactId: placed.contactId }))).toBe(
    "HAS_SIGNATURES",
  );
  const { data } = await owner.as.query(api.placements.placements.list, {
    ...{ kennelId: team.kennelId, puppyId: placed.puppyId },
  });
  expect(data).toMatchObject([{ _id: placed.placementId, status: "called_off" }]);
});
