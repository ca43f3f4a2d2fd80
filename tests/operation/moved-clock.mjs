/**
 * Loaded into a runtime before anything else: a clock that goes ahead by as many milliseconds as the file MOVED_CLOCK says,
 * while timers and processor times go on as they are.
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
