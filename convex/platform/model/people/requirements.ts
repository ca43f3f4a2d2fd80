/**
 * What every registered function demands of its caller and which arguments name what it is about, noted down by the
 * builders as the function is made. The audit of permissions and `docs/permissions.md` read it from here, so neither
 * can drift from what a function really asks for.
 */
import type { Permission } from "./identity";

/** Who may call: anybody at all, anybody signed in, or a member of the kennel with a permission. */
export type Requirement = Permission | "signed in" | "anybody";

interface Declaration {
  readonly demand: Requirement;
  /** The arguments that name the record or kennel a call is about; none where it is about the caller. */
  readonly subject: readonly string[];
}

const declarations = new WeakMap<object, Declaration>();

interface Customization {
  readonly args: Readonly<Record<string, unknown>>;
}

interface Definition {
  readonly permission?: Requirement;
}

/**
 * Wraps what makes builders, such as customQuery: every function that one of its builders makes is noted down with
 * its permission, or with `otherwise` where its builder takes none.
 */
export function declaring<Custom extends (...args: never[]) => object>(
  custom: Custom,
  otherwise: Requirement = "signed in",
): Custom {
  const note = (registered: object, demand: Requirement, subject: readonly string[]) => {
    declarations.set(registered, { demand, subject });
    return registered;
  };
  return new Proxy(custom, {
    apply(_, self, given: [unknown, Customization]) {
      const makeBuilder: CallableFunction = custom;
      const builder = Reflect.apply(makeBuilder, self, given) as object; // the wrapped one makes builders
      const subject = Object.keys(given[1].args);
      return new Proxy(builder, {
        apply(build: CallableFunction, self, definitions: [Definition]) {
          const registered = Reflect.apply(build, self, definitions) as object; // builders make functions
          return note(registered, definitions[0].permission ?? otherwise, subject);
        },
      });
    },
  });
}

/** Returns what a registered function demands; null when it was made without one of the builders. */
export const requirementOf = (registered: object): Declaration | null => declarations.get(registered) ?? null;
