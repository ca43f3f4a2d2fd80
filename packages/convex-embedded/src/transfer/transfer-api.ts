/**
 * The endpoints of `convex export` and `convex import`. All of them require the admin key. The CLI starts work here
 * and watches it with the queries of `deploy/system-queries.ts`.
 */
import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { Authenticator } from "../auth/authenticator.js";
import { readJsonObject } from "../http/body.js";
import { readCaller } from "../http/credentials.js";
import type { ExtraHandler } from "../http/router.js";
import { HttpError, sendJson } from "../http/responses.js";
import { SnapshotExports, type ExportServices } from "./exports.js";
import { SnapshotImports, type ImportServices } from "./imports.js";
import { Uploads } from "./uploads.js";

export interface TransferServices extends ExportServices, ImportServices {
  readonly authenticator: Authenticator;
}

export interface TransferApi {
  readonly handle: ExtraHandler;
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

const MAX_BODY_BYTES = 4 << 20;

const finishUpload = z
  .object({
    import: z.object({
      tableName: z
        .string()
        .regex(/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/, "invalid table name")
        .nullish(),
      componentPath: z
        .string()
        .regex(/^([a-zA-Z0-9_]+(\/[a-zA-Z0-9_]+)*)?$/, "invalid component path")
        .nullish(),
      mode: z.enum(["requireEmpty", "append", "replace", "replaceAll"]).default("requireEmpty"),
      format: z.enum(["csv", "jsonLines", "jsonArray", "zip"]),
    }),
    uploadToken: z.string(),
    partTokens: z.array(z.string()).max(10_000),
  })
  .refine((body) => (body.import.format === "zip") !== (typeof body.import.tableName === "string"), {
    message: "a table name goes with every format but ZIP",
  });

const importById = z.object({ importId: z.string() });

export function createTransferApi(services: TransferServices): TransferApi {
  const exports = new SnapshotExports(services);
  const imports = new SnapshotImports(services);
  const uploads = new Uploads(services.dataDir);
  const answers: Readonly<Record<string, Answer | undefined>> = {
    "POST /api/export/request/zip": async (_request, response, url) => {
      await exports.request(url.searchParams.get("includeStorage") === "true");
      sendJson(response, 200, null);
    },
    "POST /api/import/start_upload": (_request, response) => {
      sendJson(response, 200, { uploadToken: uploads.start() });
      return Promise.resolve();
    },
    "POST /api/import/upload_part": async (request, response, url) => {
      const token = url.searchParams.get("uploadToken") ?? "";
      sendJson(
        response,
        200,
        await uploads.addPart(token, Number(url.searchParams.get("partNumber")), request),
      );
    },
    "POST /api/import/finish_upload": async (request, response) => {
      const { import: wanted, uploadToken, partTokens } = await readBody(request, finishUpload);
      const path = await uploads.finish(uploadToken, partTokens);
      const source = {
        ...{ path, format: wanted.format },
        tableName: wanted.tableName ?? null,
        component: wanted.componentPath ?? "",
      };
      sendJson(response, 200, { importId: await imports.start(source, wanted.mode) });
    },
    "POST /api/perform_import": async (request, response) => {
      await imports.perform((await readBody(request, importById)).importId);
      sendJson(response, 200, null);
    },
    "POST /api/cancel_import": async (request, response) => {
      await imports.cancel((await readBody(request, importById)).importId);
      sendJson(response, 200, null);
    },
  };
  return {
    async handle(request, response) {
      const url = new URL(request.url ?? "/", "http://localhost");
      const method = request.method ?? "GET";
      const exported = /^\/api\/export\/zip\/([^/]+)$/.exec(url.pathname)?.[1];
      const answer = answers[`${method} ${url.pathname}`];
      const isFetch = exported !== undefined && method === "GET";
      if (answer === undefined && !isFetch) return false;
      const caller = await readCaller(request.headers.authorization, services.authenticator);
      if (caller.visibility !== "internal") {
        throw new HttpError(403, "BadDeployKey", "This path takes the admin key only");
      }
      if (isFetch) await sendExport(exports, exported, response);
      else await answer?.(request, response, url);
      return true;
    },
    close: async () => {
      await Promise.all([exports.close(), imports.close()]);
    },
  };
}

async function readBody<T extends z.ZodType>(request: IncomingMessage, schema: T): Promise<z.infer<T>> {
  const parsed = schema.safeParse(await readJsonObject(request, MAX_BODY_BYTES));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new HttpError(400, "BadJsonBody", `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
}

async function sendExport(exports: SnapshotExports, ts: string, response: ServerResponse): Promise<void> {
  const file = exports.find(ts);
  if (file === null) {
    throw new HttpError(404, "ExportNotFound", `The requested export ${ts} was not found`);
  }
  response.writeHead(200, {
    "Content-Type": "application/zip",
    "Content-Length": file.size,
    "Content-Disposition": `attachment; filename=${file.name}`,
  });
  // If the client closed the connection, it no longer waits for the file.
  await pipeline(createReadStream(file.path), response).catch(() => response.destroy());
}
