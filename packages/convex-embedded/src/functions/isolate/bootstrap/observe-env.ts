/**
 * Replaces `process.env` with an object that reports which of its variables are read. It runs from its own source
 * text in the environment of the modules (a function context, or a worker for "use node" modules), so it may use
 * only its argument and JavaScript's built-ins.
 */

/**
 * `note` gets the name of each variable whose value or presence is read, and null if all names are listed. With a
 * `refusal`, reading an unset variable throws this message, with the name in place of `%s`.
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
    // Without this, setting a property through the proxy would define it, which Node.js refuses.
    set: (env, name, value) => Reflect.set(env, name, value),
  });
}
