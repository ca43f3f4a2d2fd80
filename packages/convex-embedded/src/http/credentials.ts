/** Reads the caller from the Authorization header: a bearer token, the admin key, or neither. */
import { AuthenticationError, type Authenticator } from "../auth/authenticator.js";
import { completeIdentity } from "../auth/claims.js";
import type { Caller } from "../functions/api.js";
import { HttpError } from "./responses.js";

const NOBODY: Caller = { identity: null, visibility: "public" };

/** Throws a 401 for invalid credentials. */
export async function readCaller(header: string | undefined, authenticator: Authenticator): Promise<Caller> {
  if (header === undefined || header === "") return NOBODY;
  const [, scheme = "", value = ""] = /^(\S+)\s+(\S.*)?$/.exec(header) ?? [];
  switch (scheme.toLowerCase()) {
    case "convex":
      return readAdmin(value, authenticator);
    case "bearer":
      return { identity: (await verify(value, authenticator)).identity, visibility: "public" };
    default:
      throw new HttpError(400, "InvalidHeaderFailure", "Invalid authentication header");
  }
}

async function verify(token: string, authenticator: Authenticator) {
  try {
    return await authenticator.verifyToken(token);
  } catch (error) {
    if (error instanceof AuthenticationError) throw new HttpError(401, error.code, error.message);
    throw error;
  }
}

/** An admin key may be followed by `:` and, in base64, the identity that the administrator acts as. */
function readAdmin(value: string, authenticator: Authenticator): Caller {
  if (authenticator.isAdminKey(value)) return { identity: null, visibility: "internal" };
  const end = value.lastIndexOf(":");
  if (end < 0 || !authenticator.isAdminKey(value.slice(0, end))) {
    throw new HttpError(403, "BadDeployKey", "The provided deploy key was invalid for this deployment");
  }
  return { identity: readActingAs(value.slice(end + 1)), visibility: "internal" };
}

function readActingAs(base64: string): NonNullable<Caller["identity"]> {
  try {
    const identity: unknown = JSON.parse(Buffer.from(base64, "base64").toString("utf8"));
    if (typeof identity === "object" && identity !== null && !Array.isArray(identity)) {
      const complete = completeIdentity({ ...identity });
      if (complete !== null) return complete;
    }
  } catch {
    // Text that cannot be parsed is not an identity, and is refused below.
  }
  throw new HttpError(400, "InvalidHeaderFailure", "The identity to act as is not valid");
}
