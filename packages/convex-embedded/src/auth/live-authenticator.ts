/**
 * An authenticator whose providers can be replaced while the runtime runs. The cached keys and tokens go with them,
 * so that nothing of a former provider is valid any more. A token whose session has ended is refused although it
 * has not expired.
 */
import { AuthenticationError, type Authenticator } from "./authenticator.js";
import { createAuthenticator } from "./jwt-authenticator.js";
import type { AuthProvider } from "./providers.js";

const SESSION_ENDED = "SessionEnded";

export interface LiveAuthenticator extends Authenticator {
  /** Takes over other providers. */
  replaceProviders(providers: readonly AuthProvider[]): void;
}

/** Creates the authenticator of a runtime; `isOver` recognizes tokens whose session has ended. */
export function createLiveAuthenticator(
  adminKey: string,
  providers: readonly AuthProvider[],
  isOver: (token: string) => boolean = () => false,
): LiveAuthenticator {
  let known = JSON.stringify(providers);
  let current = createAuthenticator({ adminKey, providers });
  return {
    async verifyToken(token) {
      const verified = await current.verifyToken(token);
      if (isOver(token)) throw new AuthenticationError(SESSION_ENDED, "The session of this token was ended");
      return verified;
    },
    isOver,
    isAdminKey: (key) => current.isAdminKey(key),
    replaceProviders(next) {
      const text = JSON.stringify(next);
      if (text === known) return;
      known = text;
      current = createAuthenticator({ adminKey, providers: next });
    },
  };
}
