/**
 * Tests messages over real protocols. Each message must arrive once, although the runtime is killed and calls are
 * refused.
 */
import { afterEach, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { deliverThroughCrashes, startDeliveryKennel, type DeliveryKennel } from "../support/delivery-kennel";

let kennel: DeliveryKennel | null = null;
afterEach(async () => {
  await kennel?.stop();
  kennel = null;
});

const only = <Message>({ arrivals }: { arrivals: { messages: Map<string, Message> } }): Message => {
  const [message, ...others] = [...arrivals.messages.values()];
  if (message === undefined || others.length > 0) throw new Error(`${arrivals.messages.size} messages`);
  return message;
};

test("[GAP-REM-11] [GAP-REM-17] a mail, a text message and a push notification name the due reminder, with working buttons", async () => {
  kennel = await startDeliveryKennel(null);
  const { client, mail, twilio, push } = kennel;
  const reminderId = await kennel.add("Worming <b>");
  expect(await kennel.sweep()).toBe(3);
  await kennel.run(3);

  const email = only(mail);
  expect(email).toMatchObject({
    subject: "Worming <b> is due today",
    from: { address: "reminders@kennel.example" },
    recipients: ["breeder@example.com"],
  });
  expect(email.html).toContain("Worming &lt;b&gt;");
  expect(email.html).not.toContain("<b>");
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value;
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(header("auto-submitted")).toBe("auto-generated");
  expect(only(twilio)).toMatchObject({ to: "+15557654321" });
  expect(only(twilio).body).toMatch(/^My Kennel: Worming <b> is due today\. Done\? http/);
  const notification = only(push);
  expect(notification).toMatchObject({ title: "Worming <b> is due today", body: "My Kennel" });
  expect(notification.topic).toMatch(/^[\w-]{1,32}$/);

  const history = await client.query(api.deliveries.deliveries.history, { reminderId });
  expect(
    history.map(({ channel, status, message }) => `${channel} ${status} ${message.slice(0, 3)}`).sort(),
  ).toEqual(["email sent 250", "push sent 201", "sms sent 201"]);
  const complete = /Mark as done: (\S+)/.exec(email.text ?? "")?.[1] ?? "";
  const asked = await fetch(complete);
  expect([asked.status, asked.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect((await client.query(api.reminders.reminders.get, { reminderId })).isCompleted).toBe(false);
  expect((await fetch(notification.complete ?? "", { method: "POST" })).status).toBe(200);
  expect((await client.query(api.reminders.reminders.get, { reminderId })).isCompleted).toBe(true);
  await fetch((header("list-unsubscribe") ?? "").slice(1, -1), {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });
  expect((await client.query(api.accounts.userSettings.get, {})).notifications.email).toBe(false);
});

test("a device that the push service no longer knows is removed, and the other device is notified", async () => {
  kennel = await startDeliveryKennel(null, { email: false, sms: false, push: true });
  const { client, push } = kennel;
  await client.mutation(api.deliveries.pushSubscriptions.add, push.device("old"));
  push.gone.add("/send/old");
  const reminderId = await kennel.add("Worming");
  expect(await kennel.sweep()).toBe(2);
  await kennel.run(3);
  expect(push.arrivals.messages.size).toBe(1);
  expect(await client.query(api.deliveries.pushSubscriptions.list, {})).toMatchObject([{ label: "phone" }]);
  const history = await client.query(api.deliveries.deliveries.history, { reminderId });
  expect(history.map(({ status }) => status).sort()).toEqual(["failed", "sent"]);
});

test("each of 30 reminders arrives once on each channel, despite two kills and a fifth of the calls refused", async () => {
  kennel = await startDeliveryKennel(5);
  const result = await deliverThroughCrashes(kennel, 30);
  expect(result).toMatchObject({ arrived: { email: 30, sms: 30, push: 30 } });
  expect(result.repeats.sms).toBe(0);
  expect(result.refused).toBeGreaterThan(10);
});
