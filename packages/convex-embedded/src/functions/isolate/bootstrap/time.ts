/**
 * Makes time and random numbers repeatable in a function context: the clock does not move during a call,
 * Math.random follows a seed, and timers and fetch are refused. The context evaluates this function from its source
 * text, so it may use only its argument and JavaScript's built-ins.
 */
import type { IsolateBridge } from "../bridge.js";

export function installTime(bridge: IsolateBridge): void {
  const define = (name: string, value: unknown): void => {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  };

  const RealDate = Date;
  const FrozenDate = function (this: unknown, ...args: unknown[]): string | Date {
    if (new.target === undefined) return new RealDate(bridge.now()).toString();
    return Reflect.construct(RealDate, args.length === 0 ? [bridge.now()] : args, new.target) as Date;
  };
  Object.defineProperties(FrozenDate, {
    name: { value: "Date", configurable: true },
    length: { value: 7, configurable: true },
    prototype: { value: RealDate.prototype, writable: false },
  });
  Object.assign(FrozenDate, { now: () => bridge.now(), parse: RealDate.parse, UTC: RealDate.UTC });
  Object.defineProperty(RealDate.prototype, "constructor", {
    value: FrozenDate,
    writable: true,
    configurable: true,
  });
  define("Date", FrozenDate);
  define("performance", { now: () => 0, timeOrigin: 0, mark: () => undefined, measure: () => undefined });

  // sfc32: small, fast, and seeded again for each run.
  let seededRun = -1;
  let [a, b, c, counter] = [0, 0, 0, 0];
  function nextUint32(): number {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
  Object.defineProperty(Math, "random", {
    value: (): number => {
      if (bridge.runNumber() !== seededRun) {
        seededRun = bridge.runNumber();
        [a, b, c, counter] = bridge.randomSeed();
      }
      return (nextUint32() * 2 ** 21 + (nextUint32() >>> 11)) / 2 ** 53;
    },
    writable: true,
    configurable: true,
  });

  const refuse = (what: string) => (): never => {
    const message =
      `Can't use ${what} in queries and mutations. Please consider using an action. ` +
      `See https://docs.convex.dev/functions/actions for more details.`;
    bridge.forbid(message);
    throw new Error(message);
  };
  define("fetch", refuse("fetch()"));
  define("setTimeout", refuse("setTimeout"));
  define("setInterval", refuse("setInterval"));
  define("setImmediate", refuse("setImmediate"));
  define("clearTimeout", () => undefined);
  define("clearInterval", () => undefined);
  define("clearImmediate", () => undefined);
  define("queueMicrotask", (callback: () => void) => void Promise.resolve().then(callback));
}
