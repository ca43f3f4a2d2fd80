/**
 * The calls that return a stored file. A signed address works without a token, so image tags and links can use it.
 * Without a signature, the call requires a token of a user who may see the file.
 */
import type { z as Zod } from "@hono/zod-openapi";
import type { Context } from "hono";
import { fail } from "../../../domain/errors";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { get, type Call, type Endpoint, type RestEnv } from "./calls";

type Described<Params extends Zod.ZodObject, Query extends Zod.ZodObject> = Omit<
  Call<Params, Query, Zod.ZodType, Response>,
  "run" | "admits" | "body" | "params"
> & { readonly params: Params };

/** The signature is read before the call's schema has checked the query. */
type Asked = Readonly<Record<string, string>>;

interface FileCall<Params, File> {
  /** Returns null if the signature is invalid. */
  readonly signed: (ctx: ActionCtx, params: Params, signature: string, query: Asked) => Promise<File | null>;
  /** Finds the file for a caller with a token. Throws NOT_FOUND. */
  readonly asked: (ctx: ActionCtx, params: Params, query: Asked) => Promise<File>;
  readonly send: (c: Context<RestEnv>, file: File, isSigned: boolean) => Promise<Response>;
}

export function signedFile<Params extends Zod.ZodObject, Query extends Zod.ZodObject, File>(
  path: string,
  { signed, asked, send, ...call }: FileCall<Zod.output<Params>, File> & Described<Params, Query>,
): Endpoint {
  // A caller with a valid signature is admitted before the request is checked. The file that was found for this
  // check is sent later.
  const found = new WeakMap<Context<RestEnv>, Promise<File | null>>();
  const findSigned = async (c: Context<RestEnv>): Promise<File | null> => {
    const params = call.params.safeParse(c.req.param());
    const signature = c.req.query("signature");
    return params.success && signature !== undefined
      ? await signed(c.env, params.data, signature, c.req.query())
      : null;
  };
  const signedOf = async (c: Context<RestEnv>): Promise<File | null> => {
    const finding = found.get(c) ?? findSigned(c);
    found.set(c, finding);
    return await finding;
  };
  return get(path, {
    ...call,
    admits: async (c) => (await signedOf(c)) !== null,
    run: async ({ env, params }, c) => {
      const file = await signedOf(c);
      return file === null
        ? await send(c, await asked(env, params, c.req.query()), false)
        : await send(c, file, true);
    },
  });
}

/**
 * The picture at a signed address never changes, because a new picture gets a new address. Pages show cached
 * pictures without a request, so a person can still see them for at most one hour after leaving the kennel.
 */
const SIGNED_CACHE = "private, max-age=3600, immutable";

const UNSIGNED_CACHE = "private, no-cache";

/** The picture must have its own address. */
export async function sendPicture(
  c: Context<RestEnv>,
  { storageId, type }: { storageId: Id<"_storage">; type: string },
  isKept: boolean,
): Promise<Response> {
  const file = (await c.env.storage.get(storageId)) ?? fail("NOT_FOUND");
  return c.body(await file.arrayBuffer(), 200, {
    "Content-Type": type,
    "Cache-Control": isKept ? SIGNED_CACHE : UNSIGNED_CACHE,
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
  });
}
