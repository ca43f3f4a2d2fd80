/**
 * Loaded into a runtime before anything else: a disk that fails as soon as the file FAILING_DISK is there, with the
 * error whose name is in it. What SQLite writes itself does not pass here; its log is forced to disk by Node.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const marker = process.env["FAILING_DISK"] ?? "";
const { existsSync, readFileSync } = fs;

/** @param {fs.PathOrFileDescriptor | undefined} place */
function failureAt(place) {
  if (!existsSync(marker)) return null;
  const code = readFileSync(marker, "utf8").trim();
  return Object.assign(new Error(`${code}: the disk fails`), { code, path: String(place ?? "") });
}

/** @param {fs.PathOrFileDescriptor | undefined} place */
function requireDisk(place) {
  const failure = failureAt(place);
  if (failure !== null) throw failure;
}

const { fdatasync, fdatasyncSync, writeFileSync, mkdirSync } = fs;
fs.fdatasync = Object.assign(
  (/** @type {number} */ descriptor, /** @type {fs.NoParamCallback} */ callback) => {
    const failure = failureAt(undefined);
    if (failure === null) fdatasync(descriptor, callback);
    else setImmediate(() => callback(failure));
  },
  { __promisify__: fdatasync.__promisify__ },
);
fs.fdatasyncSync = (descriptor) => {
  requireDisk(undefined);
  fdatasyncSync(descriptor);
};
fs.writeFileSync = (file, ...rest) => {
  requireDisk(file);
  writeFileSync(file, ...rest);
};
fs.mkdirSync = (place, options) => {
  requireDisk(place);
  return mkdirSync(place, options);
};

const { open } = fs.promises;
fs.promises.open = async (file, flags, mode) => {
  const handle = await open(file, flags, mode);
  const { writeFile } = handle;
  handle.writeFile = async (...content) => {
    requireDisk(file);
    return writeFile.apply(handle, content);
  };
  return handle;
};
syncBuiltinESMExports();
