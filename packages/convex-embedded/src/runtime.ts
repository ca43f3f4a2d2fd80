/**
 * Assembles the runtime. Each part starts after the parts that it needs, and they end in the reverse order. If a
 * part cannot start, the earlier ones are ended again, and the reason is a StartError.
 */
import { existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { createAccountAdmission } from "./account-admission.js";
import { createAccountMail } from "./account-mail.js";
import type { Accounts, AccountsOptions } from "./accounts/accounts.js";
import { loadAdminKey } from "./admin-key.js";
import { createLiveAuthenticator } from "./auth/live-authenticator.js";
import { readProviders } from "./auth/providers.js";
import type { Database } from "./database/api.js";
import { openDatabase } from "./database/database.js";
import { createSubscriptionIndex } from "./database/subscription-index.js";
import { DATABASE_FILE, FILES_FOLDER } from "./data-folder.js";
import { DeploymentTokens } from "./auth/deployment-tokens.js";
import { Deployment } from "./deploy/deployment.js";
import { FunctionVariables } from "./deploy/environment.js";
import { FunctionLog } from "./deploy/function-log.js";
import { removeAbandonedBackup } from "./backup/staging.js";
import { removeInlineQueries } from "./deploy/inline-queries-folder.js";
import { createPushHandler } from "./deploy/push-handler.js";
import { PushedSources, type PushedSource } from "./deploy/pushed-source.js";
import { createSystemQueries } from "./deploy/system-queries.js";
import { createFileStore } from "./files/file-store.js";
import { functionEnvironment } from "./function-environment.js";
import { componentSchemas } from "./functions/analysis.js";
import { createActionRunner } from "./functions/actions/action-runner.js";
import type { EndedCall } from "./functions/api.js";
import { prepareFunctions, prepareFunctionsApart } from "./functions/bundle/prepare.js";
import { LiveRunner, type Generation } from "./functions/live-runner.js";
import { readModuleMoves } from "./functions/module-moves.js";
import { redactForClients, redactProviders } from "./functions/redaction.js";
import { Arrivals } from "./http/arrivals.js";
import { CallRates, LargeCalls } from "./http/call-rates.js";
import { Pace } from "./http/pace.js";
import { ReadingThread } from "./http/reading-thread.js";
import { LOOPBACK, openClientAddresses } from "./http/client-address.js";
import { noticeForwarding } from "./http/forwarding-notice.js";
import { listen, type ListeningServer } from "./http/listen.js";
import { readCommitted } from "./functions/system-query.js";
import { createRouter, createSiteRouter, type RouterServices } from "./http/router.js";
import { createStorageHandler } from "./http/storage.js";
import { openWebApp } from "./http/web-app.js";
import { CallCounts } from "./operation/call-counts.js";
import { createCallLog, type LoggedCalls } from "./operation/call-log.js";
import { withoutValues } from "./operation/log-text.js";
import { createStatusPages } from "./operation/status-pages.js";
import {
  openPaymentsSandbox,
  type PaymentsServer,
  type PaymentsServerOptions,
} from "./sandbox/payments-server.js";
import type { OpenedKind } from "./files/shown-type.js";
import type { AnonymousBounds } from "./functions/request-bounds.js";
import { createScheduler } from "./scheduler/scheduler.js";
import { explainDisk, explainStartFailure, StartError } from "./start-error.js";
import { createMetrics } from "./sync/metrics.js";
import { Subscriptions } from "./sync/subscriptions.js";
import { failUnfinished, removeLeftovers } from "./transfer/states.js";
import { createTransferHandler } from "./transfer/transfer-handler.js";
import { parseSyncPath, SyncServer } from "./sync/sync-server.js";

export interface RuntimeOptions {
  /** The functions folder. Null runs the functions that the CLI has pushed. */
  readonly functionsDir: string | null;
  readonly dataDir: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly sitePort?: number | null;
  readonly host?: string;
  readonly adminKey?: string | null;
  readonly webDir?: string | null;
  readonly accounts?: boolean;
  /** The issuer's name in an authenticator app. */
  readonly accountsName?: string | null;
  /** The internal mutation that receives mail about accounts, as `module:function`. */
  readonly accountsMail?: string | null;
  /** The internal query that decides who may open an account, as `module:function`. */
  readonly accountsAdmission?: string | null;
  /** The address of the runtime for users, if different from its own port. */
  readonly origin?: string | null;
  readonly filesOrigin?: string | null;
  /** Types of stored files that a browser opens in a tab, in addition to pictures. By default none. */
  readonly openedFiles?: readonly OpenedKind[];
  /** Bytes of the disk that stored files leave free. By default half a gigabyte. */
  readonly minFreeBytes?: number | undefined;
  /** Limits of requests without a token. By default the same as with a token, which are Convex's. */
  readonly anonymousBounds?: AnonymousBounds;
  /** Proxies whose forwarding headers are trusted. By default, if there is an origin, this machine's own. */
  readonly trustedProxies?: readonly string[] | null;
  /**
   * The path at which the functions receive payment webhooks. Set it to replace the provider with a payments
   * sandbox.
   */
  readonly paymentsSandbox?: string | null;
  /** Signs local sessions. By default generated, and stored in the data folder. */
  readonly accountsSecret?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * The built action worker. The scripts of the other threads are beside it. By default beside the built main
   * script.
   */
  readonly actionWorkerUrl?: URL;
  /** A JSON file that maps former module paths to current ones. */
  readonly movedModules?: string | null;
  /** Which finished calls are logged to standard output, one line of JSON each. By default none. */
  readonly logCalls?: LoggedCalls;
  /** Hides from clients why calls failed and what functions print, like Convex in production. */
  readonly redactLogsToClient?: boolean;
  readonly onError?: (error: unknown) => void;
  /** Called once if commits can no longer be synced to disk. After that only a restart helps. */
  readonly onDiskFailure?: (failure: Error) => void;
  /**
   * Called with a message about a setting that the operator should change. By default it is printed to standard
   * error.
   */
  readonly onNotice?: (notice: string) => void;
}

export interface Runtime {
  /** The address of the main port on this machine. */
  readonly origin: string;
  readonly adminKey: string;
  /** Accepts no more work, finishes running work, and closes the data folder. */
  close(): Promise<void>;
}

const VERSION = "embedded-1";
const INSTANCE_NAME = "embedded";
const GRACE_MS = 2000;

type Cleanup = () => Promise<void> | void;

/** Throws a StartError that explains what to do if the runtime cannot start. */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const cleanups: Cleanup[] = [];
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= runInReverse(cleanups));
  try {
    const { origin, adminKey } = await start(options, (cleanup) => cleanups.push(cleanup));
    return { origin, adminKey, close };
  } catch (error) {
    await close();
    throw explainStartFailure(error);
  }
}

