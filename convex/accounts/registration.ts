/** The registered functions about opening an account: for the sign-in pages, and for the local accounts. */
import { internalQuery, openQuery } from "../platform/functions";
import {
  admissionShape,
  admitNewcomer,
  newcomerArgs,
  registrationMode,
  registrationValidator,
} from "./model/registration";

/** Tells who may open an account here. */
export const mode = openQuery({
  args: {},
  returns: registrationValidator,
  handler: async () => await Promise.resolve(registrationMode()),
});

/** Decides about somebody who wants to open an account; the runtime asks it for its local accounts. */
export const admit = internalQuery({
  args: newcomerArgs,
  returns: admissionShape,
  handler: async (ctx, newcomer) => await admitNewcomer(ctx, newcomer),
});
