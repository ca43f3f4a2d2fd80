/** Every address of the app, in one place. */
import { screens } from "@/app/screens";

const names = Object.keys(screens) as (keyof typeof screens)[];

export const paths = {
  login: "/login",
  register: "/register",
  /** Named by packages/convex-embedded/src/accounts/security/email-change.ts. */
  confirmEmail: "/confirm-email",
  /** Named by convex/kennels/model/invitationTokens.ts. */
  invitation: "/invitation/:token",
  forgotPassword: "/forgot-password",
  /** Named by packages/convex-embedded/src/accounts/security/password-reset.ts. */
  resetPassword: "/reset-password",
  litters: "/dashboard/litters",
  /** The screens of a kennel, by the names of their entries. */
  ...(Object.fromEntries(names.map((name) => [name, screens[name].path])) as Record<
    (typeof names)[number],
    string
  >),
};
