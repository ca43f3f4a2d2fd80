/** Creates an issuer of tokens, so that the benchmarks' many people need no passwords. */
import { exportJWK, generateKeyPair, SignJWT } from "jose";

/** Returns the runtime's settings for the issuer, and a function that creates a token of any person. */
export async function makeIssuer() {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: "bench", alg: "ES256", use: "sig" }] };
  const env = {
    LOCAL_AUTH_ISSUER: "https://issuer.bench",
    LOCAL_AUTH_AUDIENCE: "studbook",
    LOCAL_AUTH_JWKS: `data:application/json;base64,${Buffer.from(JSON.stringify(keys)).toString("base64")}`,
  };
  const tokenOf = async (subject: string) =>
    await new SignJWT({ email: `${subject}@example.com`, email_verified: true, name: subject })
      .setProtectedHeader({ alg: "ES256", kid: "bench", typ: "JWT" })
      .setSubject(subject)
      .setIssuer(env.LOCAL_AUTH_ISSUER)
      .setAudience(env.LOCAL_AUTH_AUDIENCE)
      .setIssuedAt()
      .setExpirationTime("2h")
      .sign(privateKey);
  return { env, tokenOf };
}
