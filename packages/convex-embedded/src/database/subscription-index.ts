/**
 * Finds the subscribers whose read ranges contain a key that a commit wrote. Each index has a map for single keys
 * and an interval tree for wider ranges. The cost of a commit therefore depends only on the keys that it wrote and
 * the subscribers that it affects.
 */
import { keyAfter } from "../values/key-codec.js";
import type { Commit, KeyRange, ReadSet, SubscriptionIndex } from "./api.js";
import { IntervalTree } from "./interval-tree.js";

class IndexSubscribers<Subscriber> {
  readonly points = new Map<string, Set<Subscriber>>();
  readonly ranges = new IntervalTree<Subscriber>();

  get isEmpty(): boolean {
    return this.points.size === 0 && this.ranges.isEmpty;
  }

  add({ start, end }: KeyRange, subscriber: Subscriber): void {
    if (end !== keyAfter(start)) {
      this.ranges.add(start, end, subscriber);
      return;
    }
    const known = this.points.get(start);
    if (known === undefined) this.points.set(start, new Set([subscriber]));
    else known.add(subscriber);
  }

  remove({ start, end }: KeyRange, subscriber: Subscriber): void {
    if (end !== keyAfter(start)) {
      this.ranges.remove(start, end, subscriber);
      return;
    }
    const known = this.points.get(start);
    known?.delete(subscriber);
    if (known?.size === 0) this.points.delete(start);
  }

  collect(key: string, found: Set<Subscriber>): void {
    for (const subscriber of this.points.get(key) ?? []) found.add(subscriber);
    this.ranges.collect(key, found);
  }
}

export function createSubscriptionIndex<Subscriber>(): SubscriptionIndex<Subscriber> {
  const indexes = new Map<number, IndexSubscribers<Subscriber>>();
  const reads = new Map<Subscriber, ReadSet>();

  function remove(subscriber: Subscriber): void {
    for (const range of reads.get(subscriber)?.ranges ?? []) {
      const index = indexes.get(range.indexId);
      index?.remove(range, subscriber);
      if (index?.isEmpty === true) indexes.delete(range.indexId);
    }
    reads.delete(subscriber);
  }

  function add(subscriber: Subscriber, readSet: ReadSet): void {
    for (const range of readSet.ranges) {
      let index = indexes.get(range.indexId);
      if (index === undefined) indexes.set(range.indexId, (index = new IndexSubscribers()));
      index.add(range, subscriber);
    }
    reads.set(subscriber, readSet);
  }

  return {
    remove,
    set(subscriber, readSet) {
      // Most queries have the same read set when they run again. Then nothing changes.
      if (isSameReadSet(reads.get(subscriber), readSet)) return;
      remove(subscriber);
      add(subscriber, readSet);
    },
    affectedBy(commits: readonly Commit[]) {
      const found = new Set<Subscriber>();
      for (const { writtenKeys } of commits) {
        for (const [indexId, keys] of writtenKeys) {
          const index = indexes.get(indexId);
          if (index !== undefined) for (const key of keys) index.collect(key, found);
        }
      }
      return found;
    },
  };
}

function isSameReadSet(a: ReadSet | undefined, b: ReadSet): boolean {
  if (a?.ranges.length !== b.ranges.length) return false;
  return b.ranges.every((range, i) => {
    const other = a.ranges[i];
    return other?.indexId === range.indexId && other.start === range.start && other.end === range.end;
  });
}
