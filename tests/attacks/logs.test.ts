/** Sends secrets in the wrong places, and searches the process's whole log for them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { firstKennelId, person, register } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";

const SECRET = "correct-horse-battery-staple";

let runtime: Runtime;
beforeAll(async () => {
  runtime = await startRuntime({
    functions: "convex",
    accounts: true,
    extraArguments: ["--log-calls", "failed", "--redact-logs-to-client"],
  });
});
afterAll(() => runtime.stop());

it("the log has no value of a malformed call, and only the beginning of a long message", async () => {
  const ann = await register(runtime.origin, person("Ann"));
  const kennelId = await firstKennelId(ann);
  const calls = [
    // The call has one extra field. Convex's error message repeats the whole object.
    {
      path: "connections/actions/connecting:connectMail",
      kind: "action",
      args: { kennelId, password: SECRET },
    },
    { path: "kennels/members:add", kind: "mutation", args: { kennelId, email: "a@b.example", role: SECRET } },
    { path: "accounts/actions/localAccounts:requestDeletion", kind: "action", args: { password: SECRET } },
    { path: "kennels/kennels:create", kind: "mutation", args: { name: "A", secret: SECRET.repeat(3000) } },
  ];
  for (const { kind, path, args } of calls) {
    const answer = await fetch(`${runtime.origin}/api/${kind}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${ann.token}` },
      body: JSON.stringify({ path, args, format: "json" }),
    });
    await answer.text();
  }
  const written = runtime.errors() + runtime.output();
  expect(written).toContain("ArgumentValidationError");
  expect(written).not.toContain(SECRET);
  expect(Math.max(...written.split("\n").map((line) => line.length))).toBeLessThan(10_000);
});
