/**
 * Hides money and contacts (confidential.ts) in every function of a kennel. It wraps customQuery and customMutation
 * themselves, so that no function can be made without it.
 */
import { readsConfidential, writesConfidential } from "../../../../domain/permissions/confidential";
import type { QueryCtx } from "../../../_generated/server";
import { admitted, concealIn, readerFor } from "./confidential";
import type { Access } from "./identity";

interface Found {
  readonly ctx: Readonly<Record<string, unknown>>;
}

interface Customization {
  readonly input: (ctx: QueryCtx, args: object, demand: object) => Promise<Found>;
}

type Handler = (ctx: object, args: object) => Promise<unknown>;

interface Definition {
  readonly handler: Handler;
}

/** Finds the caller's membership in the context that a builder made; null if there is none. */
function standingIn({ access, reached }: Readonly<Record<string, unknown>>): Access | null {
  if (access) return access as Access; // the builders put the membership under this name
  return typeof reached === "object" && reached !== null && "access" in reached
    ? (reached.access as Access) // the builders put the membership under this name
    : null;
}

/**
 * Wraps customQuery: users without the right to money and contacts read from a database that does not contain them.
 */
export function concealing<Custom extends (...args: never[]) => object>(custom: Custom): Custom {
  return new Proxy(custom, {
    apply(_, self, [query, customization]: [unknown, Customization]) {
      const make: CallableFunction = custom;
      const input: Customization["input"] = async (ctx, args, demand) => {
        const found = await customization.input(ctx, args, demand);
        const standing = standingIn(found.ctx);
        if (!standing || readsConfidential(standing.permissions)) return found;
        const db = readerFor(ctx.db, standing);
        // A membership contains no confidential data.
        if (Object.keys(found.ctx).every((name) => name === "access")) {
          return { ...found, ctx: { ...found.ctx, db } };
        }
        // What the builder has already read is read again, now without the hidden fields.
        const again = await customization.input({ ...ctx, db }, args, demand);
        return { ...again, ctx: { ...again.ctx, db } };
      };
      return Reflect.apply(make, self, [query, { ...customization, input }]) as object; // the wrapped function returns builders
    },
  });
}

/** Returns a handler whose arguments and results contain no money and contacts for users without the right. */
const guarded =
  (handler: Handler): Handler =>
  async (ctx, args) => {
    const standing = standingIn(ctx as Readonly<Record<string, unknown>>); // a builder's context is an object
    if (!standing || writesConfidential(standing.permissions)) return await handler(ctx, args);
    const answer = await handler(ctx, admitted(standing, args));
    return readsConfidential(standing.permissions) ? answer : concealIn(answer);
  };

/** Wraps customMutation: users without the right cannot change money and contacts, nor see them in results. */
export function guarding<Custom extends (...args: never[]) => object>(custom: Custom): Custom {
  return new Proxy(custom, {
    apply(_, self, given: unknown[]) {
      const make: CallableFunction = custom;
      const builder = Reflect.apply(make, self, given) as object; // the wrapped function returns builders
      return new Proxy(builder, {
        apply: (build: CallableFunction, of, [definition]: [Definition]): unknown =>
          Reflect.apply(build, of, [{ ...definition, handler: guarded(definition.handler) }]),
      });
    },
  });
}