async function runInReverse(cleanups: Cleanup[]): Promise<void> {
  for (let cleanup = cleanups.pop(); cleanup !== undefined; cleanup = cleanups.pop()) await cleanup();
}

async function start(options: RuntimeOptions, onClose: (cleanup: Cleanup) => void) {
  const {
    host = "127.0.0.1",
    onError = logError,
    onNotice = logError,
    env: processEnv = process.env,
  } = options;
  const dataDir = prepareDataDir(options.dataDir);
  if (options.functionsDir !== null) requireFolder(options.functionsDir);
  const database = openDatabase({
    path: path.join(dataDir, DATABASE_FILE),
    onFailure: options.onDiskFailure ?? onError,
    onNotice,
  });
  onClose(() => database.close());

  const addresses = openClientAddresses(options.trustedProxies ?? (options.origin ? [LOOPBACK] : []));
  const guard = { guard: { addresses } };
  const main = await listen(host, options.port, "port", guard);
  const site =
    typeof options.sitePort === "number" ? await listen(host, options.sitePort, "site-port", guard) : null;
  const origin = localOrigin(host, main.port);
  const publicOrigin = options.origin ?? origin;
  const siteOrigin = site === null ? publicOrigin : localOrigin(host, site.port);

  let closeEnded = (): void => undefined;
  const accountMail = createAccountMail(options.accountsMail ?? null);
  const admission = createAccountAdmission(options.accountsAdmission ?? null);
  const accounts =
    options.accounts === true
      ? await openAccounts(
          dataDir,
          database,
          {
            ...options,
            addressOf: addresses.of,
            sendMail: accountMail?.send,
            admit: admission?.admit,
            onSessionsEnded: () => closeEnded(),
          },
          onError,
        )
      : null;
  if (accounts !== null) onClose(() => accounts.close());
  const addressesOfPayments = { dataDir, localOrigin: origin, publicOrigin, onError };
  const payments = openPayments(options.paymentsSandbox, processEnv, addressesOfPayments);
  if (payments !== null) onClose(() => payments.close());
  const variables = await FunctionVariables.open({
    database,
    base: functionEnvironment(processEnv),
    own: {
      ...accounts?.env,
      ...(accounts && { LOCAL_ACCOUNTS_URL: `${origin}/api/auth` }),
      ...payments?.env,
      CONVEX_CLOUD_URL: publicOrigin,
      CONVEX_SITE_URL: siteOrigin,
      // Functions that call this runtime must not need a proxy.
      LOCAL_ORIGIN: origin,
      // Requests from before this time ended with their process. Functions have no other way to know this.
      LOCAL_STARTED_AT: String(Date.now()),
    },
  });
  removeLeftovers(dataDir);
  removeInlineQueries(dataDir);
  removeAbandonedBackup(dataDir);
  await failUnfinished(database);
  const sources = new PushedSources(dataDir);
  const { generation, source } = await openFunctions(options.functionsDir, dataDir, sources, variables.env);
  const { analysis } = generation;
  database.applySchema(analysis.schema, componentSchemas(analysis));

  const adminKey = options.adminKey ?? loadAdminKey(dataDir);
  const ownUrls = { cloudUrl: publicOrigin, siteUrl: siteOrigin };
  const parts = startEngine({ database, generation, dataDir, ownUrls, options, onClose, onError });
  accountMail?.runOn(parts.runner);
  admission?.runOn(parts.runner);
  const metrics = createMetrics();
  const authenticator = createLiveAuthenticator(
    adminKey,
    readProviders(generation.analysis.authProviders),
    accounts === null ? undefined : (token) => accounts.isOver(token),
  );
  /**
   * For the parts that respond to clients. The scheduler and the tools get the runner and the authenticator without
   * it.
   */
  const forClients =
    options.redactLogsToClient === true
      ? {
          runner: redactForClients(
            parts.runner,
            (text) => void process.stderr.write(`${withoutValues(text)}\n`),
          ),
          authenticator: redactProviders(authenticator),
        }
      : { runner: parts.runner, authenticator };
  const subscriptions = new Subscriptions({
    database,
    metrics,
    onError,
    runner: forClients.runner,
    index: createSubscriptionIndex(),
  });
  onClose(() => subscriptions.close());
  const arrivals = new Arrivals();
  const pace = new Pace();
  const largeCalls = new LargeCalls();
  const rates = new CallRates();
  const { anonymousBounds = {} } = options;
  const reader = new ReadingThread(new URL("../http/reading-worker.js", workerUrlOf(options)), arrivals);
  onClose(() => reader.close());
  const sync = new SyncServer({
    database,
    metrics,
    onError,
    subscriptions,
    ...forClients,
    arrivals,
    pace,
    largeCalls,
    rates,
    anonymousBounds,
    reader,
    addressOf: addresses.of,
  });
  closeEnded = () => sync.checkTokens();
  const { runner, scheduler, log } = parts;
  const deployment = new Deployment(
    { database, runner, authenticator, scheduler, subscriptions, variables, sources },
    source,
  );
  const inlineQueries = { database, dataDir, files: parts.files, deploymentName: INSTANCE_NAME };
  const pushApi = createPushHandler({ deployment, authenticator, log, inlineQueries, ...ownUrls });
  const transfer = createTransferHandler({
    ...{ database, authenticator, dataDir, onError },
    files: parts.files,
    deploymentName: INSTANCE_NAME,
    analysis: () => parts.runner.generation.analysis,
    onReplaced: () => subscriptions.rerunAll(),
  });
  onClose(() => transfer.close());
  const services: RouterServices = {
    ...forClients,
    database,
    metrics,
    statusPages: createStatusPages({
      metrics,
      calls: parts.calls,
      databaseFile: path.join(dataDir, DATABASE_FILE),
      readDatabase: async () => {
        await database.whenDurable();
        return readCommitted(database, () => database.latestTs);
      },
    }),
    onError,
    addresses,
    arrivals,
    rates,
    pace,
    largeCalls,
    anonymousBounds,
    reader,
    isSecure: publicOrigin.startsWith("https:"),
    storage: createStorageHandler(parts.files, {
      filesOrigin: options.filesOrigin,
      opened: options.openedFiles,
    }),
    filesOrigin: options.filesOrigin ?? null,
    keySet: () => parts.tokens.keySet(),
    version: VERSION,
    instanceName: INSTANCE_NAME,
    hasHttpActions: () => {
      const { routes, mounts } = parts.runner.generation.analysis;
      return routes.length > 0 || Object.keys(mounts).length > 0;
    },
    extraHandlers: [
      pushApi,
      transfer.handle,
      ...(accounts === null ? [] : [accounts.handle.bind(accounts)]),
      ...(payments === null ? [] : [payments.handle.bind(payments)]),
    ],
    webApp: options.webDir
      ? openWebApp(options.webDir, [
          ...[origin, publicOrigin, siteOrigin],
          ...(options.filesOrigin ? [options.filesOrigin] : []),
        ])
      : null,
  };
  noticeForwarding(main.server, addresses, onNotice);
  serveSync(main, sync);
  main.serve(createRouter(services));
  site?.serve(createSiteRouter(services));
  onClose(async () => {
    await Promise.all([sync.close(GRACE_MS), main.close(GRACE_MS), site?.close(GRACE_MS)]);
  });
  await parts.scheduler.start();
  onClose(() => parts.scheduler.close());
  parts.files.sweep().catch(onError);
  accounts?.warm().catch(onError);
  payments?.start();
  return { origin, adminKey };
}

