/** Requests the stored result of another person's mutation over the real socket, with that person's session id. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import WebSocket from "ws";
import { firstKennelId, person, register, type SignedIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

let runtime: Runtime;
beforeAll(async () => {
  runtime = await startRuntime({ functions: "convex", accounts: true });
});
afterAll(() => runtime.stop());

interface Answer {
  readonly type: string;
  readonly success?: boolean;
  readonly result?: unknown;
}

function mutate(who: SignedIn, sessionId: string, udfPath: string, args: object): Promise<Answer> {
  const socket = new WebSocket(`${runtime.origin.replace("http", "ws")}/api/1.31.0/sync`);
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("open", () => {
      const messages = [
        { type: "Connect", sessionId, connectionCount: 0, lastCloseReason: null },
        { type: "Authenticate", tokenType: "User", value: who.token, baseVersion: 0 },
        { type: "Mutation", requestId: 7, udfPath, args: [args] },
      ];
      for (const message of messages) socket.send(JSON.stringify(message));
    });
    socket.on("message", (data: Buffer) => {
      const answer = JSON.parse(data.toString()) as Answer;
      if (answer.type !== "MutationResponse") return;
      socket.close();
      resolve(answer);
    });
  });
}

it("the stored result of a mutation is returned to no other caller", async () => {
  const ann = await register(runtime.origin, person("Ann"));
  const eve = await register(runtime.origin, person("Eve"));
  const kennelId = await firstKennelId(ann);
  const sessionId = randomUUID();
  const first = await mutate(ann, sessionId, "kennels/kennels:update", { kennelId, phone: "+46 70 1234567" });
  expect(first).toMatchObject({ success: true, result: { phone: "+46 70 1234567" } });
  const stolen = await mutate(eve, sessionId, "kennels/kennels:update", {
    kennelId,
    phone: "+46 70 1234567",
  });
  expect(stolen.success).toBe(false);
  expect(JSON.stringify(stolen)).not.toContain("1234567");
  const again = await mutate(ann, sessionId, "kennels/kennels:update", { kennelId, phone: "another" });
  expect(again).toMatchObject({ success: true, result: { phone: "+46 70 1234567" } });
});
