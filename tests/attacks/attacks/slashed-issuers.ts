import { saying } from "../attack";

const tokenPart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token with an issuer for which a quadratic comparison would need minutes. */
const SLASHED = [
  tokenPart({ alg: "ES256", typ: "JWT" }),
  tokenPart({ iss: `https://accounts.example${"/".repeat(140_000)}.`, aud: "convex", sub: "nobody" }),
  "signature",
].join(".");

export default saying(
  { does: "sends tokens whose issuer has many slashes", as: "nobody", lanes: 16 },
  () => [{ type: "Authenticate", baseVersion: 0, tokenType: "User", value: SLASHED }],
  /AuthError/u,
);
