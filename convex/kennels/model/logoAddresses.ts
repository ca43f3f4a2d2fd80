/** The addresses of kennels' logos, `/uploads/logos/{kennel}?version=…&signature=…`: another logo has another one. */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isSigned, type AddressSigner } from "../../platform/model/photoAddresses";

type KennelWithLogo = Pick<Doc<"kennels">, "_id" | "logo">;

const logoText = ({ _id, logo }: KennelWithLogo): string => `logo/${_id}/${logo?.setAt}`;

/** Returns the address of a kennel's logo, to be fetched under /api; null for a kennel without one. */
export async function logoPathOf(signer: AddressSigner, kennel: KennelWithLogo): Promise<string | null> {
  if (!kennel.logo) return null;
  const signature = await signer.sign(logoText(kennel));
  return `/uploads/logos/${kennel._id}?version=${kennel.logo.setAt}&signature=${signature}`;
}

/** Says whether `signature` was made for the logo that the kennel has now, with a key that is still accepted. */
export async function isLogoSigned(
  ctx: QueryCtx,
  kennel: KennelWithLogo,
  signature: string,
): Promise<boolean> {
  return kennel.logo !== undefined && (await isSigned(ctx, logoText(kennel), signature));
}
