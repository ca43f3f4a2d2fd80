/** An open application form, and strangers who send it like a browser without scripts. */
import { vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { signTime } from "../../convex/applications/model/drafts";
import { addressOf } from "../../convex/applications/model/mails";
import type { Deployment, Person, Team } from "./backend";

/** Valid for the default form. */
export const APPLICATION = {
  name: "Anna Berg",
  email: "anna@berg.example",
  phone: "(555) 201-4417",
  "q-home": "A house with a garden",
  "q-experience": "Two Beagles, both grew old",
  "q-day": "Never alone for more than three hours",
  "q-sex": "Female",
  "q-color": "sable",
  "c-privacy": "yes",
};

/** Gives the kennel an address. Mail must be set up. */
export async function openForm(
  { as }: Person,
  kennelId: string,
  settings: Partial<(typeof api.applications.applicationForms.save)["_args"]> = {},
) {
  await as.mutation(api.kennels.kennels.update, { kennelId, address: "12 Oak Lane, Wendover" });
  return await as.mutation(api.applications.applicationForms.save, {
    ...{ kennelId, slug: "oak-hill", isOpen: true },
    ...settings,
  });
}

/** Returns the page's text and the signed time in it. */
export async function openPage(deployment: Deployment, slug = "oak-hill") {
  const response = await deployment.fetch(`/apply/${slug}`, {});
  const html = await response.text();
  return { status: response.status, html, began: /name="began" value="([^"]*)"/u.exec(html)?.[1] ?? "" };
}

/** As a browser does. A list is sent as several values. */
export const encodeForm = (fields: Readonly<Record<string, string | readonly string[]>>): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, values]) =>
      (typeof values === "string" ? [values] : values).map((value): [string, string] => [name, value]),
    ),
  ).toString();

interface Sending {
  readonly slug?: string;
  readonly sender?: string;
  readonly type?: string;
}

export async function sendForm(
  deployment: Deployment,
  body: string,
  { slug = "oak-hill", sender = "192.0.2.7", type = "application/x-www-form-urlencoded" }: Sending = {},
) {
  const response = await deployment.fetch(`/apply/${slug}`, {
    method: "POST",
    headers: { "Content-Type": type, "X-Forwarded-For": sender },
    body,
  });
  return { status: response.status, html: await response.text(), headers: response.headers };
}

/** The mails are not sent yet, but have their final text. */
export async function lettersOf(deployment: Deployment) {
  const rows = await deployment.run(async (ctx) => await ctx.db.query("applicationMails").collect());
  const letters = await Promise.all(
    rows.map(
      async ({ _id }) => await deployment.query(internal.applications.applications.outgoing, { mailId: _id }),
    ),
  );
  return letters.filter((letter) => letter !== null);
}

export const linkIn = (text: string): string => /\/apply\/confirm\/\S+/u.exec(text)?.[0] ?? "";

type Kennel = Pick<Team, "deployment" | "owner" | "kennelId">;

/** Opens the form first if it is closed. */
async function sendBy(
  { deployment, owner, kennelId }: Kennel,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const { STUDBOOK_LINK_SECRET: secret, MAIL_FROM: from } = process.env;
  vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
  vi.stubEnv("MAIL_FROM", undefined);
  const slug = `kennel-${kennelId.toLowerCase().replaceAll(/[^a-z0-9]/gu, "")}`.slice(0, 60);
  await openForm(owner, kennelId, { slug, allowsUnconfirmed: true });
  const began = await signTime(slug, Date.now() - 60_000);
  const body = encodeForm({ ...APPLICATION, began, ...fields });
  await deployment.mutation(internal.applications.applications.send, { slug, body, sender: null });
  const drafts = await deployment.run(
    async (ctx) =>
      await ctx.db
        .query("applicationDrafts")
        .withIndex("by_kennel_and_state_and_sent", (q) => q.eq("kennelId", kennelId).eq("state", "waiting"))
        .collect(),
  );
  // A kennel with its own mail server requires a confirmation.
  for (const { _id } of drafts) {
    const token = (await addressOf("confirm", _id))?.split("/").at(-1) ?? "";
    await deployment.mutation(internal.applications.applications.confirm, { token });
  }
  vi.stubEnv("STUDBOOK_LINK_SECRET", secret);
  vi.stubEnv("MAIL_FROM", from);
}

const inboxOf = async ({ owner, kennelId }: Kennel) =>
  await owner.as.query(api.applications.applications.inbox, { kennelId });

export async function addApplication(
  kennel: Kennel,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  await sendBy(kennel, fields);
  return (await inboxOf(kennel)).received.at(-1)?._id ?? "";
}

/** The draft looks as if a program had filled it in. */
export async function addDoubted(
  kennel: Kennel,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  await sendBy(kennel, { ...fields, website: "https://win.example" });
  return (await inboxOf(kennel)).doubted[0]?._id ?? "";
}

/** A form's address is unique, so a copy of the kennel would otherwise get a new one. */
export async function freeAddresses(deployment: Deployment): Promise<void> {
  await deployment.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("applicationForms").collect())
      await ctx.db.patch("applicationForms", _id, {
        slug: `freed-${_id.toLowerCase().replaceAll(/[^a-z0-9]/gu, "")}`.slice(0, 60),
      });
  });
}
