/**
 * Compresses the built web files once, as much as possible. The runtime sends the compressed copies instead of
 * compressing files at the first request.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt)$/;
/** The runtime sends smaller files uncompressed. */
const MIN_BYTES = 1024;
/** The best compression of larger files, such as decoders of photo formats, takes seconds and saves little. */
const LARGE_BYTES = 1_000_000;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** @param {string} file */
async function compress(file) {
  const bytes = await readFile(file);
  if (bytes.length < MIN_BYTES) return;
  const quality = bytes.length > LARGE_BYTES ? 8 : constants.BROTLI_MAX_QUALITY;
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(`${file}.br`, await toBrotli(bytes, { params }));
  await writeFile(`${file}.gz`, await toGzip(bytes, { level: 9 }));
}

/** Writes `<file>.br` and `<file>.gz` beside every text file of a folder.
 * @param {string} folder
 */
export async function compressFolder(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && COMPRESSIBLE.test(entry.name))
      await compress(path.join(entry.parentPath, entry.name));
  }
}
