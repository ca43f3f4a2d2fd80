/**
 * Large transfers: 100,000 documents and 100 MB of files into a runtime and out of it again, and a backup of the
 * folder. For each, measures the runtime's peak memory, and how long another person waits for a query and a write.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { zipSync } from "fflate";
import { encodeId } from "../../packages/convex-embedded/src/values/ids";
import { ADMIN_KEY } from "../support/convex-cli";
import { startRuntime } from "../support/runtime";
import { exportAll, perform, upload, whenImport, type ImportWanted } from "../support/transfers";

const DOCUMENTS = Number(process.env["BENCH_TRANSFER_DOCUMENTS"] ?? 100_000);
const MEGABYTES = Number(process.env["BENCH_TRANSFER_MB"] ?? 100);
/** The CLI sends files in parts of this size. */
const PART_BYTES = 5 << 20;
const STORAGE = 540;
const LOOK_EVERY_MS = 20;

const list = makeFunctionReference<"query", Record<string, never>, string[]>("dogs:list");
const addNote = makeFunctionReference<"mutation", { text: string }>("dogs:addNote");

type Bytes = Uint8Array<ArrayBuffer>;

const memoryMiB = (pid: number, name: "VmRSS" | "VmHWM"): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, "5");

function* partsOf(file: Bytes): Generator<Bytes> {
  for (let at = 0; at < file.length; at += PART_BYTES) yield file.slice(at, at + PART_BYTES);
}

function notes(): Bytes {
  const text = "what a breeder writes about a walk, a meal, a weight or a visit of a buyer";
  const lines = Array.from({ length: DOCUMENTS }, (_, i) =>
    JSON.stringify({ text: `${text} ${i}`, count: i }),
  );
  return new TextEncoder().encode(lines.join("\n"));
}

/** Each file has ten megabytes and cannot be compressed. */
function files(): Bytes {
  const entries = Array.from({ length: Math.ceil(MEGABYTES / 10) }, (_, i) => {
    const bytes = new Uint8Array(10_000_000);
    for (let at = 0; at < bytes.length; at += 65_536) {
      crypto.getRandomValues(bytes.subarray(at, Math.min(at + 65_536, bytes.length)));
    }
    return [`_storage/${encodeId(STORAGE, new Uint8Array(16).fill(i + 1))}.jpeg`, bytes] as const;
  });
  return new Uint8Array(zipSync(Object.fromEntries(entries), { level: 0 }));
}

export async function measureTransfers(
  print: (name: string, value: string) => void,
  distribution: (timesMs: number[]) => string,
): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), "bench-transfer-"));
  const runtime = await startRuntime({
    functions: "tests/fixtures/transfer",
    adminKey: ADMIN_KEY,
    data: path.join(dir, "data"),
  });
  const other = new ConvexHttpClient(runtime.origin, { logger: false });

  /** Another person reads and writes at the same time. */
  const measured = async (name: string, work: () => Promise<string>): Promise<void> => {
    let isOver = false;
    const waits: Record<"query" | "write", number[]> = { query: [], write: [] };
    const timed = async (kind: "query" | "write", call: () => Promise<unknown>) => {
      const begun = performance.now();
      await call();
      waits[kind].push(performance.now() - begun);
    };
    const look = async () => {
      for (let turn = 0; !isOver; turn += 1) {
        await timed("query", () => other.query(list, {}));
        await timed("write", () => other.mutation(addNote, { text: `beside ${turn}` }));
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    };
    forgetPeak(runtime.pid);
    const before = memoryMiB(runtime.pid, "VmRSS");
    const looking = look();
    const begun = performance.now();
    const what = await work();
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    isOver = true;
    await looking;
    const peak = memoryMiB(runtime.pid, "VmHWM");
    print(
      name,
      `${seconds} s, ${what}; memory ${before.toFixed(0)} MiB before, ${peak.toFixed(0)} MiB at most`,
    );
    print("  meanwhile another's query", distribution(waits.query));
    print("  meanwhile another's write", distribution(waits.write));
  };

  const takeIn = async (file: Bytes, wanted: ImportWanted): Promise<string> => {
    const importId = await upload(runtime, [...partsOf(file)], wanted);
    await whenImport(runtime, importId, "waiting_for_confirmation");
    await perform(runtime, importId);
    const { state, error_message: message } = await whenImport(runtime, importId);
    if (state !== "completed") throw new Error(message);
    return `${(file.length / 1e6).toFixed(0)} MB`;
  };
  const takeOut = async (): Promise<string> => {
    let bytes = 0;
    const { body } = await exportAll(runtime);
    if (body !== null) for await (const chunk of body) bytes += chunk.length;
    return `${(bytes / 1e6).toFixed(0)} MB`;
  };

  try {
    const documents = notes();
    const name = `${DOCUMENTS.toLocaleString("en-US")} documents`;
    await measured(`import of ${name}`, () =>
      takeIn(documents, { format: "jsonLines", tableName: "notes", mode: "replace" }),
    );
    await measured(`import of ${name} in the place of others`, () =>
      takeIn(documents, { format: "jsonLines", tableName: "notes", mode: "replace" }),
    );
    await measured(`export of ${name}`, takeOut);
    const stored = files();
    await measured(`import of ${MEGABYTES} MB of files`, () =>
      takeIn(stored, { format: "zip", mode: "append" }),
    );
    await measured(`export of all, ${MEGABYTES} MB of files included`, takeOut);
    const tar = path.join(dir, "backup.tar");
    await measured("backup of the data folder", async () => {
      const entry = path.resolve("packages/convex-embedded/dist/backup/main.js");
      await promisify(execFile)(process.execPath, [entry, "backup", tar, "--data", runtime.data]);
      return `${(statSync(tar).size / 1e6).toFixed(0)} MB`;
    });
  } finally {
    await runtime.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
