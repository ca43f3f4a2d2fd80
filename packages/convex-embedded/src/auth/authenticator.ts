/**
 * Decides who a caller is: by a token of one of the configured providers, or by the admin key. What it
 * answers has been verified; everything else is an AuthenticationError that says why.
 */
import type { Identity } from "../functions/api.js";

/** A token or key that was not accepted; `code` and the message are meant for the caller. */
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
  /** Verifies a token; rejects with an AuthenticationError. */
  verifyToken(token: string): Promise<VerifiedToken>;
  /** Tells whether what a verified token stood for was ended before its time. */
  isOver?(token: string): boolean;
  /** Tells whether this is the admin key. */
  isAdminKey(key: string): boolean;
}
