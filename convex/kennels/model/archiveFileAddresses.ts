/**
 * The addresses of files in a backup or in the copy of a deleted kennel:
 * `/api/kept/{kind}/{id}/{person}/{file}?signature=…`. An address is created for one person and is signed with a
 * key that is renewed regularly. It is valid only while that person may have the file. An address of the storage
 * itself would never expire, and anybody could use it. Source: decision GAP-AUTH-05.
 */
import { readsEverything } from "../../../domain/permissions/permissions";
import type { Id } from "../../_generated/dataModel";
import { env, type QueryCtx } from "../../_generated/server";
import { getStanding } from "../../platform/model/people/identity";
import { AddressSigner, hasAddressKeys, isSigned } from "../../platform/model/files/photoAddresses";
import { findRow } from "../../platform/model/paging/rows";

export const ARCHIVE_FILE_PATH = "/api/kept/";

/** A backup, or the copy of a deleted kennel. */
export type Holder =
  | { readonly kind: "backup"; readonly id: Id<"backups"> }
  | { readonly kind: "removal"; readonly id: Id<"kennelRemovals"> };

const textOf = (kind: string, id: string, userId: string, storageId: string): string =>
  `kept/${kind}/${id}/${userId}/${storageId}`;

/** The addresses are for one person. */
export class ArchiveFileSigner {
  private readonly signer: AddressSigner;

  constructor(
    private readonly ctx: QueryCtx,
    private readonly holder: Holder,
    private readonly userId: Id<"users">,
  ) {
    this.signer = new AddressSigner(ctx);
  }

  /** Returns null if this deployment has no signing key yet. */
  async urlOf(storageId: Id<"_storage">): Promise<string | null> {
    if (!(await hasAddressKeys(this.ctx))) return null;
    const { kind, id } = this.holder;
    const signature = await this.signer.sign(textOf(kind, id, this.userId, storageId));
    const origin = env.CONVEX_SITE_URL.replace(/\/$/, "");
    return `${origin}${ARCHIVE_FILE_PATH}${kind}/${id}/${this.userId}/${storageId}?signature=${signature}`;
  }
}

interface Address {
  readonly kind: string;
  readonly id: string;
  readonly userId: string;
  readonly storageId: string;
  readonly signature: string;
}

async function mayStillFetch(ctx: QueryCtx, { kind, id }: Address, userId: Id<"users">): Promise<boolean> {
  if (kind === "removal") {
    const removal = await findRow(ctx, "kennelRemovals", id);
    return removal?.formerOwnerId === userId;
  }
  const backup = await findRow(ctx, "backups", id);
  const access = backup && (await getStanding(ctx, backup.kennelId, userId));
  return access !== null && readsEverything(access.permissions);
}

/** Returns null if this deployment did not create the address, or if the person may no longer have the file. */
export async function findArchiveFile(ctx: QueryCtx, address: Address): Promise<Id<"_storage"> | null> {
  const { kind, id, userId: asked, storageId, signature } = address;
  if (!(await isSigned(ctx, textOf(kind, id, asked, storageId), signature))) return null;
  const userId = ctx.db.normalizeId("users", asked);
  if (userId === null || !(await mayStillFetch(ctx, address, userId))) return null;
  return (await ctx.db.system.get("_storage", storageId as Id<"_storage">))?._id ?? null; // The signature covers a file id.
}
