/** Files on their way in: read from an upload address within the limit, and stored only if a row comes of it. */
import { MAX_FILE_BYTES } from "../../../../domain/files/rules";
import { fail } from "../../../../domain/errors";
import type { Id } from "../../../_generated/dataModel";
import type { ActionCtx } from "../../../_generated/server";

/** A file that has been looked at. */
export interface AcceptedFile<Type> {
  readonly storageId: Id<"_storage">;
  readonly type: Type;
  /** Whether it came by an upload address, for which room was set aside. */
  readonly isAwaited?: boolean;
}

/** What a file becomes. */
interface Destination<Type, Row> {
  /** Throws unless the caller may add to the record. */
  readonly checkRight: () => Promise<unknown>;
  /** Counts a file that comes in the request itself; throws as `checkRight`, and where there is no room. */
  readonly admit: () => Promise<unknown>;
  /** Says what the file really is; throws for one that is not taken. */
  readonly typeOf: (bytes: Uint8Array) => Type;
  readonly insert: (file: AcceptedFile<Type>) => Promise<Row>;
}

async function readFile(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (blob.size > MAX_FILE_BYTES) fail("FILE_TOO_LARGE");
  return new Uint8Array(await blob.arrayBuffer());
}

/** Takes in a file that a browser sent to an upload address; throws NOT_FOUND or FILE_TOO_LARGE. */
export async function acceptUploadedFile<Type, Row>(
  ctx: ActionCtx,
  storageId: Id<"_storage">,
  { checkRight, typeOf, insert }: Omit<Destination<Type, Row>, "admit">,
): Promise<Row> {
  // Whoever may not add to the record learns nothing of the file either.
  await checkRight();
  const type = typeOf(await readFile((await ctx.storage.get(storageId)) ?? fail("NOT_FOUND")));
  return await insert({ storageId, type, isAwaited: true });
}

/** Takes in a file of a request; throws FILE_TOO_LARGE. */
export async function acceptRequestFile<Type extends string, Row>(
  ctx: ActionCtx,
  file: Blob,
  destination: Destination<Type, Row>,
): Promise<Row> {
  await destination.admit();
  const bytes = await readFile(file);
  return await storeFile(ctx, bytes, destination.typeOf(bytes), destination);
}

/** Stores a file, or deletes it again when no row comes of it. */
export async function storeFile<Type extends string, Row>(
  ctx: ActionCtx,
  bytes: Uint8Array<ArrayBuffer>,
  type: Type,
  { insert }: Pick<Destination<Type, Row>, "insert">,
): Promise<Row> {
  const storageId = await ctx.storage.store(new Blob([bytes], { type }));
  try {
    return await insert({ storageId, type });
  } catch (error) {
    await ctx.storage.delete(storageId);
    throw error;
  }
}
