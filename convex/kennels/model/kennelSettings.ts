/** A kennel's settings, which change independently. Sources: SET-06, decision GAP-SET-14. */
import { v, type Infer, type ObjectType } from "convex/values";
import { DEFAULT_BRANDING, DEFAULT_FAMILY_PAGES, DEFAULT_MATING } from "../../../domain/kennels/rules";
import { kennelSettingsChangesSchema } from "../../../domain/kennels/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { Access } from "../../platform/model/people/identity";
import { logoFileShape } from "./kennelLogos";
import { requireKennel } from "../../platform/model/people/kennels";
import { checkVersion, nextVersion } from "../../platform/model/changes/edits";
import { textOrNull } from "../../platform/tables/shared";

const brandingShape = v.object({
  primaryColor: v.string(),
  accentColor: v.string(),
  footerText: textOrNull,
  showLogo: v.boolean(),
});

export const kennelSettingsShape = v.object({
  kennelId: v.id("kennels"),
  business: v.object({ taxId: textOrNull, businessLicense: textOrNull }),
  branding: brandingShape,
  familyPages: v.object({ showsParents: v.boolean(), showsPlace: v.boolean(), showsPlans: v.boolean() }),
  mating: v.object({ inbreedingLimitPercent: v.number() }),
  updatedAt: v.number(),
});
export type KennelSettings = Infer<typeof kennelSettingsShape>;

const optionalText = v.optional(textOrNull);

export const brandingArgs = {
  primaryColor: v.optional(v.string()),
  accentColor: v.optional(v.string()),
  footerText: optionalText,
  showLogo: v.optional(v.boolean()),
};

/** An omitted setting stays unchanged; null or empty clears a setting. */
export const kennelSettingsArgs = {
  business: v.optional(v.object({ taxId: optionalText, businessLicense: optionalText })),
  branding: v.optional(v.object(brandingArgs)),
  familyPages: v.optional(
    v.object({
      showsParents: v.optional(v.boolean()),
      showsPlace: v.optional(v.boolean()),
      showsPlans: v.optional(v.boolean()),
    }),
  ),
  mating: v.optional(v.object({ inbreedingLimitPercent: v.optional(v.union(v.number(), v.null())) })),
};