/** The functions of the folder, those that were pushed last, or none. */
async function openFunctions(
  functionsDir: string | null,
  dataDir: string,
  sources: PushedSources,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly generation: Generation; readonly source: PushedSource | null }> {
  if (functionsDir !== null) {
    const apart = new URL("./functions/prepare-apart.js", import.meta.url);
    // Only a built runtime has the script. Started from its sources, the runtime prepares functions in this
    // process.
    const prepare = existsSync(apart) ? prepareFunctionsApart : prepareFunctions;
    const prepared = await prepare({ functionsDir, dataDir, env }, apart);
    return { generation: { ...prepared, env }, source: null };
  }
  const source = sources.openCurrent();
  const opened = source ?? sources.empty();
  const prepared = await prepareFunctions({
    functionsDir: opened.functionsDir,
    dataDir: opened.dir,
    env,
  });
  return { generation: { ...prepared, env }, source };
}

interface EngineOptions {
  readonly database: Database;
  readonly generation: Generation;
  readonly dataDir: string;
  readonly ownUrls: { readonly cloudUrl: string; readonly siteUrl: string };
  readonly options: RuntimeOptions;
  readonly onClose: (cleanup: Cleanup) => void;
  readonly onError: (error: unknown) => void;
}

function workerUrlOf({ actionWorkerUrl }: RuntimeOptions): URL {
  return actionWorkerUrl ?? new URL("./functions/action-worker.js", import.meta.url);
}

