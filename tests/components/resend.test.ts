/** Tests the Resend component against a stub of Resend's API. */
import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { startResendStub, type ResendStub } from "./resend-stub";
import { Caller, eventually } from "./support";

const secret = Buffer.from("a secret that both sides know").toString("base64");
let stub: ResendStub;
let runtime: Runtime;
let call: Caller;

beforeAll(async () => {
  stub = await startResendStub();
  runtime = await startRuntime({
    functions: "tests/fixtures/components",
    nodeArguments: ["--import", new URL("./redirect-resend.mjs", import.meta.url).href],
    env: {
      RESEND_STUB: stub.origin,
      RESEND_API_KEY: "re_test",
      RESEND_WEBHOOK_SECRET: `whsec_${secret}`,
    },
  });
  call = new Caller(runtime);
});

afterAll(async () => {
  await runtime.stop();
  await stub.close();
});

const send = (to: string, subject: string) => call.mutation<string>("mail:send", { to, subject });
const whenStatus = (id: string, wanted: string) =>
  eventually(
    () => call.query<string | null>("mail:status", { id }),
    (status) => status === wanted,
  );

async function tellEvent(
  type: string,
  emailId: string,
  { signedWith = secret, more = {} }: { signedWith?: string; more?: object } = {},
): Promise<Response> {
  const id = `msg_${randomUUID()}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const at = new Date().toISOString();
  const data = {
    email_id: emailId,
    created_at: at,
    from: "a@example.com",
    to: ["b@example.com"],
    subject: "s",
    ...more,
  };
  const body = JSON.stringify({ type, created_at: at, data });
  const signature = createHmac("sha256", Buffer.from(signedWith, "base64"))
    .update(`${id}.${timestamp}.${body}`)
    .digest("base64");
  return fetch(`${runtime.origin}/resend-webhook`, {
    method: "POST",
    headers: { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": `v1,${signature}` },
    body,
  });
}

test("mail is sent in one batch with the app's key", async () => {
  const ids = [await send("anna@example.com", "litter"), await send("bert@example.com", "invoice")];
  for (const id of ids) await whenStatus(id, "sent");
  expect(stub.sent.map(({ to, subject, text }) => ({ to, subject, text }))).toEqual([
    { to: ["anna@example.com"], subject: "litter", text: "About litter" },
    { to: ["bert@example.com"], subject: "invoice", text: "About invoice" },
  ]);
  expect(stub.requests.every(({ authorization }) => authorization === "Bearer re_test")).toBe(true);
});

test("a batch is sent again under the same key when a response is lost, and the mail is delivered once", async () => {
  const before = stub.sent.length;
  const asked = stub.requests.length;
  stub.failNext(502, 1);
  const id = await send("cora@example.com", "again");
  await whenStatus(id, "sent");
  expect(stub.sent.slice(before).map(({ subject }) => subject)).toEqual(["again"]);
  const keys = stub.requests.slice(asked).map(({ key }) => key);
  expect(keys.length).toBe(2);
  expect(new Set(keys).size).toBe(1);
});

test("sending stops after a permanent refusal", async () => {
  stub.failNext(422, 1);
  await whenStatus(await send("nobody", "refused"), "failed");
});

test("mail that was canceled before sending is left out", async () => {
  const id = await send("dora@example.com", "cancelled");
  await call.mutation("mail:cancel", { id });
  const last = await send("dora@example.com", "not cancelled");
  await whenStatus(last, "sent");
  expect(stub.sent.some(({ subject }) => subject === "cancelled")).toBe(false);
  expect(await call.query("mail:status", { id })).toBe("cancelled");
});

test("a signed webhook is accepted, updates the status and notifies the app, and an unsigned one is refused", async () => {
  const id = await send("emil@example.com", "delivered");
  await whenStatus(id, "sent");
  const mail = stub.sent.find(({ subject }) => subject === "delivered");
  const signedWith = Buffer.from("guess").toString("base64");
  const forged = await tellEvent("email.delivered", mail?.id ?? "", { signedWith });
  expect(forged.status).toBe(500);
  expect(await call.query("mail:status", { id })).toBe("sent");
  expect((await tellEvent("email.delivered", mail?.id ?? "")).status).toBe(201);
  await whenStatus(id, "delivered");
  await eventually(
    () => call.query<string[]>("work:notesAbout", { about: id }),
    (notes) => notes.includes("email.delivered"),
  );
});

test("mail that bounced keeps this status, whatever is reported later", async () => {
  const id = await send("fred@example.com", "bounced");
  await whenStatus(id, "sent");
  const mail = stub.sent.find(({ subject }) => subject === "bounced");
  const bounce = { message: "There is no such mailbox.", type: "Permanent", subType: "General" };
  expect((await tellEvent("email.bounced", mail?.id ?? "", { more: { bounce } })).status).toBe(201);
  await whenStatus(id, "bounced");
  expect((await tellEvent("email.delivered", mail?.id ?? "")).status).toBe(201);
  await eventually(
    () => call.query<string[]>("work:notesAbout", { about: id }),
    (notes) => notes.includes("email.delivered"),
  );
  expect(await call.query("mail:status", { id })).toBe("bounced");
});
