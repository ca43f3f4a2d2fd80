/** Tests stored files that would be pages, styles or programs of the origin that serves them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { open } from "./connections";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
  "base64",
);
const SHEET = `<x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform" version="1.0"><x:template match="/"/></x:stylesheet>`;

let runtime: Runtime;
const start = async (...extraArguments: string[]) => {
  runtime = await startRuntime({ functions: "tests/fixtures/crash/convex", extraArguments });
};

/** Any caller can do this through a function that creates upload addresses. Returns the file's address. */
async function store(type: string, content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const ask = async (kind: string, path: string, args: object) => {
    const body = JSON.stringify({ path, args, format: "json" });
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${runtime.origin}/api/${kind}`, { method: "POST", headers, body });
    return ((await response.json()) as { value: string }).value;
  };
  const uploadUrl = await ask("mutation", "files:uploadUrl", {});
  const sent = await fetch(uploadUrl, { method: "POST", headers: { "content-type": type }, body: content });
  const { storageId } = (await sent.json()) as { storageId: string };
  const known = (await ask("query", "files:known", { storageId })) as unknown as { url: string };
  return known.url;
}

describe("files on the app's origin", () => {
  beforeAll(() => start());
  afterAll(() => runtime.stop());

  test.each([
    ["text/xsl", SHEET],
    ["text/html", "<script>alert(1)</script>"],
    ["application/xhtml+xml", "<html/>"],
    ["image/svg+xml", "<svg/>"],
    ["multipart/x-mixed-replace; boundary=x", "--x"],
    ["application/pdf", "%PDF-1.7"],
    ["image/png", "<script>alert(1)</script>"],
    ["text/html", PIXEL],
  ])("a file of type %s is saved, and could access nothing", async (type, content) => {
    const { headers } = await fetch(await store(type, content));
    expect(headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none';/);
    expect(headers.get("content-disposition")).toBe("attachment");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("a picture is shown, and cannot be loaded as a style or a program by a page of the origin", async () => {
    const address = await store("image/png", PIXEL);
    expect((await fetch(address)).headers.get("content-disposition")).toBe("inline");
    for (const destination of ["script", "style", "xslt", "serviceworker"]) {
      const { pathname } = new URL(await store("text/xsl", SHEET));
      const headers = [
        "Host: x",
        "Sec-Fetch-Site: same-origin",
        `Sec-Fetch-Dest: ${destination}`,
        "Connection: close",
      ];
      const asked = await open(
        runtime.port,
        "127.0.0.1",
        `GET ${pathname} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`,
      );
      expect(await asked.ended).toContain("403 Forbidden");
    }
  });
});

describe("with a separate origin for files", () => {
  beforeAll(() => start("--files-origin", "https://files.kennel.test"));
  afterAll(() => runtime.stop());

  const ask = async (host: string, path: string) =>
    await (
      await open(
        runtime.port,
        "127.0.0.1",
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      )
    ).ended;

  test("files are served only there, and that origin serves nothing else", async () => {
    const address = new URL(await store("image/png", PIXEL));
    expect(address.origin).toBe("https://files.kennel.test");
    expect(await ask("files.kennel.test", address.pathname)).toContain("200 OK");
    const moved = await ask("kennel.test", address.pathname);
    expect(moved).toContain("308 Permanent Redirect");
    expect(moved).toContain(`Location: ${address.href}`);
    for (const path of ["/version", "/api/query?path=files:list&args={}", "/"]) {
      expect(await ask("files.kennel.test", path)).toContain("404 Not Found");
    }
  });
});
