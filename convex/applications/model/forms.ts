/**
 * A kennel's application form: its settings and its public view. A kennel that never saved a form has the closed
 * form of domain/applications/defaults.ts.
 */
import { v, type Infer, type ObjectType } from "convex/values";
import { defaultForm } from "../../../domain/applications/defaults";
import {
  asksTheSame,
  formSchema,
  type FormContent,
  type FormValues,
} from "../../../domain/applications/form";
import { MAX_SLUG, NEEDS, slugOf, type Need } from "../../../domain/applications/rules";
import { failOnFields } from "../../../domain/errors";
import { parseOrFail } from "../../../domain/records/parse";
import { env } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { hasOwnMail } from "../../connections/model/connections";
import { findKennelDeletion } from "../../kennels/model/kennelDeletionDates";
import { getKennelSettings } from "../../kennels/model/kennelSettings";
import { isSetUp } from "../../mail/model/channels";
import { checkVersion, nextVersion } from "../../platform/model/changes/edits";
import { isLocked } from "../../platform/model/changes/restoreLocks";
import { getSigningKey } from "../../platform/model/files/signatures";
import type { Access } from "../../platform/model/people/identity";
import { requireKennel } from "../../platform/model/people/kennels";
import { textOrNull } from "../../platform/tables/shared";
import { logoTypeValidator } from "../../platform/tables/kennels";
import { admitsValidator, consentValidator, questionValidator } from "../tables/applicationForms";

/** All form pages are served under this path of HTTP actions. */
export const APPLY_PATH = "/apply/";

export const siteOrigin = (): string => env.CONVEX_SITE_URL.replace(/\/$/, "");

const needValidator = v.union(...NEEDS.map((need) => v.literal(need)));

const { fields: questionFields } = questionValidator;

export const formShape = v.object({
  kennelId: v.id("kennels"),
  slug: v.string(),
  isOpen: v.boolean(),
  version: v.number(),
  intro: v.string(),
  questions: v.array(
    v.object({
      ...questionFields,
      help: textOrNull,
      choices: v.array(v.string()),
      fills: v.union(
        v.literal("gender"),
        v.literal("color"),
        v.literal("breed"),
        v.literal("wantedFrom"),
        v.null(),
      ),
    }),
  ),
  consents: v.array(consentValidator),
  admits: admitsValidator,
  allowsUnconfirmed: v.boolean(),
  address: v.string(),
  /** The form cannot be opened before these settings are complete. */
  missing: v.array(needValidator),
  /** Null for a form that was never saved. */
  updatedAt: v.union(v.number(), v.null()),
});
export type ApplicationForm = Infer<typeof formShape>;

const optionalQuestion = v.object({
  key: v.string(),
  kind: v.string(),
  label: v.string(),
  help: v.optional(textOrNull),
  choices: v.optional(v.array(v.string())),
  isRequired: v.boolean(),
  fills: v.optional(textOrNull),
});

/** An omitted setting stays unchanged. */
export const formArgs = {
  slug: v.optional(v.string()),
  isOpen: v.optional(v.boolean()),
  intro: v.optional(v.string()),
  questions: v.optional(v.array(optionalQuestion)),
  consents: v.optional(v.array(consentValidator)),
  admits: v.optional(v.string()),
  allowsUnconfirmed: v.optional(v.boolean()),
};

type Row = Doc<"applicationForms">;

export const findForm = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Row | null> =>
  await ctx.db
    .query("applicationForms")
    .withIndex("by_kennel", (q) => q.eq("kennelId", kennelId))
    .first();

const findBySlug = async (ctx: QueryCtx, slug: string): Promise<Row | null> =>
  await ctx.db
    .query("applicationForms")
    .withIndex("by_slug", (q) => q.eq("slug", slug))
    .first();

export async function isTaken(ctx: QueryCtx, slug: string, kennelId: Id<"kennels">): Promise<boolean> {
  const row = await findBySlug(ctx, slug);
  return row !== null && row.kennelId !== kennelId;
}

/** The requested address is counted. */
const MOST_TRIED = 50;

/** Returns the requested address, that address with a number suffix, or an address with the kennel's id. */
export async function freeSlug(ctx: QueryCtx, wanted: string, kennelId: Id<"kennels">): Promise<string> {
  for (let number = 1; number <= MOST_TRIED; number += 1) {
    const slug = number === 1 ? wanted : `${wanted.slice(0, MAX_SLUG - 3).replace(/-$/u, "")}-${number}`;
    if (!(await isTaken(ctx, slug, kennelId))) return slug;
  }
  return `kennel-${kennelId}`.toLowerCase().slice(0, MAX_SLUG);
}

/** The recipients have no account. */
export const canMail = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<boolean> =>
  isSetUp("email") || (await hasOwnMail(ctx, kennelId));

async function missingOf(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { allowsUnconfirmed }: Pick<FormValues, "allowsUnconfirmed">,
): Promise<Need[]> {
  const { address } = await requireKennel(ctx, kennelId);
  const missing: Need[] = [];
  if (!address) missing.push("address");
  if (!allowsUnconfirmed && !(await canMail(ctx, kennelId))) missing.push("mail");
  if ((await getSigningKey()) === null) missing.push("secret");
  return missing;
}

