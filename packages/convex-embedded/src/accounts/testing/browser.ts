/** Serves the accounts to tests over real HTTP on a separate folder, with a small browser. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createAccounts, type Accounts, type AccountsOptions } from "../accounts.js";

/** The content of a response. Each test checks the values that it expects. */
export type Json = ReturnType<typeof JSON.parse>;

/** The folder is kept between starts. */
export function accountsOnFolder() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "accounts-"));
  let stopRunning: (() => Promise<void>) | undefined;

  const stop = async (): Promise<void> => {
    await stopRunning?.();
    stopRunning = undefined;
  };

  const start = async (options: Partial<AccountsOptions> = {}) => {
    const errors: unknown[] = [];
    const accounts: Accounts = await createAccounts({
      dataDir,
      dbPath: path.join(dataDir, "db.sqlite"),
      onError: (error) => errors.push(error),
      ...options,
    });
    const server = createServer((req, res) => {
      void accounts.handle(req, res).then((handled) => {
        if (!handled) res.writeHead(404).end("not an account path");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    stopRunning = async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await accounts.close();
    };
    const { port } = server.address() as AddressInfo;
    return { accounts, errors, origin: `http://127.0.0.1:${port}` };
  };

  const remove = async (): Promise<void> => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { dataDir, dbPath: path.join(dataDir, "db.sqlite"), start, stop, remove };
}

/** Fetches with a cookie jar. `origin` is the page that sends the requests. */
export function browser(server: string, jar = new Map<string, string>(), pageOrigin = server) {
  const send = async (method: string, at: string, body?: unknown, headers: Record<string, string> = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(`${server}/api/auth${at}`, {
      method,
      headers: {
        ...(method === "GET" ? {} : { origin: pageOrigin, "content-type": "application/json" }),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const cut = pair.indexOf("=");
      if (/max-age=0/i.test(line)) jar.delete(pair.slice(0, cut));
      else jar.set(pair.slice(0, cut), pair.slice(cut + 1));
    }
    const text = await response.text();
    const json: Json = text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : null;
    return { status: response.status, headers: response.headers, json, text };
  };
  return {
    jar,
    get: (at: string, headers?: Record<string, string>) => send("GET", at, undefined, headers),
    post: (at: string, body?: unknown, headers?: Record<string, string>) =>
      send("POST", at, body ?? {}, headers),
  };
}
