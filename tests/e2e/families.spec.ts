/** Tests a family's page on a phone, and the breeder's list beside it. */
import { expect, type Browser } from "@playwright/test";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { getErrorData } from "../../domain/errors";
import { addDays } from "../../domain/dates/calendar-days";
import { firstKennelId, joinKennel, person, register, type SignedIn } from "../support/people";
import type { Runtime } from "../support/runtime";
import { expectAccessible } from "./accessibility";
import { test, today, visitor } from "./studbook";

let studbook: Runtime;
test.beforeAll(async ({ studbook: shared }) => {
  studbook = shared;
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** Offers a puppy of a new litter. Returns the address of the family's page. */
async function offered({ client }: SignedIn, kennelId: string) {
  const dog = async (name: string, gender: "male" | "female") =>
    (await client.mutation(api.dogs.dogs.create, { kennelId, name, gender, breed: "Beagle", today }))._id;
  const breeding = await client.mutation(api.breedings.breedings.create, {
    ...{ kennelId, sireId: await dog("Rex", "male"), damId: await dog("Bella", "female") },
    breedingDate: addDays(today, -100),
  });
  const litter = await client.mutation(api.litters.litters.create, {
    ...{ breedingId: breeding._id, whelpingDate: addDays(today, -37), today },
  });
  const puppy = await client.mutation(api.litters.puppies.create, {
    ...{ litterId: litter._id, name: "Quill", gender: "female" },
  });
  const applicant = await client.mutation(api.litters.waitingList.create, { kennelId, name: "Anna Berg" });
  const offer = {
    applicantId: applicant._id,
    puppyId: puppy._id,
    offerUntil: addDays(today, 4),
    today,
  };
  await client.mutation(api.litters.waitingList.offer, offer);
  const link = await client.query(api.families.links.get, { kennelId, applicantId: applicant._id });
  return { address: link?.address ?? "", linkId: link?._id ?? "", offer };
}

const openPage = async (browser: Browser, address: string) => {
  const context = await browser.newContext({ ...PHONE, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(address);
  return page;
};

test(
  "a family answers its offer on its page, and the breeder's list shows it without a reload",
  { tag: "@core" },
  async ({ browser }) => {
    const breeder = await visitor(browser, studbook.origin, person("Olga"));
    const kennelId = await firstKennelId(breeder.person);
    await breeder.person.client.mutation(api.kennels.kennels.update, {
      ...{ kennelId, name: "Oakwood", phone: "8025550142" },
    });
    const { address } = await offered(breeder.person, kennelId);
    await breeder.page.goto(`${studbook.origin}/k/${kennelId}/dashboard/breeding?tab=waiting-list`);
    await expect(breeder.page.getByText("Anna Berg")).toBeVisible();

    const family = await openPage(browser, address);
    await expect(family.getByRole("heading", { name: "Oakwood offers you Quill" })).toBeVisible();
    // Neither the address bar nor the title contains the secret.
    expect(family.url()).not.toContain(address.split(".").at(-1));
    await expect(family).toHaveTitle("Oakwood");
    await expectAccessible(family);

    await family.getByRole("button", { name: "Accept" }).click();
    await family.getByRole("button", { name: "Yes, we want Quill" }).click();
    await expect(family.getByRole("heading", { name: "Quill is reserved for you" })).toBeVisible();
    await expect(breeder.page.getByText("Placed")).toBeVisible();
    await expectAccessible(family);

    // The page opens again by the address in the address bar.
    await family.reload();
    await expect(family.getByRole("heading", { name: "Quill is reserved for you" })).toBeVisible();
    await family.context().close();
    await breeder.context.close();
  },
);

test("End Link closes an open page immediately, and its address no longer opens", async ({ browser }) => {
  const owner = await register(studbook.origin, person("Olga"));
  const { address, linkId } = await offered(owner, await firstKennelId(owner));
  const family = await openPage(browser, address);
  await expect(family.getByRole("heading", { name: /offers you Quill/u })).toBeVisible();
  await owner.client.mutation(api.families.links.end, { linkId });
  await expect(family.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  const again = await openPage(browser, address);
  await expect(again.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  await expectAccessible(again);
  const forged = await openPage(
    browser,
    address.replace(/.$/u, (last) => (last === "0" ? "1" : "0")),
  );
  await expect(forged.getByRole("heading", { name: "This page needs your link" })).toBeVisible();
  for (const page of [family, again, forged]) await page.context().close();
});

test("the kennel chooses live what families see, and a user who may only read its settings can change nothing", async ({
  browser,
}) => {
  const breeder = await visitor(browser, studbook.origin, person("Olga"));
  const viewer = await visitor(browser, studbook.origin, person("Vera"));
  const { client } = breeder.person;
  const kennelId = await firstKennelId(breeder.person);
  await joinKennel(breeder.person, viewer.person, { kennelId, role: "viewer" });
  const { _id: applicantId } = await client.mutation(api.litters.waitingList.create, {
    kennelId,
    name: "Anna Berg",
  });
  const { address } = await client.mutation(api.families.links.create, { kennelId, applicantId });
  const family = await openPage(browser, address ?? "");
  await expect(family.getByRole("heading", { name: "You are on the list" })).toBeVisible();
  await expect(family.getByText("You are number 1.")).toHaveCount(0);

  await breeder.page.goto(`${studbook.origin}/k/${kennelId}/dashboard/settings?tab=application`);
  await breeder.page.getByRole("switch", { name: "Place on the list" }).click();
  await expect(family.getByText("You are number 1.")).toBeVisible();
  await expectAccessible(family);
  await expect(breeder.page.getByRole("button", { name: /^Remove /u }).first()).toBeVisible();

  await viewer.page.goto(`${studbook.origin}/k/${kennelId}/dashboard/settings?tab=application`);
  await expect(viewer.page.getByText("How did you find us?").first()).toBeVisible();
  await expect(viewer.page.getByRole("button", { name: /^Remove |^Add Question$/u })).toHaveCount(0);
  await expect(viewer.page.getByRole("switch", { name: "Place on the list" })).toBeDisabled();
  for (const page of [family, breeder.page, viewer.page]) await page.context().close();
});

test("without scripts, one sentence explains what is missing and whom to ask, and search engines do not index the page", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const answer = await page.goto(`${studbook.origin}/f/`);
  // Locators by text ignore this element.
  await expect(page.locator("noscript")).toBeVisible();
  expect(await page.locator("noscript").evaluate(({ textContent }) => textContent)).toMatch(
    /^\s*This page needs script .* ask the kennel that\s+sent you this link\.\s*$/u,
  );
  expect(await answer?.text()).toContain('<meta name="robots" content="noindex" />');
  expect(answer?.headers()).toMatchObject({
    ...{ "x-robots-tag": "noindex", "referrer-policy": "no-referrer" },
  });
  expect(answer?.headers()["content-security-policy"]).toContain("default-src 'self'");
  await context.close();
});

test("if two clients answer and cancel an offer at the same time, exactly one succeeds, 200 times", async () => {
  test.setTimeout(180_000);
  const owner = await register(studbook.origin, person("Olga"));
  const kennelId = await firstKennelId(owner);
  const { address, offer } = await offered(owner, kennelId);
  const opened = await fetch(`${studbook.origin}/api/links/open`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: address.split("#")[1] }),
  });
  const { session } = ((await opened.json()) as { data: { session: string } }).data;
  const family = new ConvexHttpClient(studbook.origin);
  const codes = new Set<string>();
  const won = { family: 0, kennel: 0 };
  const endingOf = async (work: Promise<unknown>): Promise<string> =>
    await work.then(
      () => "done",
      (error: unknown) => getErrorData(error)?.code ?? String(error),
    );
  for (let round = 0; round < 200; round += 1) {
    const { entry } = await family.query(api.families.pages.page, { session });
    const accept = () =>
      family.mutation(
        api.families.pages.answerOffer,
        { session, isAccepted: true, expectedUpdatedAt: entry?.updatedAt ?? 0, today },
        { skipQueue: true },
      );
    const callOff = () =>
      owner.client.mutation(api.litters.waitingList.answerOffer, {
        ...{ applicantId: offer.applicantId, isAccepted: false, today },
      });
    const both = round % 2 === 0 ? [accept(), callOff()] : [callOff(), accept()].reverse();
    const [answered = "", calledOff = ""] = await Promise.all(both.map(endingOf));
    expect([answered, calledOff].filter((ending) => ending === "done")).toHaveLength(1);
    const hasAccepted = answered === "done";
    won[hasAccepted ? "family" : "kennel"] += 1;
    codes.add(hasAccepted ? calledOff : answered);
    const { page, puppy } = {
      page: await family.query(api.families.pages.page, { session }),
      puppy: await owner.client.query(api.litters.puppies.get, { puppyId: offer.puppyId }),
    };
    expect(puppy.status).toBe(hasAccepted ? "reserved" : "available");
    expect(page.entry?.status).toBe(hasAccepted ? "placed" : "waiting");
    if (hasAccepted) {
      await owner.client.mutation(api.litters.puppies.setStatus, {
        ...{ puppyId: offer.puppyId, status: "available" as const, today },
      });
      await owner.client.mutation(api.litters.waitingList.revert, { applicantId: offer.applicantId });
    }
    await owner.client.mutation(api.litters.waitingList.offer, offer);
  }
  expect(won.family + won.kennel).toBe(200);
  for (const code of codes) expect(["STALE_UPDATE", "PUPPY_STATUS"]).toContain(code);
});
