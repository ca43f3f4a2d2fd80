/** Authenticate: sets the client's identity from now on to a user by token, an administrator, or nobody. */
import { ProtocolError, readCount, readOptionalObject, readString, type JsonObject } from "./fields.js";

export type Authenticate = { readonly type: "Authenticate"; readonly baseVersion: number } & (
  | { readonly tokenType: "User"; readonly value: string }
  | { readonly tokenType: "Admin"; readonly value: string; readonly impersonating: JsonObject | null }
  | { readonly tokenType: "None" }
);

export function parseAuthenticate(object: JsonObject): Authenticate {
  const baseVersion = readCount(object, "Authenticate", "baseVersion");
  const tokenType = object["tokenType"];
  switch (tokenType) {
    case "User":
      return {
        type: "Authenticate",
        baseVersion,
        tokenType,
        value: readString(object, "Authenticate", "value"),
      };
    case "Admin":
      return {
        type: "Authenticate",
        baseVersion,
        tokenType,
        value: readString(object, "Authenticate", "value"),
        impersonating: readOptionalObject(object, "Authenticate", "impersonating"),
      };
    case "None":
      return { type: "Authenticate", baseVersion, tokenType };
    default:
      throw new ProtocolError('Received an invalid Authenticate message: unknown "tokenType"');
  }
}
