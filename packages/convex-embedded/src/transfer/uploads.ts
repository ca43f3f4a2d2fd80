/**
 * Files that the CLI sends in parts. Each part is written to disk as it arrives, and together they make one file in
 * the data folder. An unfinished upload is removed at the next start.
 *   <data>/imports/<token>/<part number>     parts
 *   <data>/imports/<token>.upload            the whole file
 */
import { randomUUID } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { HttpError } from "../http/responses.js";
import { IMPORTS_FOLDER } from "../data-folder.js";

/** The same value as in Convex. */
const MAX_PARTS = 10_000;
const TOKEN = /^[0-9a-f-]{36}$/;

export class Uploads {
  private readonly dir: string;

  constructor(dataDir: string) {
    this.dir = path.join(dataDir, IMPORTS_FOLDER);
  }

  start(): string {
    const token = randomUUID();
    mkdirSync(path.join(this.dir, token), { recursive: true });
    return token;
  }

  async addPart(token: string, partNumber: number, body: IncomingMessage): Promise<string> {
    const folder = this.requireFolder(token);
    if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > MAX_PARTS) {
      throw new HttpError(400, "InvalidPartNumber", `Parts are numbered from 1 to ${MAX_PARTS}`);
    }
    await pipeline(body, createWriteStream(path.join(folder, String(partNumber))));
    return String(partNumber);
  }

  /** The caller removes the returned file. */
  async finish(token: string, partTokens: readonly string[]): Promise<string> {
    const folder = this.requireFolder(token);
    const parts = partTokens.map((part) => path.join(folder, path.basename(part)));
    const missing = partTokens.find((part, i) => !/^\d+$/.test(part) || !existsSync(parts[i] ?? ""));
    if (missing !== undefined) throw new HttpError(400, "InvalidPart", `There is no part ${missing}`);
    const [first, ...others] = parts;
    const whole = path.join(this.dir, `${token}.upload`);
    if (first === undefined) writeFileSync(whole, "");
    else renameSync(first, whole);
    for (const part of others) {
      await pipeline(createReadStream(part), createWriteStream(whole, { flags: "a" }));
      rmSync(part, { force: true });
    }
    rmSync(folder, { recursive: true, force: true });
    return whole;
  }

  private requireFolder(token: string): string {
    const folder = path.join(this.dir, token);
    if (TOKEN.test(token) && existsSync(folder)) return folder;
    throw new HttpError(400, "InvalidUploadToken", "The upload token is not valid");
  }
}
