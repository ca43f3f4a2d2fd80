/** Every address of the app, in one place. */
import { screens } from "@/app/screens";

const names = Object.keys(screens) as (keyof typeof screens)[];

export const paths = {
  login: "/login",
  register: "/register",
  /** packages/convex-embedded/src/accounts/security/email-change.ts uses this address. */
  confirmEmail: "/confirm-email",
  /** convex/kennels/model/invitationTokens.ts uses this address. */
  invitation: "/invitation/:token",
  forgotPassword: "/forgot-password",
  /** packages/convex-embedded/src/accounts/security/password-reset.ts uses this address. */
  resetPassword: "/reset-password",
  litters: "/dashboard/litters",
  /** The names are those of the entries in the screen list. */
  ...(Object.fromEntries(names.map((name) => [name, screens[name].path])) as Record<
    (typeof names)[number],
    string
  >),
};
