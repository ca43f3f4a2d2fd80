/**
 * File storage from queries and mutations. Addresses and metadata are reads. Deleting and storing are writes of the
 * mutation's own transaction.
 */
import { requireWrites, optionalString, stringArg, type Syscall } from "./call.js";

const getUrl: Syscall = (call, args) =>
  JSON.stringify(call.services.files.getUrl(call.tx, stringArg(args, "storageId", "storage.getUrl")));

const getMetadata: Syscall = (call, args) =>
  JSON.stringify(
    call.services.files.getMetadata(call.tx, stringArg(args, "storageId", "storage.getMetadata")),
  );

const generateUploadUrl: Syscall = (call) => {
  requireWrites(call, "generate upload URLs");
  return JSON.stringify(call.services.files.generateUploadUrl(call.component));
};

const remove: Syscall = (call, args) => {
  const tx = requireWrites(call, "delete files");
  call.services.files.delete(tx, stringArg(args, "storageId", "storage.delete"));
  return "null";
};

const store: Syscall = (call, args) => {
  const tx = requireWrites(call, "store files");
  const bytes = Buffer.from(stringArg(args, "blob", "storage.store"), "base64");
  const contentType = optionalString(args, "contentType");
  const id = call.services.files.storeIn(tx, bytes, {
    // A Blob without a type has the empty string as its type.
    contentType: contentType === "" ? undefined : contentType,
    expectedSha256: optionalString(args, "sha256"),
  });
  return JSON.stringify(id);
};

const get: Syscall = (call, args) => {
  const file = call.services.files.readIn(call.tx, stringArg(args, "storageId", "storage.get"));
  if (file === null) return "null";
  return JSON.stringify({ blob: file.bytes.toString("base64"), contentType: file.contentType });
};

export const storageSyscalls: Readonly<Record<string, Syscall>> = {
  "1.0/storageGetUrl": getUrl,
  "1.0/storageGetMetadata": getMetadata,
  "1.0/storageGenerateUploadUrl": generateUploadUrl,
  "1.0/storageDelete": remove,
  "1.0/storageStore": store,
  "1.0/storageGet": get,
};
