/**
 * A runtime loads this before any other module. Moves the clock forward by the number of milliseconds in the file
 * MOVED_CLOCK. Timers and processor times are not affected.
 */
import { readFileSync } from "node:fs";

const file = process.env["MOVED_CLOCK"] ?? "";
const MachineDate = Date;
const now = () => MachineDate.now() + Number(readFileSync(file, "utf8"));

globalThis.Date = new Proxy(MachineDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new MachineDate(now()).toString(),
  get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
});
