/**
 * The display names of people, puppies and breedings. A breeding is named by its dam, or by both parents if the dam
 * has no record.
 */
import type { Doc, Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";

interface Parents {
  readonly sireId?: Id<"dogs">;
  readonly sireName?: string;
  readonly damId?: Id<"dogs">;
  readonly damName?: string;
}

/** The title is `sire × dam`. */
export async function readTitle(ctx: QueryCtx, breeding: Parents): Promise<string> {
  const sire = breeding.sireId && (await ctx.db.get("dogs", breeding.sireId));
  const dam = breeding.damId && (await ctx.db.get("dogs", breeding.damId));
  return `${sire?.name ?? breeding.sireName ?? "Unknown"} × ${dam?.name ?? breeding.damName ?? "Unknown"}`;
}

/** The dam is named by her call name. */
export async function readDamName(ctx: QueryCtx, breeding: Parents): Promise<string> {
  const dam = breeding.damId && (await ctx.db.get("dogs", breeding.damId));
  return dam ? (dam.callName ?? dam.name) : await readTitle(ctx, breeding);
}

/** Without a name, the part of the email address before the at sign is used. */
export function displayName(user: Pick<Doc<"users">, "email" | "firstName" | "lastName">): string {
  const names = [user.firstName, user.lastName].filter(Boolean).join(" ");
  return names || (user.email.split("@")[0] ?? user.email);
}
