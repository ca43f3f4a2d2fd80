/** Tests attempts by people without rights on the pages of families, contracts and application forms. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import {
  APPLICATION,
  encodeForm,
  lettersOf,
  linkIn,
  openForm,
  openPage,
  sendForm,
} from "../support/applications";
import { callRest } from "../support/backend-rest";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { confirm, familyOf } from "../support/families";
import { addLitter, addPuppy } from "../support/litters";
import { actAsFamily, familyBrowser, reservedPuppy, sentText } from "../support/signings";

const DAY_MS = 86_400_000;

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const pageOf = async (session: string) => await team.deployment.query(api.families.pages.page, { session });
const codeOf = async (work: Promise<unknown>) => (await failureOf(work)).code;

describe("a mail scanner", () => {
  it("cannot confirm or withdraw an application by HEAD, OPTIONS or GET", async () => {
    vi.stubEnv("CONVEX_SITE_URL", "https://dogs.example");
    vi.stubEnv("MAIL_FROM", "Studbook <a@kennel.example>");
    vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
    await openForm(team.owner, team.kennelId);
    const { began } = await openPage(team.deployment);
    pass(60_000);
    await sendForm(team.deployment, encodeForm({ ...APPLICATION, began }));
    const link = linkIn((await lettersOf(team.deployment)).at(-1)?.text ?? "");
    for (const method of ["HEAD", "GET", "HEAD"]) await team.deployment.fetch(link, { method });
    const inbox = await team.owner.as.query(api.applications.applications.inbox, { kennelId: team.kennelId });
    expect(inbox.received).toEqual([]);
  });
});

describe("a puppy that is sold to other people after an offer", () => {
  const present = async (puppyId: string) => {
    const { data } = await team.owner.as.query(api.placements.placements.list, {
      ...{ kennelId: team.kennelId, puppyId },
    });
    return data.find(({ status }) => status !== "called_off") ?? expect.unreachable();
  };
  const sellToBob = async (puppyId: string) =>
    await team.owner.as.mutation(api.litters.puppies.sell, {
      ...{ puppyId, buyerName: "SECRET Bob", buyerId: "new", buyerEmail: "bob@other.example" },
      ...{ buyerAddress: "SECRET street", saleDate: TODAY, today: TODAY },
    });

  it("has a separate page: the first family sees nothing of the new family", async () => {
    const { litterId } = await addLitter(team);
    const { _id: puppyId } = await addPuppy(team, litterId, { name: "Quill", gender: "female" });
    const { _id: applicantId } = await team.owner.as.mutation(api.litters.waitingList.create, {
      ...{ kennelId: team.kennelId, name: "Anna Berg", email: "anna@family.example" },
    });
    const offer = { applicantId, puppyId, offerUntil: "2025-06-22", today: TODAY };
    await team.owner.as.mutation(api.litters.waitingList.offer, offer);
    await team.owner.as.mutation(api.litters.waitingList.answerOffer, {
      ...{ applicantId, isAccepted: true, today: TODAY },
    });
    const former = await familyBrowser(team, { placementId: (await present(puppyId))._id });
    expect((await pageOf(former)).puppy).toMatchObject({ calledName: "Quill" });
    await sellToBob(puppyId);
    const seen = JSON.stringify(await pageOf(former).catch((error: unknown) => String(error)));
    expect(seen).not.toContain("SECRET");
    expect(seen).not.toContain("bob@");
    const { session } = await familyOf(team, { placementId: (await present(puppyId))._id });
    expect((await pageOf(session)).contact).toMatchObject({ name: "SECRET Bob" });
    expect((await pageOf(session)).entry).toBeNull();
  });

  it("has a separate page after a reservation, without the earlier contract", async () => {
    const placed = await reservedPuppy(team);
    const sent = await sentText(team, placed);
    const former = await familyBrowser(team, placed);
    await sellToBob(placed.puppyId);
    const seen = JSON.stringify(await pageOf(former).catch((error: unknown) => String(error)));
    expect(seen).not.toContain("SECRET");
    const session = await familyBrowser(team, { placementId: (await present(placed.puppyId))._id });
    const { familySignings } = api.signings;
    expect(await team.deployment.query(familySignings.list, { session })).toEqual([]);
    const reading = team.deployment.query(familySignings.read, { session, signingId: sent._id });
    expect(await codeOf(reading)).toBe("NOT_FOUND");
  });
});

describe("a person who has left the kennel", () => {
  it("gets no mail about a document that this person sent", async () => {
    const { owner, staff, kennelId, deployment } = team;
    const placed = await reservedPuppy(team);
    const sent = await sentText({ ...team, owner: staff }, placed);
    await owner.as.mutation(api.kennels.members.remove, { kennelId, userId: staff.userId });
    const session = await familyBrowser(team, placed);
    const reason = "We have changed our minds.";
    const declined = await actAsFamily(team, "decline", sent._id, { session, reason });
    expect(declined.status).toBe(201);
    const mails = await deployment.run(async (ctx) => await ctx.db.query("signingMails").take(50));
    const toKennel = mails.filter(({ side }) => side === "kennel").map(({ to }) => to);
    const ownEmail = (await deployment.run(async (ctx) => await ctx.db.get("users", owner.userId)))?.email;
    expect(toKennel).toEqual([ownEmail]);
  });
});

describe("contacts that were merged by mistake", () => {
  it("see nothing of each other after the merge is undone", async () => {
    const { kennelId, owner } = team;
    const placed = await reservedPuppy(team);
    const other = await owner.as.mutation(api.contacts.contacts.create, { kennelId, name: "SECRET Bob" });
    const { session } = await familyOf(team, { placementId: placed.placementId });
    await owner.as.mutation(api.contacts.contacts.merge, {
      ...{ contactId: other._id, otherId: placed.contactId },
    });
    expect((await pageOf(session)).contact).toMatchObject({ name: "SECRET Bob" });
    const { page } = await owner.as.query(api.history.history.ofRecord, {
      ...{ kennelId, table: "contacts", recordId: placed.contactId, now: Date.now() },
      paginationOpts: { numItems: 20, cursor: null },
    });
    await owner.as.mutation(api.history.history.undo, {
      ...{ kennelId, changeId: page[0]?._id ?? "", today: TODAY },
    });
    expect((await pageOf(session)).contact).toMatchObject({ name: "Anna Berg" });
  });
});

describe("a person with a forwarded link", () => {
  it("can only use up the changes of their own browser, not those of the family", async () => {
    const { owner, kennelId, deployment } = team;
    const { _id: applicantId } = await owner.as.mutation(api.litters.waitingList.create, {
      ...{ kennelId, name: "Anna Berg" },
    });
    const { session } = await familyOf(team, { applicantId });
    const { session: strangers } = await familyOf(team, { applicantId });
    const change = async (by: string) => {
      const { entry } = await pageOf(by);
      await deployment.mutation(api.families.pages.changeWishes, {
        ...{ session: by, color: "red", expectedUpdatedAt: entry?.updatedAt ?? 0 },
      });
    };
    for (let count = 0; count < 300; count += 1) await change(strangers);
    expect(await codeOf(change(strangers))).toBe("RATE_LIMITED");
    await change(session);
  });
});

describe("a record that changes its owner", () => {
  it("disappears from the page of the former owner: a dog with a new owner", async () => {
    const { owner, kennelId } = team;
    const dog = await addDog(owner, kennelId, { name: "Gala" });
    const setOwner = async (currentOwnerName: string, statusChangedOn = "2025-06-01") =>
      await owner.as.mutation(api.dogs.dogs.update, {
        ...{ dogId: dog._id, status: "sold", statusChangedOn, currentOwnerName, currentOwnerId: "new" },
        today: TODAY,
      });
    await setOwner("Anna Berg");
    const listed = async () =>
      (await owner.as.query(api.placements.placements.list, { kennelId, dogId: dog._id })).data;
    const { session } = await familyOf(team, { placementId: (await listed())[0]?._id ?? "" });
    expect((await pageOf(session)).puppy?.calledName).toBe("Gala");
    await setOwner("SECRET Bob");
    const seen = JSON.stringify(await pageOf(session).catch((error: unknown) => String(error)));
    expect(seen).not.toContain("SECRET");
    expect(seen).not.toContain("Gala");
    const present = (await listed()).find(({ toName }) => toName === "SECRET Bob");
    const theirs = await familyOf(team, { placementId: present?._id ?? "" });
    expect((await pageOf(theirs.session)).contact?.name).toBe("SECRET Bob");
  });

  it("disappears from the page of the former contact: an entry that was moved to another contact", async () => {
    const { owner, kennelId } = team;
    const contact = async (name: string, email: string) =>
      (await owner.as.mutation(api.contacts.contacts.create, { kennelId, name, email }))._id;
    const anna = await contact("Anna Berg", "anna@family.example");
    const bob = await contact("SECRET Bob", "secret@other.example");
    const { _id: applicantId } = await owner.as.mutation(api.litters.waitingList.create, {
      ...{ kennelId, name: "Anna Berg", contactId: anna },
    });
    const { session } = await familyOf(team, { applicantId });
    await confirm(team, session, { applicantId });
    await owner.as.mutation(api.litters.waitingList.update, {
      ...{ applicantId, name: "SECRET Bob", contactId: bob },
    });
    const seen = JSON.stringify(await pageOf(session).catch((error: unknown) => String(error)));
    expect(seen).not.toMatch(/SECRET|secret/u);
    const { session: theirs } = await familyOf(team, { applicantId });
    expect((await pageOf(theirs)).contact?.name).toBe("SECRET Bob");
    // Correcting only the name closes nothing.
    await owner.as.mutation(api.litters.waitingList.update, { applicantId, name: "Robert" });
    expect((await pageOf(theirs)).entry?.name).toBe("Robert");
  });
});

describe("a sent contract", () => {
  it("is not mailed again after its reservation is canceled", async () => {
    const placed = await reservedPuppy(team);
    const sent = await sentText(team, placed);
    await team.owner.as.mutation(api.litters.puppies.setStatus, {
      ...{ puppyId: placed.puppyId, status: "available", today: TODAY },
    });
    pass(4 * DAY_MS);
    await team.deployment.mutation(internal.signings.signings.sweep, {});
    const mails = await team.deployment.run(async (ctx) => await ctx.db.query("signingMails").take(50));
    expect(mails.map(({ kind }) => kind)).toEqual(["sign"]);
    const reminding = team.owner.as.mutation(api.signings.signings.remind, { signingId: sent._id });
    expect(await codeOf(reminding)).toBe("SIGNING_CLOSED");
  });
});

describe("a session", () => {
  it("that has expired is not renewed by the address, and requires a code again", async () => {
    const { link, session } = await familyOf(team, { contactId: (await reservedPuppy(team)).contactId });
    await confirm(team, session, { contactId: link.contactId ?? "" });
    pass(30 * DAY_MS + 1000);
    const opened = await callRest(team.deployment, "POST", "/links/open", {
      json: { token: (link.address ?? "").split("#")[1] ?? "", session },
    });
    const { data } = opened.body as unknown as { data: { session: string } };
    expect(data.session).not.toBe(session);
    expect((await pageOf(data.session)).isConfirmed).toBe(false);
  });
});
