/**
 * Puts in place of `process.env` one that tells which variables are read of it. It runs from its own source text where
 * modules are evaluated (a function context, or a worker for "use node" modules), so it may use nothing but its argument
 * and JavaScript's built-ins.
 */

/**
 * Tells `note` the name of each variable whose value or presence is asked for, and null when all names are. With a
 * `refusal` whoever reads one that is not set gets these words, the name in place of `%s`.
 */
export function observeEnv(note: (name: string | null) => void, refusal?: string): void {
  const { process } = globalThis as unknown as { process: { env: Record<string, string | undefined> } };
  const noteName = (name: string | symbol): void => {
    if (typeof name === "string") note(name);
  };
  process.env = new Proxy(process.env, {
    get(env, name) {
      noteName(name);
      if (refusal !== undefined && typeof name === "string" && !Reflect.has(env, name)) {
        throw new Error(refusal.replace("%s", name));
      }
      return Reflect.get(env, name) as unknown;
    },
    has(env, name) {
      noteName(name);
      return Reflect.has(env, name);
    },
    getOwnPropertyDescriptor(env, name) {
      noteName(name);
      return Reflect.getOwnPropertyDescriptor(env, name);
    },
    ownKeys(env) {
      note(null);
      return Reflect.ownKeys(env);
    },
    // Node.js refuses the definition of a property that setting one by a proxy becomes.
    set: (env, name, value) => Reflect.set(env, name, value),
  });
}
