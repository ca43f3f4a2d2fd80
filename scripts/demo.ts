/**
 * Fills a new Studbook with the demo kennel: `node dist/scripts/scripts-demo.mjs ORIGIN`. The records are in a
 * backup (demo-data.ts), which is restored like a user's own file. The script itself creates only data that a
 * backup does not contain: the accounts, the plan, and some recent changes for the history. It prints how to sign
 * in. The password is new each time.
 */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../convex/_generated/api";
import type { Id } from "../convex/_generated/dataModel";
import { PLANS } from "../domain/billing/rules";
import { addDays } from "../domain/dates/calendar-days";
import { dayIn } from "../domain/dates/zones";
import { toGrams } from "../domain/health/weights";
import { demoBackup, DEMO_KENNEL, DEMO_PEOPLE } from "./demo-data";
import { signContracts } from "./demo-signatures";

const origin = process.argv[2] ?? "http://127.0.0.1:3000";
const password = randomBytes(6).toString("base64url");
const now = Date.now();
const today = dayIn(DEMO_KENNEL.timeZone, now);

interface Person {
  readonly client: ConvexHttpClient;
  readonly token: string;
}

async function register({ firstName, lastName, email }: (typeof DEMO_PEOPLE)[number]): Promise<Person> {
  const response = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ name: `${firstName} ${lastName}`, email, password }),
  });
  if (!response.ok)
    throw new Error(`Registering ${email} returned ${response.status}: ${await response.text()}`);
  const cookie = response.headers.getSetCookie().map((each) => each.split(";")[0]);
  const signedIn = await fetch(`${origin}/api/auth/token`, {
    headers: { cookie: cookie.join("; "), origin },
  });
  const { token } = (await signedIn.json()) as { token: string };
  const client = new ConvexHttpClient(origin, { logger: false });
  client.setAuth(token);
  await client.mutation(api.accounts.users.ensure, { timeZone: DEMO_KENNEL.timeZone });
  return { client, token };
}

const TIER = "professional";
const WAIT_MS = 30_000;
const PAUSE_MS = 100;

/**
 * Buys the plan that the number of dogs requires in the payments sandbox, like a user. On a server without plans,
 * nothing is bought.
 */
