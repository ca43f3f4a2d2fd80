/**
 * Identifies a caller by a token of one of the configured providers or by the admin key. Returns a verified
 * identity. Otherwise throws an AuthenticationError with the reason.
 */
import type { Identity } from "../functions/api.js";

/** `code` and the message are meant for the caller. */
export class AuthenticationError extends Error {
  override readonly name = "AuthenticationError";
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface VerifiedToken {
  readonly identity: NonNullable<Identity>;
  readonly expiresAtMs: number;
}

export interface Authenticator {
  verifyToken(token: string): Promise<VerifiedToken>;
  /** A session may end before its token expires. */
  isOver?(token: string): boolean;
  isAdminKey(key: string): boolean;
}