/** Returns null if no setting was ever changed. */
export async function findKennelSettings(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Doc<"kennelSettings"> | null> {
  return await ctx.db
    .query("kennelSettings")
    .withIndex("by_kennel", (q) => q.eq("kennelId", kennelId))
    .unique();
}

/** Missing settings have their defaults. */
export async function getKennelSettings(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<KennelSettings> {
  const row = await findKennelSettings(ctx, kennelId);
  return {
    kennelId,
    business: { taxId: row?.taxId ?? null, businessLicense: row?.businessLicense ?? null },
    branding: {
      primaryColor: row?.primaryColor ?? DEFAULT_BRANDING.primaryColor,
      accentColor: row?.accentColor ?? DEFAULT_BRANDING.accentColor,
      footerText: row?.footerText ?? DEFAULT_BRANDING.footerText,
      showLogo: row?.showLogo ?? DEFAULT_BRANDING.showLogo,
    },
    familyPages: {
      showsParents: row?.showsParents ?? DEFAULT_FAMILY_PAGES.showsParents,
      showsPlace: row?.showsPlace ?? DEFAULT_FAMILY_PAGES.showsPlace,
      showsPlans: row?.showsPlans ?? DEFAULT_FAMILY_PAGES.showsPlans,
    },
    mating: {
      inbreedingLimitPercent: row?.inbreedingLimitPercent ?? DEFAULT_MATING.inbreedingLimitPercent,
    },
    updatedAt: row?.updatedAt ?? 0,
  };
}

type Fields = Partial<Omit<Doc<"kennelSettings">, "_id" | "_creationTime" | "kennelId" | "updatedAt">>;

/** The settings must be validated. A setting that is undefined gets its default again. */
export async function storeKennelSettings(
  ctx: MutationCtx,
  access: Access,
  fields: Fields,
): Promise<KennelSettings> {
  const { kennelId } = access;
  const row = await findKennelSettings(ctx, kennelId);
  const updatedAt = nextVersion({ updatedAt: row?.updatedAt ?? 0 });
  const settingsId = row?._id ?? (await ctx.db.insert("kennelSettings", { kennelId, updatedAt }));
  await ctx.db.patch("kennelSettings", settingsId, { ...fields, updatedAt });
  return await getKennelSettings(ctx, kennelId);
}

/** Throws VALIDATION_FAILED, or STALE_UPDATE if another user saved the settings after `expectedUpdatedAt`. */
export async function updateKennelSettings(
  ctx: MutationCtx,
  access: Access,
  { expectedUpdatedAt, ...asked }: ObjectType<typeof kennelSettingsArgs> & { expectedUpdatedAt?: number },
): Promise<KennelSettings> {
  const { updatedAt } = await getKennelSettings(ctx, access.kennelId);
  checkVersion({ updatedAt }, expectedUpdatedAt);
  const parsed = parseOrFail(kennelSettingsChangesSchema, asked);
  const { business = {}, branding = {}, familyPages = {}, mating = {} } = parsed;
  const given = Object.entries({ ...business, ...branding, ...familyPages, ...mating }).filter(
    ([, value]) => value !== undefined,
  );
  return await storeKennelSettings(
    ctx,
    access,
    Object.fromEntries(given.map(([name, value]) => [name, value ?? undefined])),
  );
}

/** The kennel's details, logo, templates and records stay unchanged. */
export const resetKennelSettings = async (ctx: MutationCtx, access: Access): Promise<KennelSettings> =>
  await storeKennelSettings(ctx, access, {
    taxId: undefined,
    businessLicense: undefined,
    primaryColor: undefined,
    accentColor: undefined,
    footerText: undefined,
    showLogo: undefined,
    showsParents: undefined,
    showsPlace: undefined,
    showsPlans: undefined,
    inbreedingLimitPercent: undefined,
  });

/** Returns the limit from 0 to 1. */
export async function inbreedingLimitOf(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<number> {
  const { mating } = await getKennelSettings(ctx, kennelId);
  return mating.inbreedingLimitPercent / 100;
}

/** The file is null if there is no logo or the logo is hidden. */
export const brandShape = brandingShape.omit("showLogo").extend({
  logo: v.union(logoFileShape, v.null()),
});

export async function brandOf(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Infer<typeof brandShape>> {
  const { showLogo, ...looks } = (await getKennelSettings(ctx, kennelId)).branding;
  const { logo } = await requireKennel(ctx, kennelId);
  return { ...looks, logo: logo && showLogo ? { storageId: logo.storageId, type: logo.type } : null };
}

/** Printed papers show these details. */
export const letterheadShape = v.object({
  name: v.string(),
  address: textOrNull,
  phone: textOrNull,
  email: textOrNull,
  website: textOrNull,
});

/** The sample page of the branding shows these texts. */
export const previewShape = v.object({
  kennel: letterheadShape,
  brand: brandShape,
});

/** Unsaved changes are included. Throws VALIDATION_FAILED. */
export async function describePreview(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  asked: ObjectType<typeof brandingArgs>,
): Promise<Infer<typeof previewShape>> {
  const { branding: changes = {} } = parseOrFail(kennelSettingsChangesSchema, { branding: asked });
  const { branding } = await getKennelSettings(ctx, kennelId);
  const { name, address, phone, email, website, logo } = await requireKennel(ctx, kennelId);
  const showLogo = changes.showLogo ?? branding.showLogo;
  return {
    kennel: {
      name,
      address: address ?? null,
      phone: phone ?? null,
      email: email ?? null,
      website: website ?? null,
    },
    brand: {
      primaryColor: changes.primaryColor ?? branding.primaryColor,
      accentColor: changes.accentColor ?? branding.accentColor,
      footerText: changes.footerText === undefined ? branding.footerText : changes.footerText,
      logo: logo && showLogo ? { storageId: logo.storageId, type: logo.type } : null,
    },
  };
}