async function payForPlan({ client }: Person, kennelId: Id<"kennels">): Promise<void> {
  const limitOf = async () => (await client.query(api.billing.billing.dogLimitCheck, { kennelId })).limit;
  if ((await limitOf()) === null) return;
  const own = process.env["STUDBOOK_ORIGIN"] || origin;
  const { url } = await client.action(api.billing.actions.payments.startCheckout, {
    kennelId,
    tier: TIER,
    successUrl: `${own}/dashboard?checkout=success`,
    cancelUrl: `${own}/dashboard?checkout=cancelled`,
  });
  const { pathname } = new URL(url);
  if (!pathname.startsWith("/api/sandbox/payments/")) {
    throw new Error(
      "its plan would have to be paid for. Start without Stripe's keys, or with STUDBOOK_BILLING=off.",
    );
  }
  await fetch(`${origin}${pathname}/pay`, { method: "POST", redirect: "manual" });
  for (let waited = 0; waited < WAIT_MS; waited += PAUSE_MS) {
    if ((await limitOf()) === PLANS[TIER].dogLimit) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error("its plan was paid for and did not change.");
}

/** Names the records that a restore left out, or the reason why it restored nothing. */
interface RestoreResponse {
  readonly data?: { readonly errors: readonly { readonly message: string }[] };
  readonly message?: string;
  readonly errors?: { readonly backup?: string };
}

/** Throws if the restore has messages. */
async function restore({ client, token }: Person, kennelId: Id<"kennels">): Promise<void> {
  const read = async (file: string) =>
    new Uint8Array(await readFile(path.join("scripts", "demo-photos", file)));
  const form = new FormData();
  form.append("kennelId", kennelId);
  form.append("backup", new Blob([await demoBackup(now, read)], { type: "application/json" }), "demo.json");
  const response = await fetch(`${origin}/api/backups/restore`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { message, errors, data } = (await response.json()) as RestoreResponse;
  const problems = data?.errors.map((error) => error.message) ?? [errors?.backup ?? message];
  if (problems.length > 0) throw new Error(problems.join("\n"));
  // Deletes the safety backup of the empty kennel and the uploaded file, because they are no longer needed.
  const restored = await client.query(api.backups.restores.newest, { kennelId });
  for (const backupId of [restored?.savedId, restored?.backup?.id]) {
    if (backupId) await client.mutation(api.backups.backups.remove, { backupId });
  }
}

/** Makes recent changes as both users. The history shows these changes, and users can undo them. */
async function work(owner: Person, staff: Person, kennelId: Id<"kennels">): Promise<void> {
  const { data: dogs } = await owner.client.query(api.dogs.dogs.list, { kennelId, limit: 50 });
  const dogId = (callName: string) => dogs.find((dog) => dog.callName === callName)?._id ?? "";
  await owner.client.mutation(api.dogs.dogs.update, {
    dogId: dogId("Pike"),
    notes: "Show prospect; elbows to be done at two years.",
    today,
  });
  await owner.client.mutation(api.health.dogWeights.add, {
    dogId: dogId("Nova"),
    ...{ grams: toGrams(91.2, "lb"), weighedOn: today, entryKey: `demo-nova-${today}` },
    today,
  });
  const { data: reminders } = await staff.client.query(api.reminders.reminders.list, {
    kennelId,
    limit: 50,
    today,
  });
  for (const title of ["Bath before the specialty", "Order puppy milk"]) {
    const reminderId = reminders.find((reminder) => reminder.title === title)?._id ?? "";
    await staff.client.mutation(api.reminders.reminders.complete, { reminderId, today });
  }
}

/** Creates a family page in each state: on the list, offered, reserved, getting ready, and home. */
async function shareWithFamilies({ client }: Person, kennelId: Id<"kennels">): Promise<void> {
  const { active } = await client.query(api.litters.waitingList.list, { kennelId });
  const applicantId = (name: string) => active.find((applicant) => applicant.name === name)?._id ?? "";
  const offerable = await client.query(api.litters.waitingList.offerable, { kennelId });
  await client.mutation(api.families.links.create, {
    kennelId,
    applicantId: applicantId("The Ortega family"),
  });
  await client.mutation(api.litters.waitingList.offer, {
    applicantId: applicantId("Ruth and Paul Henderson"),
    puppyId: offerable.find(({ name }) => name === "Quinn")?._id ?? "",
    offerUntil: addDays(today, 4),
    today,
  });
  const { data: placements } = await client.query(api.placements.placements.list, { kennelId, limit: 100 });
  for (const name of ["Quest", "Quill", "Milo"]) {
    const placement = placements.find((each) => each.name === name);
    const placementId = placement?._id ?? "";
    if (name === "Milo") {
      const papers = [{ paper: "pedigree" as const }, { paper: "care_sheet" as const }];
      await client.mutation(api.placements.placements.handOver, {
        ...{ placementId, on: placement?.agreedOn ?? today, papers },
      });
    }
    await client.mutation(api.families.links.create, { kennelId, placementId });
  }
}

async function fill(): Promise<void> {
  const owner = await register(DEMO_PEOPLE[0]);
  const { _id: kennelId } = await owner.client.mutation(api.kennels.kennels.create, {
    name: DEMO_KENNEL.name,
  });
  // The second user accepts the invitation and joins the kennel. This kennel then opens, because it is the user's
  // only kennel.
  const { email, role } = DEMO_PEOPLE[1];
  const { invitationId } = await owner.client.mutation(api.kennels.members.add, { kennelId, email, role });
  const staff = await register(DEMO_PEOPLE[1]);
  await staff.client.mutation(api.kennels.invitations.accept, { invitationId: invitationId ?? "", role });
  await payForPlan(owner, kennelId);
  await restore(owner, kennelId);
  await work(owner, staff, kennelId);
  await shareWithFamilies(owner, kennelId);
  const { firstName, lastName } = DEMO_PEOPLE[0];
  const puppies = ["Quest", "Quarry", "Quill"];
  await signContracts(origin, owner, kennelId, { puppies, signer: `${firstName} ${lastName}`, today });
  process.stdout.write(
    [
      `The demo kennel ${DEMO_KENNEL.name} is ready.`,
      `Sign in as ${DEMO_PEOPLE[0].email} (owner) or ${email} (staff).`,
      `Password of both: ${password}`,
      "",
    ].join("\n"),
  );
}

fill().catch((error: unknown) => {
  process.stderr.write(
    `The demo kennel could not be filled: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
});
