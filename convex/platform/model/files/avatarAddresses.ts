/**
 * The addresses of people's pictures, `/uploads/avatars/{user}?version=…&signature=…`. A new picture gets a new
 * address.
 */
import type { Doc } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { findBearer, type AddressSigner } from "./photoAddresses";

type PersonWithAvatar = Pick<Doc<"users">, "_id" | "avatar">;

const avatarText = ({ _id, avatar }: PersonWithAvatar): string => `avatar/${_id}/${avatar?.setAt}`;

/** The path begins with /api; null if the person has no picture. */
export async function avatarPathOf(signer: AddressSigner, person: PersonWithAvatar): Promise<string | null> {
  if (!person.avatar) return null;
  const signature = await signer.signForCaller(avatarText(person));
  return `/uploads/avatars/${person._id}?version=${person.avatar.setAt}&signature=${signature}`;
}

/**
 * Returns the user for whom `signature` was made; null unless the signature is valid for the person's current
 * picture.
 */
export async function findAvatarBearer(
  ctx: QueryCtx,
  person: PersonWithAvatar,
  signature: string,
): Promise<string | null> {
  return person.avatar ? await findBearer(ctx, avatarText(person), signature) : null;
}
