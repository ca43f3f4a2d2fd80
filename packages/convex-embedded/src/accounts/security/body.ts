/** Reads the bodies of account requests. */
import { APIError } from "better-auth/api";

const MAX_TEXT_LENGTH = 2000;

/** Half a surrogate pair, which no text in a database or a token can contain. */
export const HALF_CHARACTER = /\p{Surrogate}/u;

/** Throws BAD_REQUEST if a value is not a text or is far too long. */
export function readTexts<Name extends string>(
  body: unknown,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const given: Record<string, unknown> = typeof body === "object" && body !== null ? { ...body } : {};
  const texts: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = given[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== "string" || value.length > MAX_TEXT_LENGTH || HALF_CHARACTER.test(value)) {
      throw new APIError("BAD_REQUEST", { code: "FIELD_NOT_VALID", message: `${name} is not valid` });
    }
    texts[name] = value;
  }
  return texts;
}

export const isAskedFor = (body: unknown, name: string): boolean =>
  typeof body === "object" && body !== null && Reflect.get(body, name) === true;
