/**
 * The reference: items and links in plain lists, searched and sorted again for every query. It contains no indexes,
 * timestamps or clients.
 */
import { compareValues, type Value } from "convex/values";
import type { ItemView, Operator, Question, Range, Scalar, Seen, Step } from "./language";

export interface Item extends ItemView {
  /** Increases with every new document. */
  readonly made: number;
}

interface Link {
  readonly group: string;
  readonly name: string;
}

export interface State {
  readonly items: readonly Item[];
  readonly links: readonly Link[];
  readonly made: number;
}

export const EMPTY: State = { items: [], links: [], made: 0 };

/** A page ends after one place in its range, or at the end of the range. */
export type PageEnd = readonly [rank: Scalar | undefined, made: number] | "end";

export type Answer = { readonly value: Seen } | { readonly refusal: { readonly tooMany: number } };

/** Leaves out what clients do not receive. */
export function viewOf({ name, version, group, rank }: ItemView): ItemView {
  return { name, version, ...(group !== undefined && { group }), ...(rank !== undefined && { rank }) };
}

function comparePlaces(a: readonly [Value | undefined, number], b: readonly [Value | undefined, number]) {
  return compareValues(a[0], b[0]) || a[1] - b[1];
}

function inRange({ items }: State, { group, lower, upper, isDescending }: Range): Item[] {
  const found = items.filter((item) => {
    if (group && item.group !== group.value) return false;
    const fromLower = lower ? compareValues(item.rank, lower.value) : 1;
    const fromUpper = upper ? compareValues(item.rank, upper.value) : -1;
    return (
      (fromLower > 0 || (fromLower === 0 && lower?.isInclusive === true)) &&
      (fromUpper < 0 || (fromUpper === 0 && upper?.isInclusive === true))
    );
  });
  found.sort((a, b) => comparePlaces([a.rank, a.made], [b.rank, b.made]));
  return isDescending ? found.reverse() : found;
}

const holds: Record<Operator, (order: number) => boolean> = {
  eq: (order) => order === 0,
  neq: (order) => order !== 0,
  lt: (order) => order < 0,
  gte: (order) => order >= 0,
};

export function endOfFirstPage(state: State, question: Extract<Question, { ask: "page" }>): PageEnd {
  const found = inRange(state, question.range);
  const last = found.length < question.numItems ? undefined : found[question.numItems - 1];
  return last ? [last.rank, last.made] : "end";
}

export function pageUpTo(state: State, { range }: Extract<Question, { ask: "page" }>, end: PageEnd): Answer {
  const found = inRange(state, range);
  if (end === "end") return { value: { page: found.map(viewOf), isDone: true } };
  const sign = range.isDescending ? -1 : 1;
  const inPage = found.filter(({ rank, made }) => sign * comparePlaces([rank, made], end) <= 0);
  return { value: { page: inPage.map(viewOf), isDone: false } };
}

const itemNamed = ({ items }: State, name: string) => items.find((item) => item.name === name);
const seenItem = (item: Item | undefined): Seen => (item ? viewOf(item) : null);

export function answer(state: State, question: Question): Answer {
  switch (question.ask) {
    case "item":
      return { value: seenItem(itemNamed(state, question.name)) };
    case "range":
      return {
        value: inRange(state, question.range)
          .slice(0, question.take ?? Infinity)
          .map(viewOf),
      };
    case "page":
      return pageUpTo(state, question, endOfFirstPage(state, question));
    case "filter": {
      const { field, operator, value, take } = question;
      const found = state.items.filter((item) => holds[operator](compareValues(item[field], value)));
      return { value: found.slice(0, take ?? Infinity).map(viewOf) };
    }
    case "linked": {
      const links = state.links.filter(({ group }) => group === question.group);
      return { value: links.map(({ name }) => seenItem(itemNamed(state, name))) };
    }
    case "atMost": {
      const count = state.items.filter(({ group }) => group === question.group).length;
      if (count > question.count) return { refusal: { tooMany: question.count } };
      return { value: { found: count } };
    }
    default:
      return question satisfies never;
  }
}

interface Performed {
  readonly state: State;
  readonly seen: Seen;
}

function changed(state: State, name: string, change: (item: Item) => Item | null): Performed {
  const found = itemNamed(state, name);
  if (!found) return { state, seen: null };
  const items = state.items.flatMap((item) => (item === found ? (change(found) ?? []) : item));
  return { state: { ...state, items }, seen: viewOf(found) };
}

function perform(state: State, step: Step): Performed {
  switch (step.do) {
    case "insert": {
      const made = state.made + 1;
      const { name, group, rank } = step;
      return {
        state: { ...state, made, items: [...state.items, { name, group, rank, version: 0, made }] },
        seen: null,
      };
    }
    case "link":
      return {
        state: { ...state, links: [...state.links, { group: step.group, name: step.name }] },
        seen: null,
      };
    case "unlink": {
      const found = state.links.find(({ group }) => group === step.group);
      return {
        state: { ...state, links: state.links.filter((link) => link !== found) },
        seen: found ? 1 : 0,
      };
    }
    case "ask": {
      const answered = answer(state, step.question);
      return { state, seen: "refusal" in answered ? answered.refusal : answered.value };
    }
    case "nest": {
      const inner = run(state, step.steps);
      return step.fails
        ? { state, seen: { undone: inner.seen } }
        : { state: inner.state, seen: { kept: inner.seen } };
    }
    case "copy": {
      const from = itemNamed(state, step.from);
      const to = itemNamed(state, step.to);
      const after =
        from && to ? changed(state, step.to, (item) => ({ ...item, rank: from.rank })).state : state;
      return { state: after, seen: [seenItem(from), seenItem(to)] };
    }
    case "replace":
      return changed(state, step.name, ({ name, version, made }) => {
        const { group, rank } = step;
        return { name, version: version + 1, made, group, rank };
      });
    case "setRank":
      return changed(state, step.name, (item) => ({ ...item, rank: step.rank }));
    case "setGroup":
      return changed(state, step.name, (item) => ({ ...item, group: step.group }));
    case "bump":
      return changed(state, step.name, (item) => ({ ...item, version: item.version + 1 }));
    case "remove":
      return changed(state, step.name, () => null);
    default:
      return step satisfies never;
  }
}

/** Returns the new state and what the mutation read. */
export function run(before: State, steps: readonly Step[]): { state: State; seen: Seen[] } {
  let state = before;
  const seen: Seen[] = [];
  for (const step of steps) {
    const performed = perform(state, step);
    state = performed.state;
    seen.push(performed.seen);
  }
  return { state, seen };
}
