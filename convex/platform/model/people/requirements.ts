/**
 * Records what every registered function requires of its caller, and which arguments identify its record. The
 * builders record this when they create the function. The audit of permissions and `docs/permissions.md` read these
 * records, so they show the real requirements.
 */
import type { Permission } from "./identity";

/**
 * Anybody, any signed-in user, a member of the kennel with a permission, or a person without an account who opened
 * a link of a given kind.
 */
export type Requirement = Permission | "signed in" | "anybody" | `link:${string}`;

/** The function is called with the session of a link instead of by a member of the kennel. */
export const isOfLink = (demand: string | null): boolean => demand?.startsWith("link:") === true;

interface Declaration {
  readonly demand: Requirement;
  /** The arguments that identify the record or kennel of a call; empty if the call is about the caller. */
  readonly subject: readonly string[];
}

const declarations = new WeakMap<object, Declaration>();

interface Customization {
  readonly args: Readonly<Record<string, unknown>>;
}

interface Definition {
  readonly permission?: Requirement;
  /** Sessions of these kinds of links may call the function. */
  readonly kinds?: readonly string[];
}

const demandIn = ({ permission, kinds }: Definition): Requirement | undefined =>
  permission ?? (kinds && `link:${kinds.join(", ")}`);

/**
 * Records each function that the returned builder creates, with its permission, or with `otherwise` if the builder
 * takes no permission.
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
      const builder = Reflect.apply(makeBuilder, self, given) as object; // The wrapped function returns builders.
      const subject = Object.keys(given[1].args);
      return new Proxy(builder, {
        apply(build: CallableFunction, self, definitions: [Definition]) {
          const registered = Reflect.apply(build, self, definitions) as object; // Builders return functions.
          return note(registered, demandIn(definitions[0]) ?? otherwise, subject);
        },
      });
    },
  });
}

/** Returns null if none of the builders created the function. */
export const requirementOf = (registered: object): Declaration | null => declarations.get(registered) ?? null;
