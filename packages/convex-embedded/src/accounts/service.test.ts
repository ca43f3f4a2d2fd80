/** Tests the paths that functions call about an account. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAccounts, type Accounts } from "./accounts.js";
import { openConnection } from "./connection.js";

const ANN = { email: "ann@example.com", password: "correct horse", name: "Ann" };

let dataDir: string;
let accounts: Accounts;
let server: Server;
let origin: string;
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "accounts-service-"));
  accounts = await createAccounts({ dataDir, dbPath: path.join(dataDir, "db.sqlite") });
  server = createServer((req, res) => void accounts.handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await accounts.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const post = async (at: string, body: object, headers: Record<string, string> = {}) =>
  await fetch(`${origin}/api/auth${at}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const signUp = async (person = ANN): Promise<string> =>
  (await (await post("/sign-up/email", person, { origin })).json()).user.id;
const signIn = async (person = ANN) => await post("/sign-in/email", person, { origin });
const call = async (at: string, body: object, key = accounts.env.LOCAL_ACCOUNTS_KEY) =>
  await post(`/service/${at}`, body, { "x-service-key": key });

/** Counts the tables of the accounts that name a person. */
function rowsOf(userId: string): number {
  const connection = openConnection(path.join(dataDir, "db.sqlite"));
  const tables = connection
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'account_%'")
    .all() as { name: string }[];
  const count = tables.filter(({ name }) =>
    JSON.stringify(connection.prepare(`SELECT * FROM "${name}"`).all()).includes(userId),
  ).length;
  connection.close();
  return count;
}

describe("the functions' paths", () => {
  it("refuse callers without a key, or with another key", async () => {
    const userId = await signUp();
    for (const key of ["", "guessed", `${accounts.env.LOCAL_ACCOUNTS_KEY}x`]) {
      expect((await call("confirm-password", { userId, password: ANN.password }, key)).status).toBe(404);
      expect((await call("remove", { userId }, key)).status).toBe(404);
    }
    expect((await signIn()).status).toBe(200);
  });

  it("check a password, and limit guesses", async () => {
    const userId = await signUp();
    const confirm = async (password: string) => (await call("confirm-password", { userId, password })).status;
    expect(await confirm(ANN.password)).toBe(200);
    for (let guess = 0; guess < 10; guess += 1) expect(await confirm("wrong")).toBe(400);
    const stopped = await call("confirm-password", { userId, password: ANN.password });
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await call("confirm-password", { userId: "nobody", password: "x" })).status).toBe(404);
  });

  it("delete an account with all its data, also when repeated, and no other account", async () => {
    const userId = await signUp();
    const other = { ...ANN, email: "bob@example.com" };
    await signUp(other);
    await signIn();
    expect(rowsOf(userId)).toBeGreaterThan(1);
    expect((await call("remove", { userId })).status).toBe(200);
    expect((await call("remove", { userId })).status).toBe(200);
    expect(rowsOf(userId)).toBe(0);
    expect((await signIn()).status).toBe(401);
    expect((await signIn(other)).status).toBe(200);
  });
});
