/**
 * API keys. A person creates a key for one kennel. The key has at most that person's rights. The server finds the
 * key by its hash and checks it at every call. The rights of a key are determined like those of a person
 * (platform/model/people/identity.ts) in the transaction of each function. A revoked key is therefore refused
 * immediately. Decision: docs/decisions/0012-api-keys.md.
 */
import { v, type Infer } from "convex/values";
import {
  API_KEY_DAYS,
  API_KEY_HINT_LENGTH,
  API_KEY_PREFIX,
  MAX_API_KEYS,
  type ApiKeyDays,
} from "../../../domain/accounts/api-keys";
import { AREAS, type PermissionOverrides } from "../../../domain/permissions/rules";
import { fail } from "../../../domain/errors";
import { includesLevel } from "../../../domain/permissions/permissions";
import { newApiKeySchema } from "../../../domain/accounts/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import { env, type MutationCtx, type QueryCtx } from "../../_generated/server";
import { overridesValidator } from "../../platform/tables/shared";
import { tellPerson } from "../../mail/model/accountMails";
import { keysOf } from "../../platform/model/people/apiKeyRows";
import type { Access } from "../../platform/model/people/identity";
import { spend } from "../../platform/model/people/limits";
import { isLongPast } from "../../platform/model/changes/settledTime";
import { getOrFail, requireRowOf } from "../../platform/model/paging/rows";

const DAY_MS = 86_400_000;
const TOUCH_AFTER_MS = 60_000;

export const apiKeyShape = v.object({
  _id: v.id("apiKeys"),
  name: v.string(),
  areas: overridesValidator,
  hint: v.string(),
  createdAt: v.number(),
  expiresAt: v.union(v.number(), v.null()),
  lastUsedAt: v.union(v.number(), v.null()),
});
type ApiKey = Infer<typeof apiKeyShape>;

export const apiKeysShape = v.object({
  /** Whether this deployment can accept calls with keys at all. */
  isAvailable: v.boolean(),
  keys: v.array(apiKeyShape),
});

export const newApiKeyArgs = {
  name: v.string(),
  areas: overridesValidator,
  days: v.union(...API_KEY_DAYS.map((days) => (days === null ? v.null() : v.literal(days)))),
};

interface NewApiKey {
  readonly name: string;
  readonly areas: PermissionOverrides;
  readonly days: ApiKeyDays;
}

const grantedAreas = (areas: PermissionOverrides): PermissionOverrides =>
  Object.fromEntries(Object.entries(areas).filter(([, level]) => level !== "none"));

const toApiKey = (row: Doc<"apiKeys">): ApiKey => ({
  _id: row._id,
  name: row.name,
  areas: grantedAreas(row.areas),
  hint: row.hint,
  createdAt: row._creationTime,
  expiresAt: row.expiresAt ?? null,
  lastUsedAt: row.lastUsedAt ?? null,
});

/** The newest key is first. */
export async function listApiKeys(
  ctx: QueryCtx,
  { kennelId, user }: Access,
): Promise<Infer<typeof apiKeysShape>> {
  return {
    isAvailable: Boolean(env.STUDBOOK_TOKEN_KEY),
    keys: (await keysOf(ctx, kennelId, user._id)).map(toApiKey),
  };
}

/** Throws VALIDATION_FAILED for rights that the caller does not have. */
export async function storeApiKey(
  ctx: MutationCtx,
  access: Access,
  { hash, hint, ...wanted }: NewApiKey & { hash: string; hint: string },
): Promise<ApiKey> {
  const { name, areas, days } = parseOrFail(newApiKeySchema, wanted);
  const beyond = AREAS.filter((area) => !includesLevel(access.permissions[area], areas[area] ?? "none"));
  if (beyond.length > 0) {
    fail("VALIDATION_FAILED", { fields: { areas: "A key cannot have more permissions than you have" } });
  }
  await spend(ctx, access.user._id, "newApiKeys");
  const { kennelId, user } = access;
  if ((await keysOf(ctx, kennelId, user._id)).length >= MAX_API_KEYS) fail("LIMIT_REACHED");
  const id = await ctx.db.insert("apiKeys", {
    kennelId,
    userId: user._id,
    name,
    // A key without an entry for money and contacts was created before that area existed (domain/permissions).
    areas: { finances: "none", ...areas },
    hash,
    hint: hint.slice(-API_KEY_HINT_LENGTH),
    ...(days !== null && { expiresAt: Date.now() + days * DAY_MS }),
  });
  await tellPerson(ctx, user, { kind: "api-key-made", about: name });
  return toApiKey(await getOrFail(ctx, "apiKeys", id));
}

/** Throws NOT_FOUND for another person's key. */
export async function revokeApiKey(ctx: MutationCtx, access: Access, apiKeyId: string): Promise<null> {
  const own = { userId: access.user._id, kennelId: access.kennelId };
  const key = await requireRowOf(ctx, "apiKeys", apiKeyId, own);
  await ctx.db.delete("apiKeys", key._id);
  return null;
}

/** Returns null if the key never existed or was revoked. */
export async function findApiKey(ctx: QueryCtx, hash: string): Promise<Id<"apiKeys"> | null> {
  const key = await ctx.db
    .query("apiKeys")
    .withIndex("by_hash", (q) => q.eq("hash", hash))
    .unique();
  return key?._id ?? null;
}

/** Throws UNAUTHENTICATED if the key was revoked or has expired, and RATE_LIMITED after too many calls. */
export async function admitApiKey(ctx: MutationCtx, key: Doc<"apiKeys"> | null): Promise<null> {
  const now = Date.now();
  if (key === null || (key.expiresAt !== undefined && key.expiresAt <= now)) return fail("UNAUTHENTICATED");
  await spend(ctx, key._id, "apiKeyCalls");
  if (isLongPast(key.lastUsedAt ?? 0, TOUCH_AFTER_MS)) {
    await ctx.db.patch("apiKeys", key._id, { lastUsedAt: now });
  }
  return null;
}

export async function hashOfKey(key: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns null if the header contains something else. */
export const keyInHeader = (header: string | null | undefined): string | null => {
  const [, token = ""] = /^Bearer\s+(\S+)$/i.exec(header ?? "") ?? [];
  return token.startsWith(API_KEY_PREFIX) ? token : null;
};
