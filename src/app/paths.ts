/** Every address of the app, in one place. */
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
  dashboard: "/dashboard",
  dogs: "/dashboard/dogs",
  imports: "/dashboard/dogs/imports",
  pedigreeDatabase: "/dashboard/dogs/pedigree-database",
  breeding: "/dashboard/breeding",
  litters: "/dashboard/litters",
  health: "/dashboard/health",
  reminders: "/dashboard/reminders",
  history: "/dashboard/history",
  settings: "/dashboard/settings",
} as const;
