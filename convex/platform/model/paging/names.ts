/** What people call a person, a puppy, or a breeding: by its dam, or by both parents where she has no record. */
import type { Doc, Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";

/** What names the parents of a breeding: their records, or what they were called. */
interface Parents {
  readonly sireId?: Id<"dogs">;
  readonly sireName?: string;
  readonly damId?: Id<"dogs">;
  readonly damName?: string;
}

/** Names a breeding as people do: sire × dam. */
export async function readTitle(ctx: QueryCtx, breeding: Parents): Promise<string> {
  const sire = breeding.sireId && (await ctx.db.get("dogs", breeding.sireId));
  const dam = breeding.damId && (await ctx.db.get("dogs", breeding.damId));
  return `${sire?.name ?? breeding.sireName ?? "Unknown"} × ${dam?.name ?? breeding.damName ?? "Unknown"}`;
}

/** Names a breeding by what its dam is called. */
export async function readDamName(ctx: QueryCtx, breeding: Parents): Promise<string> {
  const dam = breeding.damId && (await ctx.db.get("dogs", breeding.damId));
  return dam ? (dam.callName ?? dam.name) : await readTitle(ctx, breeding);
}

/** How a person is called: the names given, else the part of the address before the at sign. */
export function displayName(user: Pick<Doc<"users">, "email" | "firstName" | "lastName">): string {
  const names = [user.firstName, user.lastName].filter(Boolean).join(" ");
  return names || (user.email.split("@")[0] ?? user.email);
}

/** Names a puppy as people of the kennel do. */
export const puppyNameOf = ({ name, order }: { readonly name?: string; readonly order: number }): string =>
  name ?? `Puppy ${order}`;