function startEngine({ database, generation, dataDir, ownUrls, options, onClose, onError }: EngineOptions) {
  const files = createFileStore({
    dir: path.join(dataDir, FILES_FOLDER),
    database,
    origin: () => ownUrls.cloudUrl,
    filesOrigin: options.filesOrigin,
    ...(options.minFreeBytes !== undefined && { minFreeBytes: options.minFreeBytes }),
  });
  onClose(() => files.close());
  const workerUrl = workerUrlOf(options);
  const tokens = new DeploymentTokens(dataDir, ownUrls.cloudUrl);
  const log = new FunctionLog();
  const calls = new CallCounts();
  const callLog = createCallLog(options.logCalls ?? "none", (line) => process.stdout.write(line));
  const onCall = (call: EndedCall): void => {
    log.add(call);
    calls.add(call);
    callLog(call);
  };
  const runner: LiveRunner = new LiveRunner(
    {
      database,
      files,
      onError,
      onCall,
      hidesCausesFromNode: options.redactLogsToClient,
      deploymentName: INSTANCE_NAME,
      moves: readModuleMoves(options.movedModules ?? null),
      tokens,
      createActions: ({ bundle, analysis }, host) =>
        createActionRunner({ workerUrl, bundle, analysis, host, files, onHttpEnded: onCall }),
      systemQueries: createSystemQueries({
        ...ownUrls,
        analysis: () => runner.generation.analysis,
        tableNames: (component) => database.userTables(component),
      }),
    },
    generation,
  );
  onClose(() => runner.close());
  const scheduler = createScheduler({ database, runner, analysis: generation.analysis });
  return { files, runner, scheduler, log, calls, tokens };
}

