/** The owners of a dog: contacts or typed names. At no time may their shares exceed the whole dog. */
import { PLACES } from "../../../domain/contacts/naming";
import { checkOwnerDays, checkShares } from "../../../domain/dogs/owners";
import { OWNER_FIELDS } from "../../../domain/dogs/record";
import { MAX_DOGS_PER_KENNEL, MAX_OWNERS_PER_DOG } from "../../../domain/dogs/rules";
import { checkLimit, failOnFields, type FieldErrors } from "../../../domain/errors";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { admitPeople } from "../../contacts/model/naming";
import { recordKind } from "../../platform/model/changes/recordKind";

type Owner = Doc<"dogOwners">;
type Stated = Pick<Owner, "kennelId" | "dogId"> & Parameters<typeof checkShares>[0];

/** Checks an owner's share together with those of the dog's other owners. */
export async function shareFaults(
  ctx: QueryCtx,
  owner: Stated,
  id: Owner["_id"] | undefined,
): Promise<FieldErrors> {
  const rows = await owners.rowsOf(ctx, owner.kennelId, owner.dogId);
  return checkShares(
    owner,
    rows.filter(({ _id }) => _id !== id),
  );
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
    if (!row) checkLimit((await owners.rowsOf(ctx, kennelId, dogId)).length, MAX_OWNERS_PER_DOG);
    failOnFields({
      ...checkOwnerDays(values),
      ...(await shareFaults(ctx, { ...values, kennelId, dogId }, row?._id)),
    });
    const people = await admitPeople(ctx, PLACES.dogOwners, kennelId, { values, former: row });
    const own = Object.entries(people).map(([name, value]) => [name, value ?? undefined] as const);
    // The dog of an owner cannot change.
    return { ...Object.fromEntries(own), dogId };
  },
});

/** Lists a dog's owners in the order in which they were recorded. */
export async function listOwners(ctx: QueryCtx, { kennelId, _id }: Doc<"dogs">) {
  const rows = await owners.rowsOf(ctx, kennelId, _id);
  return await Promise.all(rows.map(owners.answering(ctx)));
}
