/** Parses the runtime's command line. Every error becomes one sentence for the operator. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { OPENED_KINDS, type OpenedKind } from "./files/shown-type.js";
import type { AnonymousBounds } from "./functions/request-bounds.js";
import type { LoggedCalls } from "./operation/call-log.js";
import { StartError } from "./start-error.js";

export interface CommandLine {
  /** Null means that the runtime uses the functions that the CLI has pushed. */
  readonly functionsDir: string | null;
  readonly dataDir: string;
  readonly port: number;
  readonly sitePort: number | null;
  readonly host: string;
  readonly adminKey: string | null;
  readonly webDir: string | null;
  readonly accounts: boolean;
  readonly accountsName: string | null;
  readonly accountsMail: string | null;
  readonly accountsAdmission: string | null;
  /** The address at which users reach the runtime, if it differs from its port: that of a reverse proxy. */
  readonly origin: string | null;
  readonly filesOrigin: string | null;
  readonly openedFiles: readonly OpenedKind[];
  readonly minFreeBytes: number | undefined;
  readonly anonymousBounds: AnonymousBounds;
  /** The proxies whose `X-Forwarded-For` is trusted: addresses, networks or `loopback`. With null, the origin decides. */
  readonly trustedProxies: readonly string[] | null;
  /**
   * The path at which the functions receive payment webhooks. If it is set, the runtime serves a sandbox for
   * payments.
   */
  readonly paymentsSandbox: string | null;
  /** A JSON file that maps former module paths to current ones. */
  readonly movedModules: string | null;
  readonly logCalls: LoggedCalls;
  /** Whether the reasons of failures and printed lines are hidden from clients. */
  readonly redactLogsToClient: boolean;
}

/** The options of the command, in the order of its help. */
const OPTIONS = {
  functions: {
    type: "string",
    value: "DIR",
    about: "the functions to run; without it, those that `convex` pushed",
  },
  data: { type: "string", value: "DIR", about: "where everything is stored", default: "data" },
  port: { type: "string", value: "N", about: "where to listen; 0 takes any free port", default: "3210" },
  host: { type: "string", value: "ADDRESS", about: "the address to listen on", default: "127.0.0.1" },
  "site-port": { type: "string", value: "N", about: "a second port for HTTP actions alone" },
  origin: { type: "string", value: "URL", about: "the address under which people reach it, behind a proxy" },
  "files-origin": { type: "string", value: "URL", about: "an origin of its own for stored files" },
  "open-files": {
    type: "string",
    value: "LIST",
    about: "stored files that open in a tab beside pictures: pdf, svg, video, audio",
    default: "",
  },
  "min-free-mb": { type: "string", value: "N", about: "megabytes of the disk that stored files leave free" },
  "anonymous-kb": { type: "string", value: "N", about: "kilobytes that a call without a token may have" },
  "anonymous-values": { type: "string", value: "N", about: "values that a call without a token may hold" },
  "trusted-proxies": {
    type: "string",
    value: "LIST",
    about: "proxies whose forwarding headers are believed",
  },
  "admin-key": {
    type: "string",
    value: "KEY",
    about: "the key of `convex`; made and kept in the data folder when left out",
  },
  web: { type: "string", value: "DIR", about: "built web files to serve beside the functions" },
  accounts: { type: "boolean", default: false, about: "accounts with email and password under /api/auth" },
  "accounts-name": { type: "string", value: "NAME", about: "what authenticator apps call these accounts" },
  "accounts-mail": {
    type: "string",
    value: "FUNCTION",
    about: "the internal mutation that takes mail about accounts",
  },
  "accounts-admission": {
    type: "string",
    value: "FUNCTION",
    about: "the internal query that says who may open an account",
  },
  "payments-sandbox": {
    type: "string",
    value: "PATH",
    about: "a stand-in for a payment provider that calls this path",
  },
  "moved-modules": { type: "string", value: "FILE", about: "present paths of modules by their former ones" },
  "log-calls": {
    type: "string",
    value: "none|failed|all",
    about: "which calls are logged, a line of JSON each",
    default: "none",
  },
  "redact-logs-to-client": {
    type: "boolean",
    default: false,
    about: "tells clients of a failed call its request id alone",
  },
  help: { type: "boolean", default: false, about: "prints this" },
  version: { type: "boolean", default: false, about: "prints the version" },
} as const;

