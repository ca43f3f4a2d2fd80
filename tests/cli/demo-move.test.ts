// Moves all data of the demo kennel out of one runtime into an empty one, and continues to work there.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { ConvexHttpClient } from "convex/browser";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { ADMIN_KEY } from "../support/convex-cli";
import { register, signIn } from "../support/people";
import { startRuntime, type Runtime } from "../support/runtime";
import { asAdmin, exportAll, importAll } from "../support/transfers";

// The demo kennel is filled through the functions that people use.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const STUDBOOK = { functions: "convex", accounts: true, payments: true, adminKey: ADMIN_KEY };
const root = path.resolve(import.meta.dirname, "../..");

const cleanups: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

let source: Runtime;
let margaret: Awaited<ReturnType<typeof signIn>>;

async function start(options: Parameters<typeof startRuntime>[0]): Promise<Runtime> {
  const runtime = await startRuntime(options);
  cleanups.push(() => runtime.stop());
  return runtime;
}

beforeAll(async () => {
  source = await start(STUDBOOK);
  const run = promisify(execFile)(
    process.execPath,
    ["scripts/run-ts.mjs", "scripts/demo.ts", source.origin],
    {
      cwd: root,
    },
  );
  const { stdout } = await run;
  const [, email = ""] = /Sign in as (\S+) \(owner\)/.exec(stdout) ?? [];
  const [, password = ""] = /Password of both: (\S+)/.exec(stdout) ?? [];
  margaret = await signIn(source.origin, {
    firstName: "Margaret",
    name: "Margaret Holloway",
    email,
    password,
  });
});

const MOST = 50;

async function exported(runtime: Runtime): Promise<Record<string, string>> {
  const zip = unzipSync(new Uint8Array(await (await exportAll(runtime)).arrayBuffer()));
  return Object.fromEntries(
    Object.entries(zip).map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]),
  );
}

async function seenBy(client: ConvexHttpClient) {
  const kennels = await client.query(api.kennels.kennels.list, {});
  const kennelId = kennels[0]?._id;
  if (kennelId === undefined) throw new Error("There is no kennel.");
  const { data: dogs } = await client.query(api.dogs.dogs.list, { kennelId, limit: MOST });
  const details = await Promise.all(dogs.map(({ _id }) => client.query(api.dogs.dogs.get, { dogId: _id })));
  return { kennels, dogs, details };
}

it("every document, file and component is moved, and the kennel's people continue to work there", async () => {
  const zip = new Uint8Array(await (await exportAll(source)).arrayBuffer());
  const before = Object.fromEntries(
    Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]),
  );
  expect(before["_components/rateLimiter/rateLimits/documents.jsonl"]).not.toBe("");
  expect(Object.keys(before).filter((name) => /^_storage\/\w+\./.test(name)).length).toBeGreaterThan(0);

  // No work runs in the target yet that could change the imported data.
  let target = await start({ adminKey: ADMIN_KEY });
  expect(await importAll(target, zip, { format: "zip" })).toMatchObject({ state: "completed" });
  expect(await exported(target)).toEqual(before);

  await target.kill();
  target = await start({ ...STUDBOOK, data: target.data });
  const me = await margaret.client.query(api.accounts.users.me, {});
  const [issuer = "", subject = ""] = tokenIdentifierOf(before, me?.email ?? "").split("|");
  const there = asAdmin(target.origin, { issuer, subject, tokenIdentifier: `${issuer}|${subject}` });
  const seen = await seenBy(there);
  expect(withoutSignatures(seen)).toEqual(withoutSignatures(await seenBy(margaret.client)));
  expect(seen.dogs.length).toBeGreaterThan(20);
  const dogId = seen.dogs[0]?._id;
  const kennelId = seen.kennels[0]?._id;
  if (dogId === undefined || kennelId === undefined) throw new Error("There is no dog.");
  const [photo] = (await there.query(api.dogs.photos.list, { dogId })) ?? [];
  const picture = await fetch(`${target.origin}/api${photo?.filePath ?? ""}`);
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(0);
  await there.mutation(api.kennels.presence.beatDog, {
    dogId,
    isEditing: false,
    windowId: "window-of-test",
    isArriving: true,
  });
  // Accounts are not part of a move: a new user has an account here, and sees nothing of the kennel.
  const stranger = await register(target.origin, {
    ...{ firstName: "New", name: "New Person", email: "new@example.com", password: "whelping-box-7" },
  });
  expect((await stranger.client.query(api.kennels.kennels.list, {})).map(({ _id }) => _id)).not.toContain(
    kennelId,
  );
});

/** Each instance signs addresses with its own secret, so the signatures differ. */
function withoutSignatures(seen: unknown): unknown {
  return JSON.parse(JSON.stringify(seen).replaceAll(/signature=[\w.]+/g, "signature="));
}

/** Functions identify a person by this text. */
function tokenIdentifierOf(texts: Readonly<Record<string, string>>, email: string): string {
  const lines = Buffer.from(texts["users/documents.jsonl"] ?? "", "base64")
    .toString()
    .trim()
    .split("\n");
  const users = lines.map((line) => JSON.parse(line) as { email: string; tokenIdentifier: string });
  return users.find((user) => user.email === email)?.tokenIdentifier ?? "";
}
