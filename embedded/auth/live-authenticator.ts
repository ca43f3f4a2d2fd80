/**
 * An authenticator whose providers can be replaced while the runtime runs. With them go the keys and tokens that
 * were remembered, so that what a former provider vouched for counts no longer.
 */
import type { Authenticator } from "./authenticator.js";
import { createAuthenticator } from "./jwt-authenticator.js";
import type { AuthProvider } from "./providers.js";

export interface LiveAuthenticator extends Authenticator {
  /** Takes over other providers. */
  replaceProviders(providers: readonly AuthProvider[]): void;
}

/** Creates the authenticator of a runtime. */
export function createLiveAuthenticator(
  adminKey: string,
  providers: readonly AuthProvider[],
): LiveAuthenticator {
  let known = JSON.stringify(providers);
  let current = createAuthenticator({ adminKey, providers });
  return {
    verifyToken: (token) => current.verifyToken(token),
    isAdminKey: (key) => current.isAdminKey(key),
    replaceProviders(next) {
      const text = JSON.stringify(next);
      if (text === known) return;
      known = text;
      current = createAuthenticator({ adminKey, providers: next });
    },
  };
}
