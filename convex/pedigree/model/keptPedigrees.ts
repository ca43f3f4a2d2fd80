/**
 * Reads packed pedigrees and caches the unpacked pedigrees of the last calls in this module. Unpacking a breed of
 * 100,000 dogs takes longer than a typical calculation with it. In the embedded runtime, and possibly on Convex,
 * modules survive a call. A part comes from the cache only if its content hash in the kennel's state is unchanged.
 * Every call reads the state, which changes with every part. The result is therefore the same as without a cache.
 */
import type { PackedPedigree } from "../../../domain/pedigree/packed";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { PedigreeParts, type KnownPedigree, type Packed } from "./pedigreeParts";

/** The limit applies to all kennels together. Each place takes 21 bytes. */
const MOST_PLACES = 500_000;

/** The most recently used pedigree is last. Cached values are never changed. */
const kept = new Map<string, KnownPedigree>();

function keep(key: string, known: KnownPedigree): void {
  kept.delete(key);
  kept.set(key, known);
  let places = 0;
  for (const { pedigree } of kept.values()) places += pedigree.size;
  for (const [oldest, { pedigree }] of kept) {
    if (places <= MOST_PLACES) return;
    kept.delete(oldest);
    places -= pedigree.size;
  }
}

const isSame = (known: KnownPedigree, { size, fingerprints = [] }: Packed): boolean =>
  known.pedigree.size === size &&
  known.fingerprints.length === fingerprints.length &&
  known.fingerprints.every((fingerprint, part) => fingerprint !== "" && fingerprint === fingerprints[part]);

/** The caller must not change the result. */
export async function readPacked(
  ctx: Pick<QueryCtx, "db">,
  kennelId: Id<"kennels">,
  packed: Packed,
): Promise<PackedPedigree> {
  const key = `${kennelId}:${packed.first}`;
  const known = kept.get(key);
  if (known && isSame(known, packed)) {
    keep(key, known);
    return known.pedigree;
  }
  const parts = new PedigreeParts(ctx, kennelId, packed);
  await (known ? parts.loadBeside(known) : parts.load());
  keep(key, parts.loaded);
  return parts.pedigree;
}
