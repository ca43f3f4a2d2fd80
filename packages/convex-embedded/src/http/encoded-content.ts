/**
 * Sends content that many clients request: with an ETag, as 304 if the client has it, and compressed once for all
 * that accept it.
 */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

type Compress = (bytes: Buffer, encoding: Encoding) => Promise<Buffer>;

const COMPRESSIBLE = /^(text\/|application\/(json|manifest\+json|xml|wasm)|image\/svg)/;
/** For fewer bytes, compressing takes longer than it saves. */
const MIN_COMPRESSED_BYTES = 1024;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export class EncodedContent {
  readonly #etag: string;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(
    readonly bytes: Buffer,
    private readonly type: string,
    private readonly compressed: Compress = compress,
  ) {
    this.#etag = createHash("sha256").update(bytes).digest("base64url").slice(0, 24);
  }

  /** Waits until `take` allows the bytes. Headers that were already set are included. */
  async send(
    request: IncomingMessage,
    response: ServerResponse,
    take?: (bytes: number) => Promise<void>,
  ): Promise<void> {
    const encoding = chooseEncoding(request, this.type, this.bytes.length);
    const etag = `"${this.#etag}${encoding === "identity" ? "" : `-${encoding}`}"`;
    response.setHeader("Content-Type", this.type);
    response.setHeader("ETag", etag);
    response.setHeader("Vary", "Accept-Encoding");
    if (request.headers["if-none-match"]?.split(/,\s*/).includes(etag)) {
      response.writeHead(304).end();
      return;
    }
    const bytes = await this.#encode(encoding);
    if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
    response.writeHead(200, { "Content-Length": bytes.length });
    if (request.method === "HEAD") {
      response.end();
      return;
    }
    await take?.(bytes.length);
    response.end(bytes);
  }

  #encode(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const made = this.compressed(this.bytes, encoding);
    this.#encoded.set(encoding, made);
    return made;
  }
}

export async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case "identity":
      return bytes;
    case "br":
      return compressBrotli(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      });
    case "gzip":
      return compressGzip(bytes);
  }
}

function chooseEncoding(request: IncomingMessage, type: string, length: number): Encoding {
  if (length < MIN_COMPRESSED_BYTES || !COMPRESSIBLE.test(type)) return "identity";
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const takes = (name: string) =>
    new RegExp(`(^|[,\\s])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted);
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : "identity";
}
