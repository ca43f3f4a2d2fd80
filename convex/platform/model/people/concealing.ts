/**
 * Hides money and contacts (confidential.ts) in every function of a kennel. This module wraps customQuery and
 * customMutation themselves, so every function uses it.
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

/** Returns null if the context contains no membership. */
function standingIn({ access, reached }: Readonly<Record<string, unknown>>): Access | null {
  if (access) return access as Access; // The builders store the membership under this name.
  return typeof reached === "object" && reached !== null && "access" in reached
    ? (reached.access as Access) // The builders store the membership under this name.
    : null;
}

/** Users without the right to money and contacts read from a database without confidential data. */
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
        // Rows that the builder has already read are read again without the hidden fields.
        const again = await customization.input({ ...ctx, db }, args, demand);
        return { ...again, ctx: { ...again.ctx, db } };
      };
      return Reflect.apply(make, self, [query, { ...customization, input }]) as object; // The wrapped function returns builders.
    },
  });
}

/** Users without the right cannot change money and contacts, and do not get such data. */
const guarded =
  (handler: Handler): Handler =>
  async (ctx, args) => {
    const standing = standingIn(ctx as Readonly<Record<string, unknown>>); // A builder's context is an object.
    if (!standing || writesConfidential(standing.permissions)) return await handler(ctx, args);
    const answer = await handler(ctx, admitted(standing, args));
    return readsConfidential(standing.permissions) ? answer : concealIn(answer);
  };

/** Users without the right cannot change money and contacts, and results do not contain such data. */
export function guarding<Custom extends (...args: never[]) => object>(custom: Custom): Custom {
  return new Proxy(custom, {
    apply(_, self, given: unknown[]) {
      const make: CallableFunction = custom;
      const builder = Reflect.apply(make, self, given) as object; // The wrapped function returns builders.
      return new Proxy(builder, {
        apply: (build: CallableFunction, of, [definition]: [Definition]): unknown =>
          Reflect.apply(build, of, [{ ...definition, handler: guarded(definition.handler) }]),
      });
    },
  });
}
