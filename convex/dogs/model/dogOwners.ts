/** The owners of a dog: contacts or typed names. The owners' shares may never add up to more than the whole dog. */
import { checkLifeDay } from "../../../domain/dates/calendar-days";
import { PLACES } from "../../../domain/contacts/naming";
import { checkOwnerDays, checkShares } from "../../../domain/dogs/owners";
import { OWNER_FIELDS } from "../../../domain/dogs/record";
import { MAX_DOGS_PER_KENNEL, MAX_OWNERS_PER_DOG } from "../../../domain/dogs/rules";
import { checkLimit, failOnFields, type FieldErrors } from "../../../domain/errors";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { admitPeople } from "../../contacts/model/naming";
import { isAmongFirst } from "../../platform/model/changes/checking";
import { recordKind } from "../../platform/model/changes/recordKind";

type Owner = Doc<"dogOwners">;
type Stated = Pick<Owner, "kennelId" | "dogId"> & Parameters<typeof checkShares>[0];

/** The owners are in the order in which they were recorded. */
export const queryOwners = (ctx: QueryCtx, { kennelId, dogId }: Pick<Owner, "kennelId" | "dogId">) =>
  ctx.db
    .query("dogOwners")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId));

/** The shares of the dog's other owners count too. */
async function shareFaults(ctx: QueryCtx, owner: Stated, id: Owner["_id"] | undefined): Promise<FieldErrors> {
  const rows = await queryOwners(ctx, owner).take(MAX_OWNERS_PER_DOG);
  return checkShares(
    owner,
    rows.filter(({ _id }) => _id !== id),
  );
}

/** An ownership must not begin before the dog is born. It may begin in the future. */
async function lifeFaults(
  ctx: QueryCtx,
  { from }: Parameters<typeof checkShares>[0],
  dogId: Owner["dogId"],
): Promise<FieldErrors> {
  const bornOn = (await ctx.db.get("dogs", dogId))?.dateOfBirth;
  return checkLifeDay("from", "From", from ?? undefined, { bornOn });
}

/** A file may contain more owners than a dog can have. */
export async function amongOwners(ctx: QueryCtx, owner: Owner): Promise<FieldErrors> {
  if (!(await isAmongFirst(queryOwners(ctx, owner), MAX_OWNERS_PER_DOG, owner))) {
    return { dogId: `A dog has at most ${MAX_OWNERS_PER_DOG} owners` };
  }
  return {
    ...(await lifeFaults(ctx, owner, owner.dogId)),
    ...(await shareFaults(ctx, owner, owner._id)),
  };
}

export const owners = recordKind({
  table: "dogOwners",
  fields: OWNER_FIELDS,
  index: "by_kennel_and_dog",
  mostRead: MAX_DOGS_PER_KENNEL,
  searched: ["name"],
  admit: async (ctx, { row, kennelId, dog, values }) => {
    const dogId = row?.dogId ?? dog?._id;
    if (dogId === undefined) return {};
    const rows = await queryOwners(ctx, { kennelId, dogId }).take(MAX_OWNERS_PER_DOG);
    if (!row) checkLimit(rows.length, MAX_OWNERS_PER_DOG);
    failOnFields({
      ...checkOwnerDays(values),
      ...(await lifeFaults(ctx, values, dogId)),
      ...(await shareFaults(ctx, { ...values, kennelId, dogId }, row?._id)),
    });
    const people = await admitPeople(ctx, PLACES.dogOwners, kennelId, { values, former: row });
    const own = Object.entries(people).map(([name, value]) => [name, value ?? undefined] as const);
    // The dog of an owner record cannot change.
    return { ...Object.fromEntries(own), dogId };
  },
});

export async function listOwners(ctx: QueryCtx, { kennelId, _id }: Doc<"dogs">) {
  const rows = await owners.rowsOf(ctx, kennelId, _id);
  return await Promise.all(rows.map(owners.answering(ctx)));
}