const questionOf = ({ help, choices, fills, ...question }: FormContent["questions"][number]) => ({
  ...question,
  help: help ?? null,
  choices: choices ?? [],
  fills: fills ?? null,
});

async function firstForm(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<FormValues> {
  const { name } = await requireKennel(ctx, kennelId);
  return {
    slug: await freeSlug(ctx, slugOf(name), kennelId),
    isOpen: false,
    ...defaultForm(name),
    admits: "to_review",
    allowsUnconfirmed: false,
  };
}

export async function describeForm(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<ApplicationForm> {
  const row = await findForm(ctx, kennelId);
  const values = row ?? (await firstForm(ctx, kennelId));
  const { slug, isOpen, intro, consents, admits, allowsUnconfirmed } = values;
  return {
    ...{ kennelId, slug, isOpen, intro, consents, admits, allowsUnconfirmed },
    version: row?.version ?? 0,
    questions: values.questions.map(questionOf),
    address: `${siteOrigin()}${APPLY_PATH}${slug}`,
    missing: await missingOf(ctx, kennelId, values),
    updatedAt: row?.updatedAt ?? null,
  };
}

const NEEDED: Record<Need, string> = {
  address: "Add the kennel's address first: the privacy notice needs it",
  mail: "Set up email first, or allow applications without a confirmed address",
  secret: "This server has no secret for links",
};

/**
 * Throws VALIDATION_FAILED, or STALE_UPDATE if another user saved the form after `expectedUpdatedAt`. A change of
 * the questions or consents creates a new version.
 */
export async function saveForm(
  ctx: MutationCtx,
  access: Access,
  { expectedUpdatedAt, ...asked }: ObjectType<typeof formArgs> & { expectedUpdatedAt?: number },
): Promise<ApplicationForm> {
  const { kennelId } = access;
  const row = await findForm(ctx, kennelId);
  checkVersion({ updatedAt: row?.updatedAt ?? 0 }, expectedUpdatedAt);
  const before = row ?? (await firstForm(ctx, kennelId));
  const { slug, isOpen, intro, questions, consents, admits, allowsUnconfirmed } = before;
  const stored = { slug, isOpen, intro, questions, consents, admits, allowsUnconfirmed };
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const values = parseOrFail(formSchema, { ...stored, ...given });
  if (values.slug !== row?.slug && (await isTaken(ctx, values.slug, kennelId)))
    failOnFields({ slug: "Another kennel has this address" });
  if (values.allowsUnconfirmed && !before.allowsUnconfirmed && access.role !== "owner")
    failOnFields({ allowsUnconfirmed: "Only an owner can allow this" });
  const [need] = values.isOpen && !before.isOpen ? await missingOf(ctx, kennelId, values) : [];
  if (need) failOnFields({ isOpen: NEEDED[need] });
  const isSame = row !== null && asksTheSame(row, values);
  const next = {
    ...values,
    version: isSame ? row.version : (row?.version ?? 0) + 1,
    updatedAt: nextVersion({ updatedAt: row?.updatedAt ?? 0 }),
  };
  if (row) await ctx.db.patch("applicationForms", row._id, next);
  else await ctx.db.insert("applicationForms", { kennelId, ...next });
  return await describeForm(ctx, kennelId);
}

const logoShape = v.object({ storageId: v.id("_storage"), type: logoTypeValidator, setAt: v.number() });

/** The form and the kennel's public details. */
export const publicFormShape = v.object({
  isTaking: v.boolean(),
  /** An application must be confirmed by email. */
  isConfirming: v.boolean(),
  kennel: v.object({
    name: v.string(),
    address: textOrNull,
    email: textOrNull,
    phone: textOrNull,
    website: textOrNull,
  }),
  logo: v.union(logoShape, v.null()),
  intro: v.string(),
  questions: v.array(questionValidator),
  consents: v.array(consentValidator),
});
export type PublicForm = Infer<typeof publicFormShape>;

export interface ReachedForm {
  readonly form: Row;
  readonly shown: PublicForm;
}

async function showForm(ctx: QueryCtx, form: Row): Promise<PublicForm> {
  const { kennelId, isOpen, intro, questions, consents } = form;
  const { name, address, email, phone, website, logo } = await requireKennel(ctx, kennelId);
  const { branding } = await getKennelSettings(ctx, kennelId);
  const isTaking =
    isOpen &&
    (await missingOf(ctx, kennelId, form)).length === 0 &&
    !(await isLocked(ctx, kennelId)) &&
    (await findKennelDeletion(ctx, kennelId)) === null;
  return {
    isTaking,
    isConfirming: await canMail(ctx, kennelId),
    kennel: {
      name,
      address: address ?? null,
      email: email ?? null,
      phone: phone ?? null,
      website: website ?? null,
    },
    logo:
      logo && branding.showLogo ? { storageId: logo.storageId, type: logo.type, setAt: logo.setAt } : null,
    ...{ intro, questions, consents },
  };
}

export async function reachForm(ctx: QueryCtx, slug: string): Promise<ReachedForm | null> {
  const form = await findBySlug(ctx, slug);
  return form && { form, shown: await showForm(ctx, form) };
}

export async function reachFormOf(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<ReachedForm | null> {
  const form = await findForm(ctx, kennelId);
  return form && { form, shown: await showForm(ctx, form) };
}
