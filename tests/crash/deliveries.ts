/**
 * Kills the runtime twice while a thousand reminders are sent over three channels to providers that refuse a fifth
 * of the calls, and checks that each arrives exactly once. `node scripts/run-ts.mjs tests/crash/deliveries.ts
 * [COUNT]`.
 */
import { deliverThroughCrashes, startDeliveryKennel } from "../support/delivery-kennel";

const count = Number(process.argv[2] ?? 1000);
const kennel = await startDeliveryKennel(5);
const started = performance.now();
const result = await deliverThroughCrashes(kennel, count);
const seconds = (performance.now() - started) / 1000;
await kennel.stop();

const isRight =
  Object.values(result.arrived).every((arrived) => arrived === count) && result.repeats.sms === 0;
process.stdout.write(`${JSON.stringify({ count, seconds: Math.round(seconds), ...result }, null, 2)}\n`);
process.stdout.write(isRight ? "Each arrived exactly once\n" : "Not each arrived exactly once\n");
process.exit(isRight ? 0 : 1);
