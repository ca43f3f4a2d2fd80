/**
 * The addresses of kennels' logos, `/uploads/logos/{kennel}?version=…&signature=…`. A new logo gets a new address.
 */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { findSignedAccess, type AddressSigner } from "../../platform/model/files/photoAddresses";

type KennelWithLogo = Pick<Doc<"kennels">, "_id" | "logo">;

const logoText = ({ _id, logo }: KennelWithLogo): string => `logo/${_id}/${logo?.setAt}`;

/** The path begins with /api; null if the kennel has no logo. */
export async function logoPathOf(signer: AddressSigner, kennel: KennelWithLogo): Promise<string | null> {
  if (!kennel.logo) return null;
  const signature = await signer.signForCaller(logoText(kennel));
  return `/uploads/logos/${kennel._id}?version=${kennel.logo.setAt}&signature=${signature}`;
}

/** The signature must be for the kennel's current logo and a current member. */
export async function isLogoSigned(
  ctx: QueryCtx,
  kennel: KennelWithLogo,
  signature: string,
): Promise<boolean> {
  return (
    kennel.logo !== undefined &&
    (await findSignedAccess(ctx, kennel._id, logoText(kennel), signature)) !== null
  );
}
