/** The registered functions that open an account. The sign-in pages and the local accounts call them. */
import { internalQuery, openQuery } from "../platform/functions";
import {
  admissionShape,
  admitNewcomer,
  newcomerArgs,
  registrationMode,
  registrationValidator,
} from "./model/registration";

/** Returns who can open an account here. */
export const mode = openQuery({
  args: {},
  returns: registrationValidator,
  handler: async () => await Promise.resolve(registrationMode()),
});

/** Decides whether somebody may open an account; the runtime calls it for its local accounts. */
export const admit = internalQuery({
  args: newcomerArgs,
  returns: admissionShape,
  handler: async (ctx, newcomer) => await admitNewcomer(ctx, newcomer),
});
