/**
 * An authenticator whose providers can be replaced while the runtime runs. Cached keys and tokens are then deleted
 * too. A token whose session has ended is refused even if it has not expired.
 */
import { AuthenticationError, type Authenticator } from "./authenticator.js";
import { createAuthenticator } from "./jwt-authenticator.js";
import type { AuthProvider } from "./providers.js";

const SESSION_ENDED = "SessionEnded";

export interface LiveAuthenticator extends Authenticator {
  replaceProviders(providers: readonly AuthProvider[]): void;
}

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
