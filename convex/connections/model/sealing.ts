/**
 * Encrypts credentials for the database with AES-256-GCM and a key from the environment. STUDBOOK_CREDENTIAL_KEYS
 * contains one or several keys, `name:hex`, separated by commas. The first key encrypts. The other keys only
 * decrypt values that are not yet encrypted with the first key. The purpose is included in the encryption, so that
 * a value cannot be used for another purpose. Encryption needs randomness, so it runs in actions.
 */
import type { Infer } from "convex/values";
import type { z } from "zod";
import type { ConnectionType } from "../../../domain/connections/rules";
import { fail } from "../../../domain/errors";
import { parseOrFail } from "../../../domain/records/parse";
import { env } from "../../_generated/server";
import type { sealedValidator } from "../tables/connections";

export type Sealed = Infer<typeof sealedValidator>;

const IV_BYTES = 12;

interface NamedKey {
  readonly keyId: string;
  readonly key: Uint8Array<ArrayBuffer>;
}

/** The encrypting key is first. Keys that are not 32 bytes long are ignored. */
function keysOf(text: string | undefined): NamedKey[] {
  return (text ?? "").split(",").flatMap((entry) => {
    const [keyId = "", digits = ""] = entry.trim().split(":");
    if (keyId === "" || !/^[0-9a-f]{64}$/iu.test(digits)) return [];
    return [{ keyId, key: Uint8Array.from(digits.match(/../gu) ?? [], (pair) => parseInt(pair, 16)) }];
  });
}

const importKey = async ({ key }: NamedKey, usage: "encrypt" | "decrypt"): Promise<CryptoKey> =>
  await crypto.subtle.importKey("raw", key, "AES-GCM", false, [usage]);

/** The service, and the kennel that signs in to it. */
const purposeOf = (type: ConnectionType, kennelId: string) => new TextEncoder().encode(`${type}/${kennelId}`);

/** Throws CREDENTIALS_UNAVAILABLE if there is no key. */
export async function seal(credentials: object, type: ConnectionType, kennelId: string): Promise<Sealed> {
  const [first] = keysOf(env.STUDBOOK_CREDENTIAL_KEYS);
  if (!first) return fail("CREDENTIALS_UNAVAILABLE");
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const data = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: purposeOf(type, kennelId) },
    await importKey(first, "encrypt"),
    new TextEncoder().encode(JSON.stringify(credentials)),
  );
  return { keyId: first.keyId, iv: iv.buffer, data };
}

/** Values with another key must be encrypted again. */
export const isNewestKey = ({ keyId }: Sealed): boolean =>
  keysOf(env.STUDBOOK_CREDENTIAL_KEYS)[0]?.keyId === keyId;

async function unseal({ keyId, iv, data }: Sealed, additionalData: Uint8Array<ArrayBuffer>): Promise<string> {
  const named = keysOf(env.STUDBOOK_CREDENTIAL_KEYS).find((each) => each.keyId === keyId);
  if (!named) return fail("CREDENTIALS_UNAVAILABLE");
  try {
    const key = await importKey(named, "decrypt");
    return new TextDecoder().decode(
      await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, key, data),
    );
  } catch {
    return fail("CREDENTIALS_UNAVAILABLE");
  }
}

/**
 * Throws CREDENTIALS_UNAVAILABLE if the key is missing, or if the value was changed or belongs to another kennel or
 * service.
 */
export async function openCredentials<Schema extends z.ZodType>(
  sealed: Sealed,
  type: ConnectionType,
  kennelId: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const opened: unknown = JSON.parse(await unseal(sealed, purposeOf(type, kennelId)));
  return parseOrFail(schema, opened);
}
