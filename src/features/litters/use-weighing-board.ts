/**
 * The state of the weighing screen: each puppy with its last weights, including this device's unsent weights, and
 * which puppies still have to be weighed in this round. A puppy counts as weighed for as long as a round can take.
 */
import { useMemo, useSyncExternalStore } from "react";
import { useLiveQuery, type LiveQuery } from "@/hooks/use-live-query";
import { useNow } from "@/hooks/use-now";
import { api } from "@convex/_generated/api";
import { localDay } from "@domain/dates/calendar-days";
import type { KnownWeight } from "@domain/health/weight-doubt";
import { bornAtOf, isWeighed, onDayText } from "@/features/litters/litter-words";
import type { Litter, Puppy, Weight } from "@/features/litters/litter-words";
import { weighingQueue, type QueuedEntry, type WeighingNotice } from "@/entities/weights/weighing-queue";

/** A weight younger than this belongs to the current round. Breeders weigh a few times a day, hours apart. */
const ROUND_MS = 2 * 3_600_000;

export interface BoardWeight {
  readonly grams: number;
  readonly weighedAt: number;
  readonly entryKey: string;
  /** The server has not confirmed the weight yet. */
  readonly isWaiting: boolean;
}

export interface BoardPuppy {
  readonly puppy: Puppy;
  /** The puppy's weight in this round, or null. */
  readonly current: BoardWeight | null;
  /** The newest weight before this round, otherwise the birth weight. */
  readonly previous: { readonly grams: number; readonly weighedAt: number | null } | null;
  /** Noon if the time of birth is unknown. */
  readonly bornAt: number;
  /** The weights of the last days and the birth weight, each with its date in words. */
  readonly known: readonly KnownWeight[];
  /** One weight for each littermate that was weighed. */
  readonly littermates: readonly number[];
  /** The weights of littermates in this round. */
  readonly weighedTogether: readonly number[];
}

/** Adds the unsent entries of this device to the weights from the server. */
export function mergeWeights(
  puppyId: string,
  known: readonly Weight[],
  entries: readonly QueuedEntry[],
): BoardWeight[] {
  const undone = new Set(entries.filter(({ kind }) => kind === "undo").map(({ entryKey }) => entryKey));
  const stored = known.filter((weight) => weight.puppyId === puppyId);
  const keys = new Set(stored.map(({ entryKey }) => entryKey));
  const waiting = entries.flatMap((entry) =>
    entry.kind === "weigh" && entry.puppyId === puppyId && !keys.has(entry.entryKey) ? [entry] : [],
  );
  return [
    ...stored.map((weight) => ({ ...weight, isWaiting: false })),
    ...waiting.map((entry) => ({ ...entry, isWaiting: true })),
  ]
    .filter(({ entryKey }) => !undone.has(entryKey))
    .sort((a, b) => b.weighedAt - a.weighedAt);
}

function toBoardPuppy(
  puppy: Puppy,
  litter: Litter,
  weights: readonly BoardWeight[],
  now: number,
): Omit<BoardPuppy, "littermates" | "weighedTogether"> {
  const current = weights.find(({ weighedAt }) => weighedAt > now - ROUND_MS) ?? null;
  const before = weights.find(({ weighedAt }) => weighedAt <= now - ROUND_MS);
  const birth =
    puppy.birthWeightGrams === null ? null : { grams: puppy.birthWeightGrams, weighedAt: puppy.bornAt };
  const bornAt = bornAtOf(puppy, litter);
  const known = weights.map(({ grams, weighedAt }) => ({ grams, at: weighedAt, when: onDayText(weighedAt) }));
  if (birth !== null) known.push({ grams: birth.grams, at: bornAt, when: "at birth" });
  return { puppy, current, previous: before ?? birth, bornAt, known };
}

function boardOf(
  litter: Litter,
  known: readonly Weight[],
  entries: readonly QueuedEntry[],
  now: number,
): BoardPuppy[] {
  const puppies = litter.puppies
    .filter((puppy) => isWeighed(puppy, litter.whelpingDate, localDay(new Date(now))))
    .map((puppy) => toBoardPuppy(puppy, litter, mergeWeights(puppy._id, known, entries), now));
  const lastOf = ({ current, previous }: (typeof puppies)[number]) => current?.grams ?? previous?.grams;
  return puppies.map((each) => {
    const others = puppies.filter((other) => other !== each);
    return {
      ...each,
      littermates: others.map(lastOf).filter((grams) => grams !== undefined),
      weighedTogether: others.flatMap(({ current }) => (current === null ? [] : [current.grams])),
    };
  });
}

export interface WeighingBoard {
  readonly litter: LiveQuery<Litter>;
  readonly puppies: readonly BoardPuppy[];
  readonly isReady: boolean;
  readonly waitingCount: number;
  readonly notices: readonly WeighingNotice[];
}

export function useWeighingBoard(litterId: string): WeighingBoard {
  const litter = useLiveQuery(api.litters.litters.get, { litterId });
  const recent = useLiveQuery(api.litters.puppyWeights.recent, { litterId });
  const queue = weighingQueue();
  const { entries, notices } = useSyncExternalStore(queue.subscribe, queue.read);
  const now = useNow();
  const own = useMemo(
    () =>
      entries.filter(
        (entry) => entry.kind !== "temperature" && entry.litterId === litterId && queue.isOwn(entry),
      ),
    [entries, litterId, queue],
  );
  const puppies = useMemo(
    () => (litter.data && recent.data ? boardOf(litter.data, recent.data, own, now) : []),
    [litter.data, recent.data, own, now],
  );
  return {
    litter,
    puppies,
    isReady: litter.data !== undefined && recent.data !== undefined,
    waitingCount: own.length,
    notices: notices.filter(({ entry }) => entry.litterId === litterId),
  };
}
