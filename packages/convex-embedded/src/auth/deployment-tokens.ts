/**
 * The tokens that a mutation signs with this deployment's own key (`ctx.auth.signJwt`), and the public part of the
 * key. The key is generated when it is first needed and stored in the data folder, where only its owner can read
 * it. A restore includes the key, so that tokens remain valid.
 */
import { createHash, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { EngineError } from "../errors.js";

export interface TokenRequest {
  readonly claims: unknown;
  readonly expiresInSeconds: unknown;
  /** `""` means the app. */
  readonly component: string;
  readonly nowMs: number;
}

/** The limit in the documentation of `MutationAuth.signJwt` in `convex/server`. */
const MAX_LIFETIME_SECONDS = 3600;
const RESERVED = /^(iss|iat|exp|nbf)$|^(convex|cvx)/i;
const KEY_FILE = "signing-key.pem";

interface SigningKey {
  readonly privateKey: KeyObject;
  /** The public key, with the thumbprint of RFC 7638 as its id. */
  readonly jwk: { readonly kid: string } & Readonly<Record<string, unknown>>;
}

export class DeploymentTokens {
  private known: SigningKey | null = null;

  /** `issuer` is the address at which clients reach this deployment. */
  constructor(
    private readonly dataDir: string,
    private readonly issuer: string,
  ) {}

  /** Throws InvalidArgument for claims or a lifetime that are not allowed. */
  sign({ claims, expiresInSeconds, component, nowMs }: TokenRequest): string {
    const own = checkedClaims(claims);
    const lifetime = checkedLifetime(expiresInSeconds);
    const { privateKey, jwk } = this.key();
    const iat = Math.floor(nowMs / 1000);
    const iss = component === "" ? this.issuer : `${this.issuer}/components/${component}`;
    const header = encode({ alg: "ES256", typ: "JWT", kid: jwk.kid });
    const signed = `${header}.${encode({ ...own, iss, iat, exp: iat + lifetime })}`;
    const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
    return `${signed}.${signature.toString("base64url")}`;
  }

  keySet(): object {
    return { keys: [{ ...this.key().jwk, alg: "ES256", use: "sig" }] };
  }

  private key(): SigningKey {
    return (this.known ??= openKey(path.join(this.dataDir, KEY_FILE)));
  }
}

function openKey(file: string): SigningKey {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flush: true });
  }
  const privateKey = createPrivateKey(readFileSync(file));
  const { crv, kty, x, y } = privateKey.export({ format: "jwk" });
  const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
  return { privateKey, jwk: { crv, kty, x, y, kid } };
}

function checkedClaims(claims: unknown): Readonly<Record<string, unknown>> {
  if (claims === undefined || claims === null) return {};
  if (typeof claims !== "object" || Array.isArray(claims)) throw refused("claims", "must be an object");
  const reserved = Object.keys(claims).find((name) => RESERVED.test(name));
  if (reserved !== undefined) throw refused("claims", `the claim \`${reserved}\` is reserved`);
  return { ...claims };
}

function checkedLifetime(seconds: unknown): number {
  if (typeof seconds === "number" && seconds >= 1 && seconds <= MAX_LIFETIME_SECONDS)
    return Math.floor(seconds);
  throw refused("expiresInSeconds", `must be from 1 to ${MAX_LIFETIME_SECONDS}`);
}

function refused(argument: string, problem: string): EngineError {
  return new EngineError(
    "InvalidArgument",
    `Invalid argument \`${argument}\` for \`auth.signJwt\`: ${problem}`,
  );
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
