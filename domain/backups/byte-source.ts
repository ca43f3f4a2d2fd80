/** Bytes that can be read in pieces: a file on a disk, a request's body, or bytes in memory. */

export interface ByteSource {
  readonly size: number;
  readonly read: (from: number, to: number) => Promise<Uint8Array>;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

const WINDOW_BYTES = 4 * 1024 * 1024;

export async function* piecesOf(source: ByteSource, { from, to }: Span): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += WINDOW_BYTES)
    yield await source.read(at, Math.min(at + WINDOW_BYTES, to));
}

export const sourceOf = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: (from, to) => Promise.resolve(bytes.subarray(from, to)),
});

export const sourceOfBlob = (blob: Blob): ByteSource => ({
  size: blob.size,
  read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
});
