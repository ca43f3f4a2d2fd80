/**
 * Tests the package as a stranger gets it: packed, and unpacked in an empty folder with only its declared
 * dependencies.
 */
import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

const folder = path.resolve(import.meta.dirname, "..");
const repository = path.resolve(folder, "../..");
const ADMIN_KEY = "convex|of-the-package-test";
const ADD = makeFunctionReference<"mutation", { text: string }>("notes:add");
const LIST = makeFunctionReference<"query", Record<string, never>, { text: string }[]>("notes:list");
const { resolve } = createRequire(import.meta.url);

let home: string;
const started: ChildProcess[] = [];

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly peerDependencies: Record<string, string>;
}

beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), "convex-embedded-"));
  // The suites have built `dist` before. Packing must not build it again while they use it.
  const packed = execFileSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", home], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ filename } = { filename: "" }] = JSON.parse(packed) as { filename: string }[];
  const modules = path.join(home, "node_modules");
  const place = path.join(modules, "convex-embedded");
  mkdirSync(place, { recursive: true });
  execFileSync("tar", ["-xzf", path.join(home, filename), "--strip-components=1", "-C", place]);
  const manifest = JSON.parse(readFileSync(path.join(place, "package.json"), "utf8")) as Manifest;
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(path.join(repository, "node_modules", name), path.join(modules, name));
  }
  cpSync(path.join(place, "examples/notes/convex"), path.join(home, "convex"), { recursive: true });
  writeFileSync(
    path.join(home, "package.json"),
    JSON.stringify({ name: "notes", type: "module", dependencies: manifest.peerDependencies }),
  );
});

afterEach(async () => {
  for (const child of started.splice(0)) {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  }
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Resolves with the address. */
async function start(...args: string[]): Promise<string> {
  const child = spawn(
    process.execPath,
    [path.join(home, "node_modules/convex-embedded/bin/convex-embedded.mjs"), "--port", "0", ...args],
    { cwd: home, stdio: ["ignore", "pipe", "inherit"] },
  );
  started.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const [, origin] = /^ready (\S+)$/.exec(line) ?? [];
    if (origin !== undefined) return origin;
  }
  throw new Error("The runtime ended before it was ready");
}

describe("the package in an empty folder", () => {
  it("serves the app of the README to the client of its README, live", async () => {
    const origin = await start("--functions", "convex");
    const http = new ConvexHttpClient(origin, { logger: false });
    const live = new ConvexClient(origin);
    const seen = new Promise<unknown>((found) => {
      live.onUpdate(LIST, {}, (notes) => {
        if (notes.length === 1) found(notes[0]?.text);
      });
    });
    await http.mutation(ADD, { text: "Buy milk" });
    expect(await seen).toBe("Buy milk");
    await live.close();
  });

  it("prints its help and its version, and names the help option", async () => {
    const command = async (name: string, ...args: string[]) =>
      await promisify(execFile)(
        process.execPath,
        [path.join(home, `node_modules/convex-embedded/bin/${name}.mjs`), ...args],
        { cwd: home },
      );
    const { version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
      version: string;
    };
    const readme = readFileSync(path.join(folder, "README.md"), "utf8");
    const { stdout: help } = await command("convex-embedded", "--help");
    for (const [, option = ""] of help.matchAll(/^ {2}(--[\w-]+)/gmu))
      expect(readme).toContain(`\`${option}`);
    expect(help).toContain("--data DIR");
    expect((await command("convex-embedded", "--version")).stdout).toBe(`${version}\n`);
    await expect(command("convex-embedded", "--prot", "1")).rejects.toMatchObject({
      stderr: "Unknown option '--prot'. convex-embedded --help lists what there is.\n",
    });
    expect((await command("convex-embedded-backup", "--help")).stdout).toMatch(
      /^Use: convex-embedded-backup backup\|restore FILE/u,
    );
  });

  it("accepts and runs the functions of the unmodified command line", async () => {
    const origin = await start("--data", "pushed", "--admin-key", ADMIN_KEY);
    const convex = async (...args: string[]) =>
      await promisify(execFile)(
        process.execPath,
        [path.join(repository, "node_modules/convex/bin/main.js"), ...args],
        {
          cwd: home,
          env: {
            ...process.env,
            CONVEX_SELF_HOSTED_URL: origin,
            CONVEX_SELF_HOSTED_ADMIN_KEY: ADMIN_KEY,
          },
        },
      );
    await convex("dev", "--once", "--typecheck", "disable");
    await convex("run", "notes:add", JSON.stringify({ text: "Walk the dog" }));
    const { stdout } = await convex("run", "notes:list");
    expect(stdout).toContain("Walk the dog");
  });

  it("declares the types that a program imports", () => {
    const place = path.join(home, "node_modules/convex-embedded");
    const compiler = resolve("typescript/bin/tsc");
    execFileSync(
      process.execPath,
      [compiler, "-p", path.join(folder, "tsconfig.build.json"), "--outDir", path.join(place, "dist/types")],
      { stdio: "inherit" },
    );
    const program = path.join(home, "own.ts");
    writeFileSync(
      program,
      `import { startRuntime, type Runtime } from "convex-embedded";
       export const runtime: Promise<Runtime> = startRuntime({ functionsDir: "convex", dataDir: "data", port: 0 });
       // @ts-expect-error A port is a number.
       export const wrong = startRuntime({ functionsDir: "convex", dataDir: "data", port: "0" });`,
    );
    const flags =
      "--noEmit --strict --skipLibCheck --module nodenext --moduleResolution nodenext --target es2022";
    execFileSync(process.execPath, [compiler, ...flags.split(" "), program], { cwd: home, stdio: "inherit" });
  }, 180_000);
});

it("the README shows the example unchanged", () => {
  const readme = readFileSync(path.join(folder, "README.md"), "utf8");
  const code = readFileSync(path.join(folder, "examples/notes/convex/notes.ts"), "utf8");
  expect(readme).toContain(code.slice(code.indexOf("import")));
});
