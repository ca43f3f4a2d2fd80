/** An identity provider for tests, with an HTTP server that publishes the keys and counts requests. */
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";

export interface IssuedKey {
  readonly kid: string;
  readonly algorithm: "RS256" | "ES256";
  readonly publicJwk: Record<string, unknown>;
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>;
}

export async function makeKey(kid: string, algorithm: "RS256" | "ES256" = "ES256"): Promise<IssuedKey> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: "sig" };
  return {
    kid,
    algorithm,
    publicJwk,
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid, ...header }).sign(privateKey),
  };
}

export function keysAsDataUrl(keys: readonly IssuedKey[]): string {
  const text = JSON.stringify({ keys: keys.map(({ publicJwk }) => publicJwk) });
  return `data:application/json;base64,${Buffer.from(text).toString("base64")}`;
}

export interface KeyServer {
  readonly url: string;
  keys: readonly IssuedKey[];
  fetches: number;
  isBroken: boolean;
  close(): Promise<void>;
}

export async function startKeyServer(keys: readonly IssuedKey[]): Promise<KeyServer> {
  const server = createServer((request, response) => {
    if (state.isBroken) return void response.writeHead(500).end();
    const isDiscovery = request.url?.endsWith("/.well-known/openid-configuration");
    if (!isDiscovery) state.fetches += 1;
    const body = isDiscovery
      ? { issuer: state.url, jwks_uri: `${state.url}/jwks` }
      : { keys: state.keys.map(({ publicJwk }) => publicJwk) };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const state: KeyServer = {
    url: `http://127.0.0.1:${port}`,
    keys,
    fetches: 0,
    isBroken: false,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return state;
}
