/** The registered functions of API keys. A key belongs to one person and one kennel. */
import { v } from "convex/values";
import { API_KEY_BYTES, API_KEY_PREFIX } from "../../domain/accounts/api-keys";
import { fail } from "../../domain/errors";
import { internal } from "../_generated/api";
import {
  innerKennelMutation,
  internalQuery,
  kennelMutation,
  kennelQuery,
  signedInAction,
  userQuery,
} from "../platform/functions";
import { allKeysOf } from "../platform/model/people/apiKeyRows";
import { confirmPassword } from "./model/accountService";
import {
  apiKeyShape,
  apiKeysShape,
  findApiKey,
  hashOfKey,
  listApiKeys,
  newApiKeyArgs,
  revokeApiKey,
  storeApiKey,
} from "./model/apiKeys";

export const list = kennelQuery({
  permission: "member",
  args: {},
  returns: apiKeysShape,
  handler: async (ctx) => await listApiKeys(ctx, ctx.access),
});

/** The user must see these keys, because changing the password can revoke them. */
export const names = userQuery({
  args: {},
  returns: v.array(v.string()),
  handler: async (ctx) => (await allKeysOf(ctx, ctx.user._id)).map(({ name }) => name),
});

/**
 * Returns the key's secret, which is never shown again. A local account needs its password. This function is an
 * action because only actions have secure randomness.
 */
export const create = signedInAction({
  permission: "member",
  args: { kennelId: v.string(), ...newApiKeyArgs, password: v.optional(v.string()) },
  returns: v.object({ key: v.string(), ...apiKeyShape.fields }),
  handler: async (ctx, { password = "", ...args }): Promise<{ key: string } & typeof apiKeyShape.type> => {
    await confirmPassword((await ctx.auth.getUserIdentity()) ?? fail("UNAUTHENTICATED"), password);
    const bytes = crypto.getRandomValues(new Uint8Array(API_KEY_BYTES));
    const text = btoa(String.fromCharCode(...bytes))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
    const key = `${API_KEY_PREFIX}${text}`;
    const stored: typeof apiKeyShape.type = await ctx.runMutation(internal.accounts.apiKeys.store, {
      ...args,
      hash: await hashOfKey(key),
      hint: key,
    });
    return { key, ...stored };
  },
});

export const store = innerKennelMutation({
  permission: "member",
  args: { ...newApiKeyArgs, hash: v.string(), hint: v.string() },
  returns: apiKeyShape,
  handler: async (ctx, args) => await storeApiKey(ctx, ctx.access, args),
});

export const revoke = kennelMutation({
  permission: "member",
  args: { apiKeyId: v.string() },
  returns: v.null(),
  handler: async (ctx, { apiKeyId }) => await revokeApiKey(ctx, ctx.access, apiKeyId),
});

export const find = internalQuery({
  args: { hash: v.string() },
  returns: v.union(v.id("apiKeys"), v.null()),
  handler: async (ctx, { hash }) => await findApiKey(ctx, hash),
});
