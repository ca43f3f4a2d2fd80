/**
 * Reads packed pedigrees for answers. Where a function's module outlives the call, as it does in the embedded runtime
 * and may on Convex, what was unpacked last is kept with it, for unpacking a breed of 100,000 takes longer than what is
 * asked of it. Only parts whose fingerprints in the kennel's state say that they hold the same are taken from there:
 * the state is read by every call and changes with every part, so that an answer depends on it as on the parts
 * themselves, and one without anything kept is the same.
 */
import type { PackedPedigree } from "../../../domain/pedigree/packed";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { PedigreeParts, type KnownPedigree, type Packed } from "./pedigreeParts";

/** Places kept of all kennels together: 19 bytes each. */
const MOST_PLACES = 500_000;

/** By kennel and first place, that read last at the end. Nobody changes what is kept. */
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

/** Reads all of a kennel's packed pedigree, which is not to be changed. */
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
