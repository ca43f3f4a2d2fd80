/**
 * Timers of actions. A timer belongs to the action that set it: an exception in it ends only that action, and it
 * never fires once that action has ended. Timers that a module sets while it is loaded belong to no action and
 * remain.
 */
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers";
import promises from "node:timers/promises";
import { promisify } from "node:util";
import type { Invocation, Invocations } from "./worker-invocations.js";

type Callback = (this: unknown, ...args: unknown[]) => void;
type Begin<Timer> = (callback: Callback, ...rest: unknown[]) => Timer;

/** Also replaces the timers of Node's own modules. */
export function installActionTimers(invocations: Invocations): void {
  const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate } = timers;
  const owned = <Timer extends object>(
    begin: Begin<Timer>,
    clear: (timer: Timer) => void,
    isRepeated: boolean,
  ): Begin<Timer> => {
    return (callback, ...rest) => {
      const owner = invocations.owner();
      if (owner === undefined || typeof callback !== "function") return begin(callback, ...rest);
      const forget = () => clear(timer);
      const timer = begin(
        function (this: unknown, ...args) {
          if (owner.hasEnded) return clear(timer);
          if (!isRepeated) owner.leftovers.delete(forget);
          runGuarded(owner, () => callback.apply(this, args));
        },
        ...rest,
      );
      if (owner.hasEnded) clear(timer);
      else owner.leftovers.add(forget);
      forgetters.set(timer, { owner, forget });
      return timer;
    };
  };
  const forgetters = new WeakMap<object, { owner: Invocation; forget: () => void }>();
  const cleared =
    <Timer>(clear: (timer: Timer) => void) =>
    (timer: Timer) => {
      const known = typeof timer === "object" && timer !== null ? forgetters.get(timer) : undefined;
      known?.owner.leftovers.delete(known.forget);
      clear(timer);
    };
  const later = promisesOf(invocations);
  const own = {
    setTimeout: Object.assign(owned(setTimeout as Begin<NodeJS.Timeout>, clearTimeout, false), {
      [promisify.custom]: later.setTimeout,
    }),
    setInterval: owned(setInterval as Begin<NodeJS.Timeout>, clearInterval, true),
    setImmediate: Object.assign(owned(setImmediate as Begin<NodeJS.Immediate>, clearImmediate, false), {
      [promisify.custom]: later.setImmediate,
    }),
    clearTimeout: cleared(clearTimeout),
    clearInterval: cleared(clearInterval),
    clearImmediate: cleared(clearImmediate),
  };
  const { queueMicrotask } = globalThis;
  // When Node reports an exception of a microtask, it is no longer known which action owns it.
  const microtask = (callback: () => void) => {
    const owner = invocations.owner();
    queueMicrotask(owner === undefined ? callback : () => runGuarded(owner, callback));
  };
  Object.assign(globalThis, own, { queueMicrotask: microtask });
  Object.assign(timers, own);
  Object.assign(promises, later);
  syncBuiltinESMExports();
}

function runGuarded(owner: Invocation, work: () => void): void {
  try {
    work();
  } catch (error) {
    owner.fail(error);
  }
}

/** The awaitable timers never settle for an action that has ended. */
function promisesOf(
  invocations: Invocations,
): Pick<typeof promises, "setTimeout" | "setImmediate" | "setInterval"> {
  const { setTimeout, setImmediate, setInterval } = promises;
  const unlessEnded = <T>(timer: Promise<T>): Promise<T> => {
    const owner = invocations.owner();
    if (owner === undefined) return timer;
    return new Promise((resolve, reject) => {
      timer.then(
        (value) => owner.hasEnded || resolve(value),
        (error: unknown) => owner.hasEnded || reject(error as Error),
      );
    });
  };
  return {
    setTimeout: (delay, value, options) => unlessEnded(setTimeout(delay, value, options)),
    setImmediate: (value, options) => unlessEnded(setImmediate(value, options)),
    async *setInterval(delay, value, options) {
      const owner = invocations.owner();
      for await (const each of setInterval(delay, value, options)) {
        if (owner?.hasEnded === true) return await new Promise<never>(() => undefined);
        yield each;
      }
    },
  };
}
