/**
 * A runtime loads this before any other module. It simulates a disk that fails as soon as the file FAILING_DISK
 * exists. The file contains the name of the error and, if only some files fail, a part of their paths. Writes by
 * SQLite itself do not fail, but syncing its log does, because Node does that.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const marker = process.env["FAILING_DISK"] ?? "";
const { existsSync, readFileSync, readlinkSync } = fs;

/** @param {fs.PathOrFileDescriptor | undefined} place */
function pathOf(place) {
  return typeof place === "number" ? readlinkSync(`/proc/self/fd/${place}`) : String(place ?? "");
}

/** @param {fs.PathOrFileDescriptor | undefined} place */
function failureAt(place) {
  if (!existsSync(marker)) return null;
  const [code = "", part = ""] = readFileSync(marker, "utf8").trim().split(" ");
  const path = pathOf(place);
  return path.includes(part) ? Object.assign(new Error(`${code}: the disk fails`), { code, path }) : null;
}

/** @param {fs.PathOrFileDescriptor | undefined} place */
function requireDisk(place) {
  const failure = failureAt(place);
  if (failure !== null) throw failure;
}

const { fdatasync, fdatasyncSync, fsyncSync, writeFileSync, writeSync, mkdirSync, renameSync } = fs;
fs.fdatasync = Object.assign(
  (/** @type {number} */ descriptor, /** @type {fs.NoParamCallback} */ callback) => {
    const failure = failureAt(descriptor);
    if (failure === null) fdatasync(descriptor, callback);
    else setImmediate(() => callback(failure));
  },
  { __promisify__: fdatasync.__promisify__ },
);
fs.fdatasyncSync = (descriptor) => {
  requireDisk(descriptor);
  fdatasyncSync(descriptor);
};
fs.fsyncSync = (descriptor) => {
  requireDisk(descriptor);
  fsyncSync(descriptor);
};
fs.writeFileSync = (file, ...rest) => {
  requireDisk(file);
  writeFileSync(file, ...rest);
};
fs.writeSync = (/** @type {number} */ descriptor, /** @type {any[]} */ ...rest) => {
  requireDisk(descriptor);
  return Reflect.apply(writeSync, fs, [descriptor, ...rest]);
};
fs.mkdirSync = (place, options) => {
  requireDisk(place);
  return mkdirSync(place, options);
};
fs.renameSync = (from, to) => {
  requireDisk(to);
  renameSync(from, to);
};

const { open, mkdir, rename } = fs.promises;
fs.promises.open = async (file, flags, mode) => {
  const handle = await open(file, flags, mode);
  const { writeFile, sync } = handle;
  handle.writeFile = async (...content) => {
    requireDisk(file);
    return writeFile.apply(handle, content);
  };
  handle.sync = async () => {
    requireDisk(file);
    return sync.apply(handle);
  };
  return handle;
};
fs.promises.mkdir = /** @type {typeof mkdir} */ (
  async (/** @type {fs.PathLike} */ place, /** @type {fs.MakeDirectoryOptions} */ options) => {
    requireDisk(place);
    return await mkdir(place, options);
  }
);
fs.promises.rename = async (from, to) => {
  requireDisk(to);
  await rename(from, to);
};
syncBuiltinESMExports();
