/** Reads the runtime's command line; whatever is wrong with it becomes one sentence for the operator. */
import { parseArgs } from "node:util";
import type { LoggedCalls } from "./operation/call-log.js";
import { StartError } from "./start-error.js";

export interface CommandLine {
  /** Null runs what the CLI has pushed. */
  readonly functionsDir: string | null;
  readonly dataDir: string;
  readonly port: number;
  readonly sitePort: number | null;
  readonly host: string;
  readonly adminKey: string | null;
  readonly webDir: string | null;
  readonly accounts: boolean;
  /** What an authenticator app calls the accounts. */
  readonly accountsName: string | null;
  /** The internal mutation that takes mail about accounts. */
  readonly accountsMail: string | null;
  /** The internal query that says who may open an account. */
  readonly accountsAdmission: string | null;
  /** Where people reach the runtime when that is not the port itself: the address of a reverse proxy. */
  readonly origin: string | null;
  /** Proxies whose `X-Forwarded-For` is believed: addresses, networks, `loopback`; null leaves it to the origin. */
  readonly filesOrigin: string | null;
  readonly minFreeBytes: number | undefined;
  readonly trustedProxies: readonly string[] | null;
  /** The path at which the functions take payment webhooks; with it a payments sandbox is served. */
  readonly paymentsSandbox: string | null;
  /** A JSON file with the present paths of modules by their former ones. */
  readonly movedModules: string | null;
  /** Which ended calls are told on standard output. */
  readonly logCalls: LoggedCalls;
  /** Keeps from clients why calls failed and what functions print. */
  readonly redactLogsToClient: boolean;
}

const USAGE =
  "Use: convex-embedded [--functions DIR] --data DIR --port N " +
  "[--site-port N] [--admin-key KEY] [--web DIR] [--accounts] [--accounts-name NAME] [--accounts-mail FUNCTION] [--accounts-admission FUNCTION] [--host ADDRESS] [--origin URL] [--files-origin URL] [--min-free-mb N] [--trusted-proxies LIST] [--payments-sandbox PATH] [--moved-modules FILE] [--log-calls none|failed|all] [--redact-logs-to-client]";

function readPort(name: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new StartError(`--${name} must be a port number from 0 to 65535, not ${JSON.stringify(text)}.`);
}

function readMegabytes(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1024 ** 2;
  throw new StartError(`--${name} must be a number of megabytes such as 512, not ${JSON.stringify(text)}.`);
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
    return parseArgs({
      args: [...args],
      options: {
        functions: { type: "string" },
        data: { type: "string" },
        port: { type: "string" },
        "site-port": { type: "string" },
        "admin-key": { type: "string" },
        web: { type: "string" },
        accounts: { type: "boolean", default: false },
        "accounts-name": { type: "string" },
        "accounts-mail": { type: "string" },
        "accounts-admission": { type: "string" },
        host: { type: "string", default: "127.0.0.1" },
        origin: { type: "string" },
        "files-origin": { type: "string" },
        "min-free-mb": { type: "string" },
        "trusted-proxies": { type: "string" },
        "payments-sandbox": { type: "string" },
        "moved-modules": { type: "string" },
        "log-calls": { type: "string", default: "none" },
        "redact-logs-to-client": { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}. ${USAGE}`, {
      cause: error,
    });
  }
}

/** Parses the command line; throws a StartError with the usage. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const values = parse(args);
  const { functions, data, port } = values;
  if (data === undefined || port === undefined) {
    throw new StartError(`--data and --port are needed. ${USAGE}`);
  }
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
    minFreeBytes:
      values["min-free-mb"] === undefined ? undefined : readMegabytes("min-free-mb", values["min-free-mb"]),
    trustedProxies: values["trusted-proxies"]?.split(",").map((each) => each.trim()) ?? null,
    paymentsSandbox: paymentsSandbox === undefined ? null : readPath("payments-sandbox", paymentsSandbox),
    movedModules: values["moved-modules"] ?? null,
    logCalls: readLoggedCalls(values["log-calls"]),
    redactLogsToClient: values["redact-logs-to-client"],
  };
}
