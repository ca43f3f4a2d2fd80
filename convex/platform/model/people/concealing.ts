/**
 * Puts between every function of a kennel and its data what keeps money and contacts (confidential.ts): wraps what makes
 * builders, such as customQuery, so that no function is made without it.
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

/** Finds the caller's standing in what a builder has put into the context; null where it has found none. */
function standingIn({ access, reached }: Readonly<Record<string, unknown>>): Access | null {
  if (access) return access as Access; // builders name it so
  return typeof reached === "object" && reached !== null && "access" in reached
    ? (reached.access as Access) // as above
    : null;
}

/** Wraps customQuery: who may not see money and contacts is answered from a database without them. */
export function concealing<Custom extends (...args: never[]) => object>(custom: Custom): Custom {
  return new Proxy(custom, {
    apply(_, self, [query, customization]: [unknown, Customization]) {
      const make: CallableFunction = custom;
      const input: Customization["input"] = async (ctx, args, demand) => {
        const found = await customization.input(ctx, args, demand);
        const standing = standingIn(found.ctx);
        if (!standing || readsConfidential(standing.permissions)) return found;
        const db = readerFor(ctx.db, standing);
        // A standing is made of no confidential rows.
        if (Object.keys(found.ctx).every((name) => name === "access")) {
          return { ...found, ctx: { ...found.ctx, db } };
        }
        // What the builder itself has read is read again, as it may be seen.
        const again = await customization.input({ ...ctx, db }, args, demand);
        return { ...again, ctx: { ...again.ctx, db } };
      };
      return Reflect.apply(make, self, [query, { ...customization, input }]) as object; // the wrapped one makes builders
    },
  });
}

/** Returns a handler that takes and tells no money and contacts of whom they are kept from. */
const guarded =
  (handler: Handler): Handler =>
  async (ctx, args) => {
    const standing = standingIn(ctx as Readonly<Record<string, unknown>>); // what builders make is an object
    if (!standing || writesConfidential(standing.permissions)) return await handler(ctx, args);
    const answer = await handler(ctx, admitted(standing, args));
    return readsConfidential(standing.permissions) ? answer : concealIn(answer);
  };

/** Wraps customMutation: changes of money and contacts are refused to whom they are kept from, and not told of. */
export function guarding<Custom extends (...args: never[]) => object>(custom: Custom): Custom {
  return new Proxy(custom, {
    apply(_, self, given: unknown[]) {
      const make: CallableFunction = custom;
      const builder = Reflect.apply(make, self, given) as object; // the wrapped one makes builders
      return new Proxy(builder, {
        apply: (build: CallableFunction, of, [definition]: [Definition]): unknown =>
          Reflect.apply(build, of, [{ ...definition, handler: guarded(definition.handler) }]),
      });
    },
  });
}
