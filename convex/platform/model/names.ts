/** What people call a person, a puppy, or a breeding: by its dam, or by both parents where she has no record. */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** Names a breeding as people do: sire × dam. */
export async function readTitle(ctx: QueryCtx, breeding: Doc<"breedings">): Promise<string> {
  const sire = breeding.sireId && (await ctx.db.get("dogs", breeding.sireId));
  const dam = breeding.damId && (await ctx.db.get("dogs", breeding.damId));
  return `${sire?.name ?? breeding.sireName ?? "Unknown"} × ${dam?.name ?? breeding.damName ?? "Unknown"}`;
}

/** Names a breeding by what its dam is called. */
export async function readDamName(ctx: QueryCtx, breeding: Doc<"breedings">): Promise<string> {
  const dam = breeding.damId && (await ctx.db.get("dogs", breeding.damId));
  return dam ? (dam.callName ?? dam.name) : await readTitle(ctx, breeding);
}

/** How a person is called: the names given, else the part of the address before the at sign. */
export function displayName(user: Pick<Doc<"users">, "email" | "firstName" | "lastName">): string {
  const names = [user.firstName, user.lastName].filter(Boolean).join(" ");
  return names || (user.email.split("@")[0] ?? user.email);
}

/** Names a puppy as people of the kennel do. */
export const puppyNameOf = ({ name, order }: Doc<"puppies">): string => name ?? `Puppy ${order}`;
