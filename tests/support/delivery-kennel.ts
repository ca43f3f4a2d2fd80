/**
 * A kennel whose reminders are sent over all three channels to servers on loopback, with the runtime as a separate
 * process. The test passes a time far in the future to each run. Pauses between attempts therefore take no real
 * time, and the runtime's own runs find nothing to send.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type DefaultFunctionArgs } from "convex/server";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { makeIssuer } from "../bench/issuer";
import { Refusals, startMailServer, startPushService, startTwilio } from "./providers";
import { startRuntime, type Runtime } from "./runtime";

/** All reminders are due on this day, at 08:00. */
export const DUE_DAY = "2031-01-15";
export const DUE_AT = Date.parse(`${DUE_DAY}T08:00:00Z`);

const ADMIN_KEY = "embedded|deliveries";
const FUNCTIONS = "convex";

/** One of every `refusedEvery` calls is refused temporarily. */
export async function startDeliveryKennel(
  refusedEvery: number | null,
  channels = { email: true, sms: true, push: true },
) {
  const refusals = new Refusals(refusedEvery);
  const mail = await startMailServer(refusals);
  const twilio = await startTwilio(refusals);
  const push = await startPushService(refusals);
  const issuer = await makeIssuer();
  const data = mkdtempSync(path.join(tmpdir(), "studbook-deliveries-"));
  const env = {
    ...issuer.env,
    ...mail.env,
    ...twilio.env,
    ...push.env,
    STUDBOOK_LINK_SECRET: "a secret of the deployment",
  };
  const open = async (port?: number): Promise<Runtime> =>
    await startRuntime({ functions: FUNCTIONS, data, env, adminKey: ADMIN_KEY, ...(port && { port }) });
  let runtime = await open();
  const { origin, port } = runtime;
  const token = await issuer.tokenOf("breeder");
  const client = new ConvexHttpClient(origin, { logger: false });
  client.setAuth(token);
  const operator = new ConvexHttpClient(origin, { logger: false }) as ConvexHttpClient & {
    setAdminAuth(key: string): void; // The method exists, but is internal to the package.
  };
  operator.setAdminAuth(ADMIN_KEY);
  await client.mutation(api.accounts.users.ensure, { timeZone: "UTC" });
  const kennel = await client.mutation(api.kennels.kennels.create, { name: "My Kennel" });
  await client.mutation(api.accounts.userSettings.update, { notifications: channels, phone: "+15557654321" });
  await client.mutation(api.deliveries.pushSubscriptions.add, push.device("phone"));

  const add = async (title: string): Promise<Id<"reminders">> => {
    const notifications = { ...channels, daysInAdvance: [] };
    const { _id } = await client.mutation(api.reminders.reminders.create, {
      kennelId: kennel._id,
      title,
      dueDate: DUE_DAY,
      notifications,
    });
    return _id;
  };
  const mutate = async <T>(name: string, args: DefaultFunctionArgs) =>
    await operator.mutation(makeFunctionReference<"mutation", DefaultFunctionArgs, T>(name), args);

  return {
    client,
    kennelId: kennel._id,
    origin,
    refusals,
    mail,
    twilio,
    push,
    add,
    /** Counts each message once, over all channels. */
    arrived: (): number =>
      [mail, twilio, push].reduce((sum, { arrivals }) => sum + arrivals.messages.size, 0),
    /**
     * Writes the due messages to the outbox. The last batch starts the sending. Returns how many messages its own
     * batches wrote.
     */
    sweep: async (): Promise<number> => {
      let messages = 0;
      for (;;) {
        const done = await mutate<{ messages: number; isDone: boolean }>("deliveries/deliveries:sweep", {
          at: DUE_AT,
        });
        messages += done.messages;
        if (done.isDone) return messages;
      }
    },
    /** Sends the messages that are due `minutes` after 08:00 on the day, until none remains. */
    run: async (minutes: number): Promise<void> => {
      const run = makeFunctionReference<"action", DefaultFunctionArgs, null>(
        "deliveries/actions/deliveryRun:run",
      );
      await operator.action(run, { at: DUE_AT + minutes * 60_000 });
    },
    /** Works like a power failure. The runtime starts again on the same data. */
    crash: async (): Promise<void> => {
      await runtime.kill();
      runtime = await open(port);
    },
    stop: async (): Promise<void> => {
      await runtime.stop();
      for (const server of [mail, twilio, push]) await server.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export type DeliveryKennel = Awaited<ReturnType<typeof startDeliveryKennel>>;

/** The clock is advanced by this many minutes after each run, which is longer than any pause between attempts. */
const FORWARD = 800;
const MAX_RUNS = 10;

async function until(isTrue: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + 120_000;
  while (!isTrue()) {
    if (Date.now() > giveUpAt) throw new Error("It did not come about within two minutes");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/**
 * The runtime is killed twice during the sending of `count` reminders. Returns which messages arrived on each
 * channel, and further figures.
 */
export async function deliverThroughCrashes(kennel: DeliveryKennel, count: number) {
  for (let first = 0; first < count; first += 10) {
    const size = Math.min(10, count - first);
    await Promise.all(Array.from({ length: size }, (_, index) => kennel.add(`Reminder ${first + index}`)));
  }
  // Batches continue automatically, so the count of one call is not the total.
  await kennel.sweep();
  const expected = 3 * count;
  await until(() => kennel.arrived() >= count * 0.6);
  await kennel.crash();
  const cutOff = kennel.run(3).catch(() => undefined); // The kill interrupts this run.
  await until(() => kennel.arrived() >= count * 1.8);
  await kennel.crash();
  await cutOff;
  let runs = 0;
  for (; runs < MAX_RUNS && kennel.arrived() < expected; runs += 1) await kennel.run(FORWARD * (runs + 1));
  // A further run must find no message.
  await kennel.run(FORWARD * (runs + 1));
  const { mail, twilio, push, refusals } = kennel;
  return {
    runs,
    ...refusals.share,
    arrived: {
      email: mail.arrivals.messages.size,
      sms: twilio.arrivals.messages.size,
      push: push.arrivals.messages.size,
    },
    repeats: { email: mail.arrivals.repeats, sms: twilio.arrivals.repeats, push: push.arrivals.repeats },
  };
}