function helpText(): string {
  const lines = Object.entries(OPTIONS).map(([name, option]) => [
    `  --${name}${"value" in option ? ` ${option.value}` : ""}`,
    option.about + ("default" in option && option.default ? ` (${option.default})` : ""),
  ]);
  const width = Math.max(...lines.map(([option = ""]) => option.length));
  return [
    "Use: convex-embedded [options]",
    "",
    "Runs a Convex app in one process over one SQLite file.",
    "",
    ...lines.map(([option = "", about]) => `${option.padEnd(width)}  ${about}`),
  ].join("\n");
}

const SEE_HELP = "convex-embedded --help lists what there is.";

function readPort(name: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new StartError(`--${name} must be a port number from 0 to 65535, not ${JSON.stringify(text)}.`);
}

function readNumber(name: string, what: string, text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,9}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new StartError(`--${name} must be a number of ${what} such as 512, not ${JSON.stringify(text)}.`);
}

function readSize(name: string, unit: "kilobytes" | "megabytes", text: string | undefined) {
  const number = readNumber(name, unit, text);
  return number === undefined ? undefined : number * (unit === "kilobytes" ? 1024 : 1024 ** 2);
}

function readKinds(name: string, text: string): OpenedKind[] {
  return text.split(/[\s,]+/).flatMap((word) => {
    const kind = OPENED_KINDS.find((known) => known === word);
    if (kind !== undefined) return [kind];
    if (word === "") return [];
    throw new StartError(
      `--${name} must list some of ${OPENED_KINDS.join(", ")}, not ${JSON.stringify(word)}.`,
    );
  });
}

function readOrigin(name: string, text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text).origin;
  throw new StartError(
    `--${name} must be an address such as https://example.com, not ${JSON.stringify(text)}.`,
  );
}

function readPath(name: string, text: string): string {
  if (/^\/[\w./-]*$/.test(text)) return text;
  throw new StartError(`--${name} must be a path such as /webhook, not ${JSON.stringify(text)}.`);
}

function readLoggedCalls(text: string): LoggedCalls {
  if (text === "none" || text === "failed" || text === "all") return text;
  throw new StartError(`--log-calls must be none, failed or all, not ${JSON.stringify(text)}.`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}. ${SEE_HELP}`, {
      cause: error,
    });
  }
}

/** Returns null unless the command line asks for help or the version. */
export function readQuestion(args: readonly string[]): string | null {
  const values = parse(args);
  if (values.help) return helpText();
  return values.version ? packageVersion() : null;
}

export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return manifest.version;
}

/** Throws a StartError with the reason. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const values = parse(args);
  const { functions, data, port } = values;
  const sitePort = values["site-port"];
  const paymentsSandbox = values["payments-sandbox"];
  return {
    functionsDir: functions ?? null,
    dataDir: data,
    port: readPort("port", port),
    sitePort: sitePort === undefined ? null : readPort("site-port", sitePort),
    host: values.host,
    adminKey: values["admin-key"] ?? null,
    webDir: values.web ?? null,
    accounts: values.accounts,
    accountsName: values["accounts-name"] ?? null,
    accountsMail: values["accounts-mail"] ?? null,
    accountsAdmission: values["accounts-admission"] ?? null,
    origin: values.origin === undefined ? null : readOrigin("origin", values.origin),
    filesOrigin:
      values["files-origin"] === undefined ? null : readOrigin("files-origin", values["files-origin"]),
    openedFiles: readKinds("open-files", values["open-files"]),
    minFreeBytes: readSize("min-free-mb", "megabytes", values["min-free-mb"]),
    anonymousBounds: {
      bytes: readSize("anonymous-kb", "kilobytes", values["anonymous-kb"]),
      values: readNumber("anonymous-values", "values", values["anonymous-values"]),
    },
    trustedProxies: values["trusted-proxies"]?.split(",").map((each) => each.trim()) ?? null,
    paymentsSandbox: paymentsSandbox === undefined ? null : readPath("payments-sandbox", paymentsSandbox),
    movedModules: values["moved-modules"] ?? null,
    logCalls: readLoggedCalls(values["log-calls"]),
    redactLogsToClient: values["redact-logs-to-client"],
  };
}
