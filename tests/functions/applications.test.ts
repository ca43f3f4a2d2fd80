/** Tests applications, from the form to the kennel's decision. */
import { strFromU8, unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { failureOf, signIn, firstKennelOf, startTeam, type Team } from "../support/backend";
import {
  APPLICATION,
  encodeForm,
  lettersOf,
  linkIn,
  openForm,
  openPage,
  sendForm,
} from "../support/applications";
import { madeBackup, recordsOf, restored, restoreOf, wipe } from "../support/backups";

const HOUR_MS = 3_600_000;

let team: Team;
beforeEach(async () => {
  vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
  vi.stubEnv("CONVEX_SITE_URL", "https://dogs.example");
  vi.stubEnv("MAIL_FROM", "Studbook <a@kennel.example>");
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** The applicant needs a minute to fill in the form. */
async function apply(fields: object = {}, sender?: string, slug?: string) {
  const { began } = await openPage(team.deployment, slug);
  later(60_000);
  const body = encodeForm({ ...APPLICATION, began, ...fields });
  return await sendForm(team.deployment, body, { ...(sender && { sender }), ...(slug && { slug }) });
}

const path = async (at: string, method: "GET" | "POST") => {
  const response = await team.deployment.fetch(at, { method });
  return { status: response.status, html: await response.text() };
};
const lastLink = async () => linkIn((await lettersOf(team.deployment)).at(-1)?.text ?? "");
const inbox = async (person = team.staff) =>
  await person.as.query(api.applications.applications.inbox, { kennelId: team.kennelId });
const drafts = async () =>
  await team.deployment.run(async (ctx) => await ctx.db.query("applicationDrafts").collect());
async function applied(fields: object = {}, sender?: string) {
  expect((await apply(fields, sender)).status).toBe(200);
  expect((await path(await lastLink(), "POST")).status).toBe(200);
  return (await inbox()).received.at(-1) ?? expect.unreachable();
}

describe("the form's settings", () => {
  const kennelOf = () => ({ kennelId: team.kennelId });
  const save = async (settings: object, person = team.owner) =>
    await person.as.mutation(api.applications.applicationForms.save, { ...kennelOf(), ...settings });
  const get = async () => await team.viewer.as.query(api.applications.applicationForms.get, kennelOf());

  it("are closed at first, with eight questions, and list what is missing", async () => {
    expect(await get()).toMatchObject({ isOpen: false, version: 0, missing: ["address"], updatedAt: null });
    expect((await get()).questions).toHaveLength(8);
    expect((await failureOf(save({ isOpen: true }))).details.fields).toHaveProperty("isOpen");
    expect(await openForm(team.owner, team.kennelId)).toMatchObject({
      ...{ isOpen: true, version: 1, missing: [], address: "https://dogs.example/apply/oak-hill" },
    });
  });

  it("require mail, unless an owner accepts unconfirmed applications", async () => {
    vi.stubEnv("MAIL_FROM", "");
    await team.owner.as.mutation(api.kennels.kennels.update, { ...kennelOf(), address: "12 Oak Lane" });
    expect((await get()).missing).toEqual(["mail"]);
    expect((await failureOf(save({ allowsUnconfirmed: true }, team.manager))).details.fields).toHaveProperty(
      "allowsUnconfirmed",
    );
    await save({ slug: "oak-hill", allowsUnconfirmed: true, isOpen: true });
    expect((await apply()).html).toContain("has your application");
    expect((await inbox()).received).toMatchObject([{ name: "Anna Berg", isConfirmed: false }]);
    expect(await lettersOf(team.deployment)).toEqual([]);
  });

  it("get a new version when the questions change, and earlier answers keep their wording", async () => {
    const { questions } = await openForm(team.owner, team.kennelId);
    const { _id } = await applied();
    expect((await save({ intro: "Hello" })).version).toBe(1);
    const reworded = questions.map((each) => ({ ...each, label: `${each.label} Really?` }));
    expect((await save({ questions: reworded })).version).toBe(2);
    const { answers } = await team.staff.as.query(api.applications.applications.get, { applicationId: _id });
    expect(answers.map(({ asked }) => asked).join()).not.toContain("Really");
    expect((await openPage(team.deployment)).html).toContain("Really?");
  });

  it("have a unique address in the deployment", async () => {
    await openForm(team.owner, team.kennelId);
    const kennelId = await firstKennelOf(team.stranger);
    const taken = team.stranger.as.mutation(api.applications.applicationForms.save, {
      kennelId,
      slug: "oak-hill",
    });
    expect((await failureOf(taken)).details.fields).toEqual({ slug: "Another kennel has this address" });
    const other = await openForm(team.stranger, kennelId, { slug: "far-away" });
    expect(other.isOpen).toBe(true);
    expect((await apply({}, "192.0.2.8", "far-away")).status).toBe(200);
    await path(await lastLink(), "POST");
    expect((await inbox()).received).toEqual([]);
    const theirs = await team.stranger.as.query(api.applications.applications.inbox, { kennelId });
    expect(theirs.received).toHaveLength(1);
  });

  it("can be changed only with the right to settings, and not from an old version", async () => {
    expect((await failureOf(save({ isOpen: false }, team.staff))).code).toBe("FORBIDDEN");
    expect((await failureOf(save({}, team.stranger))).code).toBe("NOT_FOUND");
    const updatedAt = (await save({ intro: "One" })).updatedAt ?? 0;
    await save({ intro: "Two", expectedUpdatedAt: updatedAt });
    expect((await failureOf(save({ intro: "Three", expectedUpdatedAt: updatedAt }))).code).toBe(
      "STALE_UPDATE",
    );
  });
});

describe("the page", () => {
  it("exists at its address only while the form is open", async () => {
    expect((await openPage(team.deployment)).status).toBe(404);
    await openForm(team.owner, team.kennelId);
    const { status, html } = await openPage(team.deployment);
    expect(status).toBe(200);
    expect(html).toContain("Apply for a puppy");
    expect(html).toContain("12 Oak Lane, Wendover");
    expect(html).not.toContain("<script");
    expect(new TextEncoder().encode(html).length).toBeLessThan(20_000);
    await team.owner.as.mutation(api.applications.applicationForms.save, {
      kennelId: team.kennelId,
      isOpen: false,
    });
    expect((await openPage(team.deployment)).html).toContain("takes no applications at the moment");
    expect((await sendForm(team.deployment, encodeForm(APPLICATION))).status).toBe(409);
    await openForm(team.owner, team.kennelId);
    await team.owner.as.mutation(api.kennels.kennels.update, { kennelId: team.kennelId, address: null });
    expect((await openPage(team.deployment)).html).toContain("takes no applications at the moment");
  });

  it("shows what is wrong at each field and keeps the typed text", async () => {
    await openForm(team.owner, team.kennelId);
    const hostile = `<img src=x onerror=alert(1)>`;
    const { status, html } = await apply({ email: "nobody", "q-color": hostile });
    expect(status).toBe(400);
    expect(html).toContain("One answer needs another look");
    expect(html).toContain(`<a href="#email">`);
    expect(html).toContain(`value="Anna Berg"`);
    expect(html).toContain("A house with a garden");
    expect(html).not.toContain("<img");
    expect(await drafts()).toEqual([]);
  });

  it("accepts only form data, up to a maximum size", async () => {
    await openForm(team.owner, team.kennelId);
    for (const type of ["multipart/form-data; boundary=x", "application/json", "text/plain", ""]) {
      expect((await sendForm(team.deployment, "name=Anna", { type })).status).toBe(415);
    }
    expect((await sendForm(team.deployment, `name=${"x".repeat(2_000_001)}`)).status).toBe(413);
    const { status, html } = await apply({ "q-home": "x".repeat(100_000) });
    expect(status).toBe(400);
    expect(html).toContain("Answer must be at most 5000 characters");
    expect((await sendForm(team.deployment, "%FF%00=%E2%82&name=%ED%A0%80&&=&q-home")).status).toBe(400);
    expect(await drafts()).toEqual([]);
  });
});

describe("sending an application", () => {
  beforeEach(async () => {
    await openForm(team.owner, team.kennelId);
  });

  it("stores a draft that nobody can see, and sends a mail with fixed wording to confirm it", async () => {
    const { html } = await apply({ name: "Canary Word", "q-home": "canary home" });
    expect(html).toContain("Check your mail");
    expect(await inbox(team.owner)).toEqual({ received: [], ended: [], doubted: [] });
    const [letter] = await lettersOf(team.deployment);
    expect(letter?.to).toBe("anna@berg.example");
    expect(JSON.stringify({ ...letter, to: "" })).not.toMatch(/canary|anna/iu);
    expect(letter?.text).toContain("https://dogs.example/apply/confirm/");
  });

  it("stores 5 of 200 applications from one address in a minute, mails once, and refuses the rest with a waiting time", async () => {
    const { began } = await openPage(team.deployment);
    later(10_000);
    const statuses: number[] = [];
    for (let count = 0; count < 200; count += 1) {
      const { status, html, headers } = await sendForm(
        team.deployment,
        encodeForm({ ...APPLICATION, began }),
      );
      statuses.push(status);
      if (status === 429) {
        expect(html).toContain("Please send yours again in 12 minutes");
        expect(html).toContain("A house with a garden");
        expect(Number(headers.get("Retry-After"))).toBeGreaterThan(600);
      }
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(195);
    expect(await drafts()).toHaveLength(5);
    expect(await lettersOf(team.deployment)).toHaveLength(1);
  });

  it("counts an IPv6 network as one sender, ignores typing mistakes, and limits each form over all senders", async () => {
    for (let count = 0; count < 5; count += 1) {
      expect((await apply({ email: "typo" }, "2001:db8::1")).status).toBe(400);
      expect((await apply({}, `2001:db8::${count}:1`)).status).toBe(200);
    }
    expect((await apply({}, "2001:db8::ffff")).status).not.toBe(200);
    expect((await apply({}, "2001:db8:0:1::1")).status).toBe(200);
    const { began } = await openPage(team.deployment);
    later(5000);
    const statuses = [];
    for (let count = 0; count < 70; count += 1) {
      const email = `person${count}@example.com`;
      const body = encodeForm({ ...APPLICATION, email, began });
      statuses.push((await sendForm(team.deployment, body, { sender: `198.51.100.${count}` })).status);
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  });

  it("counts invalid applications, counts long texts more, and refuses a sender over the limit before reading the body", async () => {
    const { began } = await openPage(team.deployment);
    later(10_000);
    const send = async (fields: object, sender?: string) =>
      await sendForm(team.deployment, encodeForm({ ...APPLICATION, began, ...fields }), {
        ...(sender && { sender }),
      });
    const statuses: number[] = [];
    for (let count = 0; count < 70; count += 1) statuses.push((await send({ email: "typo" })).status);
    expect(statuses.slice(0, 60).every((status) => status === 400)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    const { status, html } = await send({ "q-home": "kept home" });
    expect(status).toBe(429);
    expect(html).toContain("kept home");
    expect((await send({}, "198.51.100.1")).status).toBe(200);
    const large: number[] = [];
    for (let count = 0; count < 12; count += 1)
      large.push((await send({ "q-home": "x".repeat(400_000) }, "198.51.100.2")).status);
    expect(large.filter((each) => each === 400).length).toBeLessThan(9);
    expect((await sendForm(team.deployment, `name=${"x".repeat(500_001)}`)).status).toBe(413);
  });

  it("never blocks everybody when no address is known: invalid applications and each mailbox have separate limits", async () => {
    const send = async (fields: object) => {
      const { began } = await openPage(team.deployment);
      later(10_000);
      const body = encodeForm({ ...APPLICATION, began, ...fields });
      return (await sendForm(team.deployment, body, { sender: "" })).status;
    };
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) statuses.push(await send({ email: "one@person.example" }));
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    for (let count = 0; count < 100; count += 1) await send({ email: "typo" });
    expect(await send({ email: "another@person.example" })).toBe(200);
  });

  it("sends at most three mails a day to one address, and returns the same response in each case", async () => {
    const answers = [];
    for (let count = 0; count < 5; count += 1) {
      answers.push((await apply({}, `203.0.113.${count}`)).html);
      later(1.2 * HOUR_MS);
    }
    expect(new Set(answers).size).toBe(1);
    expect(await lettersOf(team.deployment)).toHaveLength(3);
  });

  it("keeps an application that looks automatic for 48 hours without mail, and returns the same response", async () => {
    const { html } = await apply();
    expect((await apply({ website: "https://win.example" }, "198.51.100.1")).html).toBe(html);
    const { began } = await openPage(team.deployment);
    const send = async (fields: object) =>
      (await sendForm(team.deployment, encodeForm({ ...APPLICATION, ...fields }), { sender: "198.51.100.2" }))
        .html;
    expect(await send({ began })).toBe(html);
    expect(await send({ began: "" })).toBe(html);
    expect(await send({ began: began.replace(/.$/u, "x") })).toBe(html);
    later(25 * HOUR_MS);
    expect(await send({ began })).toBe(html);
    expect((await drafts()).map(({ doubts }) => doubts.join())).toEqual([
      ...["", "hidden_field", "too_fast", "no_time", "no_time", "too_old"],
    ]);
    expect(await lettersOf(team.deployment)).toHaveLength(1);
    const { doubted } = await inbox();
    expect(doubted).toHaveLength(5);
    const { _id: draftId } = doubted.at(-1) ?? expect.unreachable();
    const { kennelId } = team;
    await team.staff.as.mutation(api.applications.applications.keep, { kennelId, draftId });
    expect(await inbox()).toMatchObject({ received: [{ isConfirmed: false }], doubted: { length: 4 } });
    later(24 * HOUR_MS);
    await team.deployment.mutation(internal.applications.applications.sweep, {});
    expect(await drafts()).toHaveLength(1);
    later(25 * HOUR_MS);
    await team.deployment.mutation(internal.applications.applications.sweep, {});
    expect(await drafts()).toEqual([]);
  });

  it("stores at most 200 drafts, and deletes suspected automatic applications first", async () => {
    const [draft] = await (async () => {
      await apply({ website: "x" });
      return await drafts();
    })();
    await team.deployment.run(async (ctx) => {
      const { _id, _creationTime, ...fields } = draft ?? expect.unreachable();
      for (let count = 0; count < 199; count += 1) {
        await ctx.db.insert("applicationDrafts", { ...fields, state: "waiting", doubts: [] });
      }
      const counters = await ctx.db.query("kennelCounters").first();
      if (counters) await ctx.db.patch("kennelCounters", counters._id, { applicationDrafts: 200 });
    });
    expect((await apply({}, "198.51.100.1")).status).toBe(200);
    expect(await drafts()).toHaveLength(200);
    const { status, html } = await apply({}, "198.51.100.2");
    expect(status).toBe(429);
    expect(html).toContain("again in 48 hours");
  });
});

describe("confirming an application", () => {
  beforeEach(async () => {
    await openForm(team.owner, team.kennelId);
  });

  it("requires the button: opening the link ten times confirms nothing", async () => {
    await apply();
    const link = await lastLink();
    for (let count = 0; count < 10; count += 1) {
      const { status, html } = await path(link, "GET");
      expect(status).toBe(200);
      expect(html).toContain("Yes, Send It");
    }
    expect((await inbox()).received).toEqual([]);
    expect((await path(link, "POST")).html).toContain("has your application and will write to you");
    expect((await inbox()).received).toMatchObject([
      { name: "Anna Berg", status: "received", isConfirmed: true, gender: "female", color: "sable" },
    ]);
    expect((await path(link, "POST")).html).toContain("already has this application");
    expect((await inbox()).received).toHaveLength(1);
    const [draft] = await drafts();
    expect(JSON.stringify(draft)).not.toMatch(/anna|garden/iu);
  });

  it("confirms only the application of its mail, and other forms from the same address are kept and listed beside it", async () => {
    await apply({ "q-color": "red" });
    // Somebody else types the same address, or the same person sends the form a second time.
    await apply({ "q-color": "blue" }, "198.51.100.1");
    const link = await lastLink();
    expect(await lettersOf(team.deployment)).toHaveLength(1);
    const { html } = await path(link, "GET");
    expect(html).toContain("red");
    expect(html).toContain("blue");
    expect(html).toContain("sent more than once");
    const other = /action="(\/apply\/confirm\/[^"]+)"/u.exec(html)?.[1] ?? "";
    expect(other).not.toBe("");
    await path(link, "POST");
    expect((await inbox()).received).toMatchObject([{ color: "red" }]);
    // The other application waits and can also be confirmed. The kennel sees that it is the second one.
    expect((await path(other, "GET")).html).toContain("blue");
    expect((await inbox()).received).toHaveLength(1);
    await path(other, "POST");
    expect((await inbox()).received).toMatchObject([
      { color: "red", isRepeated: true },
      { color: "blue", isRepeated: true },
    ]);
  });

  it("shows a form only once when it was sent twice with the same answers", async () => {
    await apply();
    await apply();
    expect((await path(await lastLink(), "GET")).html).not.toContain("sent more than once");
  });

  it("shows a page that search engines do not index and that sends no referrer to other pages", async () => {
    await apply();
    const link = await lastLink();
    for (const [at, method] of [
      ["/apply/oak-hill", "GET"],
      [link, "GET"],
      [link, "POST"],
    ] as const) {
      const { headers } = await team.deployment.fetch(at, { method });
      expect(headers.get("x-robots-tag"), at).toBe("noindex");
      expect(headers.get("referrer-policy"), at).toBe("no-referrer");
      expect(headers.get("cache-control"), at).toBe("no-store");
    }
  });

  it("refuses a link that is forged, expired or made for another purpose", async () => {
    await apply();
    const link = await lastLink();
    for (const wrong of [
      link.replace(/.$/u, (last) => (last === "0" ? "1" : "0")),
      link.replace("confirm", "withdraw"),
      `${link}-x`,
      `${link}/x`,
      "/apply/confirm/",
      "/apply/confirm/x-y",
    ]) {
      expect((await path(wrong, "POST")).status, wrong).toBe(404);
    }
    later(49 * HOUR_MS);
    await team.deployment.mutation(internal.applications.applications.sweep, {});
    expect((await path(link, "POST")).status).toBe(404);
    expect((await inbox()).received).toEqual([]);
  });

  it("adds the application to the list automatically if the kennel wants that, unless the list is full", async () => {
    await openForm(team.owner, team.kennelId, { admits: "to_list" });
    await apply();
    expect((await path(await lastLink(), "POST")).html).toContain("You are on the waiting list");
    const { kennelId } = team;
    const { active } = await team.staff.as.query(api.litters.waitingList.list, { kennelId });
    expect(active).toMatchObject([{ name: "Anna Berg", gender: "female", color: "sable" }]);
    await team.deployment.run(async (ctx) => {
      const [row] = await ctx.db.query("waitingList").collect();
      const { _id, _creationTime, ...fields } = row ?? expect.unreachable();
      for (let rank = 2; rank <= 500; rank += 1) await ctx.db.insert("waitingList", { ...fields, rank });
    });
    await apply({ email: "bo@berg.example" }, "198.51.100.1");
    expect((await path(await lastLink(), "POST")).html).toContain("is full at the moment");
    expect((await inbox()).received).toMatchObject([{ email: "bo@berg.example" }]);
  });

  it("offers another link to withdraw the application, which also requires its button", async () => {
    await apply();
    const { html } = await path(await lastLink(), "POST");
    const link = /href="https:\/\/dogs\.example(\/apply\/withdraw\/[^"]+)"/u.exec(html)?.[1] ?? "";
    expect((await path(link, "GET")).html).toContain("Withdraw your application?");
    expect((await inbox()).received).toHaveLength(1);
    expect((await path(link, "POST")).html).toContain("was withdrawn");
    expect((await inbox()).ended).toMatchObject([{ status: "withdrawn" }]);
    later(31 * 24 * HOUR_MS);
    await team.deployment.mutation(internal.applications.applications.sweep, {});
    expect((await inbox()).ended).toEqual([]);
  });
});

describe("the kennel's decision", () => {
  beforeEach(async () => {
    await openForm(team.owner, team.kennelId);
  });
  const accept = async (applicationId: string, person = team.staff, withLetter = false) =>
    await person.as.mutation(api.applications.applications.accept, { applicationId, withLetter });
  const decline = async (applicationId: string, person = team.staff, withLetter = false) =>
    await person.as.mutation(api.applications.applications.decline, { applicationId, withLetter });
  const reopen = async (applicationId: string) =>
    await team.staff.as.mutation(api.applications.applications.reopen, { applicationId });
  const active = async () =>
    (await team.staff.as.query(api.litters.waitingList.list, { kennelId: team.kennelId })).active;

  it("adds the applicant to the list with their wishes, and links the contact with the same email", async () => {
    const { _id: contactId } = await team.owner.as.mutation(api.contacts.contacts.create, {
      kennelId: team.kennelId,
      name: "A. Berg",
      email: "Anna@Berg.example",
    });
    const application = await applied({ "q-from": "2026-06-01" });
    expect(application.twins).toEqual([{ contactId, name: "A. Berg", by: "email" }]);
    const { applicantId, status } = await accept(application._id);
    expect(status).toBe("listed");
    expect(await active()).toMatchObject([
      {
        ...{ _id: applicantId, name: "Anna Berg", phone: "(555) 201-4417", gender: "female", contactId },
        ...{ color: "sable", wantedFrom: "2026-06-01", status: "waiting" },
      },
    ]);
    const found = await team.staff.as.query(api.applications.applications.ofApplicant, {
      applicantId: applicantId ?? "",
    });
    expect(found?.answers[0]?.answer).toBe("A house with a garden");
    expect((await inbox()).received).toEqual([]);
  });

  it("is made once: a second person sees who decided and how", async () => {
    const { _id, updatedAt } = await applied();
    await accept(_id, team.manager);
    expect((await failureOf(accept(_id))).code).toBe("STALE_UPDATE");
    expect((await failureOf(decline(_id))).code).toBe("STALE_UPDATE");
    const edits = await team.staff.as.query(api.applications.applications.editsSince, {
      applicationId: _id,
      since: updatedAt,
    });
    expect(edits).toMatchObject([
      { name: "manager", fields: expect.arrayContaining(["status"]) as string[] },
    ]);
    expect(await active()).toHaveLength(1);
  });

  it("is mailed only on request and with fixed wording, and reversing the decision cancels the mail", async () => {
    const { _id } = await applied({ name: "Canary" });
    const before = (await lettersOf(team.deployment)).length;
    await decline(_id, team.staff, true);
    const letter = (await lettersOf(team.deployment)).at(-1);
    expect(letter).toMatchObject({ to: "anna@berg.example", subject: "Your application" });
    expect(letter?.text).not.toContain("Canary");
    expect(await reopen(_id)).toMatchObject({ status: "received" });
    expect(await lettersOf(team.deployment)).toHaveLength(before);
    await accept(_id);
    expect(await lettersOf(team.deployment)).toHaveLength(before);
    await reopen(_id);
    expect(await active()).toEqual([]);
    expect((await inbox()).received).toMatchObject([{ status: "received", applicantId: null }]);
    await accept(_id, team.staff, true);
    expect((await lettersOf(team.deployment)).at(-1)?.subject).toBe("You are on our list");
    const [applicant] = await active();
    await team.staff.as.mutation(api.litters.waitingList.withdraw, { applicantId: applicant?._id ?? "" });
    expect((await failureOf(reopen(_id))).code).toBe("CHANGED_SINCE");
  });

  it("can be undone in the history, which removes the entry from the list", async () => {
    const { _id } = await applied();
    await accept(_id);
    const { kennelId } = team;
    const { page } = await team.staff.as.query(api.history.history.ofRecord, {
      ...{ kennelId, table: "applications", recordId: _id, now: Date.now() },
      paginationOpts: { numItems: 20, cursor: null },
    });
    const change = page.find((each) => each.kind === "changed");
    await team.staff.as.mutation(api.history.history.undo, {
      ...{ kennelId, changeId: change?._id ?? expect.unreachable(), today: "2026-06-15" },
    });
    expect(await active()).toEqual([]);
    expect((await inbox()).received).toMatchObject([{ status: "received", applicantId: null }]);
  });

  it("remains a single decision, even when the entry of a reversed acceptance is restored", async () => {
    const { _id } = await applied();
    const { applicantId } = await accept(_id);
    await reopen(_id);
    expect(await active()).toEqual([]);
    const { kennelId } = team;
    await team.owner.as.mutation(api.history.history.bringBackRecord, {
      ...{ kennelId, recordId: applicantId ?? "" },
    });
    expect(await active()).toMatchObject([{ name: "Anna Berg" }]);
    expect((await inbox()).received).toEqual([]);
    expect((await failureOf(accept(_id))).code).toBe("STALE_UPDATE");
    expect(await active()).toHaveLength(1);
    const found = await team.staff.as.query(api.applications.applications.ofApplicant, {
      applicantId: (await active())[0]?._id ?? "",
    });
    expect(found?._id).toBe(_id);
  });

  it("keeps a declined application for 90 days, then deletes it with its history", async () => {
    const { _id } = await applied();
    await decline(_id);
    expect((await inbox()).ended).toMatchObject([{ status: "declined" }]);
    later(89 * 24 * HOUR_MS);
    await team.deployment.mutation(internal.applications.applications.sweep, {});
    expect((await inbox()).ended).toHaveLength(1);
    later(2 * 24 * HOUR_MS);
    await team.deployment.mutation(internal.applications.applications.sweep, {});
    expect((await inbox()).ended).toEqual([]);
    const left = await team.deployment.run(async (ctx) => await ctx.db.query("changes").collect());
    expect(left.filter(({ recordId }) => recordId === _id)).toEqual([]);
  });

  it("requires the right to change the list, and users who may not see contacts see no application", async () => {
    const { _id } = await applied();
    expect((await failureOf(inbox(team.viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(accept(_id, team.viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(decline(_id, team.stranger))).code).toBe("NOT_FOUND");
    const seen = await team.viewer.as.query(api.platform.activities.page, {
      ...{ kennelId: team.kennelId, type: null, dogId: null },
      paginationOpts: { numItems: 50, cursor: null },
    });
    expect(JSON.stringify(seen)).not.toContain("Anna");
  });

  it("is requested by one alert on the dashboard, which returns with each new application", async () => {
    const alerts = async (person = team.staff) =>
      await person.as.query(api.dashboard.dashboardAlerts.list, {
        kennelId: team.kennelId,
        today: "2026-06-15",
      });
    const first = await applied();
    expect(await alerts()).toMatchObject([{ kind: "application", title: "1 new application" }]);
    expect(await alerts(team.viewer)).toEqual([]);
    await team.staff.as.mutation(api.dashboard.dashboardAlerts.dismissAll, {
      kennelId: team.kennelId,
      today: "2026-06-15",
    });
    expect(await alerts()).toEqual([]);
    await applied({ email: "bo@berg.example" }, "198.51.100.1");
    expect(await alerts()).toMatchObject([{ title: "2 new applications" }]);
    await accept(first._id);
    expect(await alerts()).toMatchObject([{ title: "1 new application" }]);
  });

  it("is deleted and restored together with the entry of the waiting list", async () => {
    const { _id } = await applied();
    const { applicantId } = await accept(_id);
    await team.staff.as.mutation(api.litters.waitingList.remove, { applicantId: applicantId ?? "" });
    expect((await failureOf(accept(_id))).code).toBe("NOT_FOUND");
  });
});

it("an application never creates an account", async () => {
  await openForm(team.owner, team.kennelId);
  const users = async () =>
    await team.deployment.run(async (ctx) => (await ctx.db.query("users").collect()).length);
  const before = await users();
  await applied();
  expect(await users()).toBe(before);
  expect(await signIn(team.deployment, "late@example.com")).toBeDefined();
});

describe("stored applications", () => {
  const rows = async () =>
    await team.deployment.run(async (ctx) => ({
      forms: await ctx.db.query("applicationForms").collect(),
      applications: await ctx.db.query("applications").collect(),
      applicants: await ctx.db.query("waitingList").collect(),
    }));
  const known = ({ forms, applications, applicants }: Awaited<ReturnType<typeof rows>>) => ({
    forms: forms.map(({ slug, isOpen, version, questions, consents }) => ({
      ...{ slug, isOpen, version, questions, consents },
    })),
    applications: applications
      .map(({ name, status, answers, consents, wishes, isConfirmed, sentAt, applicantId }) => ({
        ...{ name, status, answers, consents, wishes, isConfirmed, sentAt },
        isLinked: applicants.some(({ _id }) => _id === applicantId),
      }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
  });
  beforeEach(async () => {
    await openForm(team.owner, team.kennelId);
    const listed = await applied({ name: "Anna" });
    await team.staff.as.mutation(api.applications.applications.accept, { applicationId: listed._id });
    const declined = await applied({ name: "Bo", email: "bo@example.com" }, "198.51.100.1");
    await team.staff.as.mutation(api.applications.applications.decline, { applicationId: declined._id });
    await applied({ name: "Carl", email: "carl@example.com" }, "198.51.100.2");
    await apply({ name: "Draft", email: "draft@example.com" }, "198.51.100.3");
  });

  it("are restored from a backup into the emptied kennel, without unconfirmed applications", async () => {
    const before = known(await rows());
    const backupId = await madeBackup(team);
    expect(new TextDecoder().decode(await recordsOf(team, backupId))).not.toContain("draft@example.com");
    await wipe(team);
    expect((await rows()).applications).toEqual([]);
    const report = await restored(team, backupId, "exact");
    expect(report.errors).toEqual([]);
    expect(known(await rows())).toEqual(before);
  });

  it("get a new address in a copy of the kennel, where the form is closed", async () => {
    const backupId = await madeBackup(team);
    const other = { ...team, owner: team.stranger, kennelId: await firstKennelOf(team.stranger) };
    const sentId = await restoreOf(team, backupId, other);
    const report = await restored(other, sentId, "add");
    expect(report.errors.map(({ message }) => message).join()).toContain("Another kennel has this address");
    const { forms } = await rows();
    expect(forms.map(({ slug, isOpen }) => `${slug} ${isOpen}`).sort()).toEqual([
      "oak-hill true",
      "oak-hill-2 false",
    ]);
  });

  it("are part of the kennel's export, without unconfirmed applications", async () => {
    const { kennelId } = team;
    const query = `kennelId=${kennelId}&format=csv&today=2026-06-15`;
    const response = await team.owner.as.fetch(`/api/backups/export?${query}`);
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const told = Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join("\n");
    expect(told).toContain("anna@berg.example");
    expect(told).toContain("Two Beagles, both grew old");
    expect(told).not.toContain("draft@example.com");
  });
});

describe("the history of the form", () => {
  const changesOf = async () => {
    const form = await team.deployment.run(async (ctx) => await ctx.db.query("applicationForms").first());
    const { page } = await team.owner.as.query(api.history.history.ofRecord, {
      ...{ kennelId: team.kennelId, table: "applicationForms", recordId: form?._id ?? "", now: Date.now() },
      paginationOpts: { numItems: 20, cursor: null },
    });
    return page.filter(({ kind }) => kind === "changed");
  };

  it("names the changed questions, and undo restores the old ones as a new version", async () => {
    const { questions, consents } = await openForm(team.owner, team.kennelId);
    const { kennelId } = team;
    const [first, second, ...others] = questions;
    if (!first || !second) return expect.unreachable();
    const reworded = [
      { ...first, label: "Who lives with you?" },
      { ...second, isRequired: false },
      ...others,
    ];
    const save = async (settings: object) =>
      await team.owner.as.mutation(api.applications.applicationForms.save, { kennelId, ...settings });
    await save({ questions: reworded });
    const [change] = await changesOf();
    expect(change?.fields.map(({ name }) => name)).toEqual(["questions"]);
    const told = JSON.stringify(change?.fields);
    expect(told).toContain("Who lives with you? · long · required");
    expect(told).toContain("Tell us about your home");
    // Unchanged questions are not listed.
    expect(told).not.toContain("How did you find us?");
    await team.owner.as.mutation(api.history.history.undo, {
      ...{ kennelId, changeId: change?._id ?? "", today: "2026-06-15" },
    });
    const back = await team.owner.as.query(api.applications.applicationForms.get, { kennelId });
    expect(back).toMatchObject({ questions, version: 3 });
    await save({ consents: [...consents].map((each) => ({ ...each, text: `${each.text} Please.` })) });
    await save({ questions: [...questions].reverse() });
    const [order, consent] = await changesOf();
    expect(order?.fields[0]?.before).toHaveLength(questions.length);
    expect(consent?.fields.map(({ name }) => name)).toEqual(["consents"]);
  });
});

describe("an acceptance that was undone in the history", () => {
  it("can be redone there, as a new entry", async () => {
    await openForm(team.owner, team.kennelId);
    const { _id: applicationId } = await applied();
    const { applications } = api.applications;
    await team.staff.as.mutation(applications.accept, { applicationId });
    await team.staff.as.mutation(applications.reopen, { applicationId });
    const { kennelId } = team;
    const { page } = await team.staff.as.query(api.history.history.ofRecord, {
      ...{ kennelId, table: "applications", recordId: applicationId, now: Date.now() },
      paginationOpts: { numItems: 20, cursor: null },
    });
    const change = page.find(({ kind }) => kind === "changed");
    await team.staff.as.mutation(api.history.history.undo, {
      ...{ kennelId, changeId: change?._id ?? "", today: "2026-06-15" },
    });
    const { active } = await team.staff.as.query(api.litters.waitingList.list, { kennelId });
    expect(active).toMatchObject([{ name: "Anna Berg" }]);
    expect(await team.staff.as.query(applications.get, { applicationId })).toMatchObject({
      ...{ status: "listed", applicantId: active[0]?._id },
    });
  });
});
