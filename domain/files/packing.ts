/** Compresses files while they are written, so that only compressed data stays in memory. */
import { Gunzip, Gzip, strToU8, Zip, ZipDeflate } from "fflate";

/** Stored texts are compressed; downloads are decompressed. */
export const PACKED_TEXT_TYPE = "application/gzip";

export type Piece = Uint8Array<ArrayBuffer>;

export type Write = (text: string) => void;

/** Each entry must be finished before the next entry begins. */
type WriteEntry = (write: Write) => Promise<void> | void;

export class ZipFile {
  readonly #pieces: Piece[] = [];
  readonly #zip = new Zip((error, chunk) => {
    if (error) throw error;
    this.#pieces.push(new Uint8Array(chunk));
  });

  async add(name: string, writeEntry: WriteEntry): Promise<void> {
    const entry = new ZipDeflate(name);
    this.#zip.add(entry);
    await writeEntry((text) => entry.push(strToU8(text)));
    entry.push(new Uint8Array(), true);
  }

  addBytes(name: string, bytes: Uint8Array): void {
    const entry = new ZipDeflate(name);
    this.#zip.add(entry);
    entry.push(bytes, true);
  }

  finish(): Piece[] {
    this.#zip.end();
    return this.#pieces;
  }
}

export async function packText(writeText: WriteEntry): Promise<Piece[]> {
  const pieces: Piece[] = [];
  const gzip = new Gzip((chunk) => pieces.push(new Uint8Array(chunk)));
  await writeText((text) => gzip.push(strToU8(text)));
  gzip.push(new Uint8Array(), true);
  return pieces;
}

export function unpackText(): TransformStream<Uint8Array, Uint8Array> {
  const gunzip = new Gunzip();
  return new TransformStream({
    start: (controller) => {
      gunzip.ondata = (chunk) => controller.enqueue(chunk);
    },
    transform: (chunk) => gunzip.push(chunk),
    flush: () => gunzip.push(new Uint8Array(), true),
  });
}