/** Loaded on demand, because the sign-in library is large. */
async function openAccounts(
  dataDir: string,
  database: Database,
  options: RuntimeOptions & Pick<AccountsOptions, "sendMail" | "admit" | "onSessionsEnded" | "addressOf">,
  onError: (error: unknown) => void,
): Promise<Accounts> {
  const { createAccounts } = await import("./accounts/accounts.js");
  return createAccounts({
    dataDir,
    dbPath: path.join(dataDir, DATABASE_FILE),
    origin: options.origin ?? undefined,
    secret: options.accountsSecret,
    ...(options.accountsName ? { appName: options.accountsName } : {}),
    sendMail: options.sendMail,
    admit: options.admit,
    ...(options.addressOf && { addressOf: options.addressOf }),
    ...(options.onSessionsEnded && { onSessionsEnded: options.onSessionsEnded }),
    whenIdle: () => database.whenIdle(),
    onError,
  });
}

/** There is no sandbox once the provider's own key is set. */
function openPayments(
  webhookPath: string | null | undefined,
  env: Readonly<Record<string, string | undefined>>,
  where: Omit<PaymentsServerOptions, "webhookPath">,
): PaymentsServer | null {
  if (!webhookPath || env["STRIPE_SECRET_KEY"]) return null;
  return openPaymentsSandbox({ ...where, webhookPath });
}

function serveSync(main: ListeningServer, sync: SyncServer): void {
  main.server.on("upgrade", (request, socket, head) => {
    const version = parseSyncPath((request.url ?? "").split("?", 1)[0] ?? "");
    if (version !== null) return sync.handleUpgrade(request, socket, head, version);
    socket.on("error", () => socket.destroy());
    socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  });
}

function prepareDataDir(dataDir: string): string {
  const absolute = path.resolve(dataDir);
  try {
    mkdirSync(absolute, { recursive: true });
  } catch (error) {
    const problem = explainDisk(error);
    if (problem !== null) throw problem;
    throw new StartError(
      `Cannot write to ${absolute}: allow this user to write there, or choose another data folder with --data.`,
      { cause: error },
    );
  }
  return absolute;
}

function requireFolder(functionsDir: string): void {
  const absolute = path.resolve(functionsDir);
  if (existsSync(absolute) && statSync(absolute).isDirectory()) return;
  throw new StartError(`There is no functions folder ${absolute}: choose another one with --functions.`);
}

/** The address of a port as a browser on this machine reaches it. */
function localOrigin(host: string, port: number): string {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const name = isEverywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function logError(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
