/** The registered functions that open an account. The sign-in pages and the local accounts call them. */
import { internalQuery, openQuery } from "../platform/functions";
import {
  admissionShape,
  admitNewcomer,
  newcomerArgs,
  registrationMode,
  registrationValidator,
} from "./model/registration";

export const mode = openQuery({
  args: {},
  returns: registrationValidator,
  handler: async () => await Promise.resolve(registrationMode()),
});

/** The runtime calls this function for its local accounts. */
export const admit = internalQuery({
  args: newcomerArgs,
  returns: admissionShape,
  handler: async (ctx, newcomer) => await admitNewcomer(ctx, newcomer),
});
