/**
 * A list whose rows do not move under the pointer. While somebody uses the page, a row that has left the list keeps
 * its place, so that the list can say what happened to it. While the pointer is over the page, new rows come last.
 * When nobody has used the page for some minutes, the list is as loaded again.
 */
import { useState, useSyncExternalStore } from "react";

const QUIET_MS = 5 * 60_000;

/** As many rows as one form can record at once. Rows that left earlier are then no longer kept. */
const MOST_LEFT = 200;

/** `isPointing`: the last event of mouse or finger was in the page, not in a dialog or a message over it. */
type Use = { isActive: boolean; isPointing: boolean };

let use: Use = { isActive: true, isPointing: false };
let quiet: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function setUse(next: Partial<Use>): void {
  const changed = { ...use, ...next };
  if (changed.isActive === use.isActive && changed.isPointing === use.isPointing) return;
  use = changed;
  for (const listener of listeners) listener();
}

const EVENTS = ["pointerover", "pointermove", "pointerdown", "keydown", "wheel"] as const;

function noteUse({ type, target }: { type: string; target: EventTarget | null }): void {
  clearTimeout(quiet);
  quiet = setTimeout(() => setUse({ isActive: false, isPointing: false }), QUIET_MS);
  const isInPage = target instanceof Element && target.closest("main") !== null;
  setUse({ isActive: true, ...(type.startsWith("pointer") && { isPointing: isInPage }) });
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    noteUse({ type: "opened", target: null });
    for (const name of EVENTS) document.addEventListener(name, noteUse, { capture: true, passive: true });
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(quiet);
    use = { isActive: true, isPointing: false };
    for (const name of EVENTS) document.removeEventListener(name, noteUse, { capture: true });
  };
}

type Steady<Row> = { rows: readonly Row[]; leftIds: readonly string[] };

type Options<Row> = {
  /** Undefined while loading. */
  listed: readonly Row[] | undefined;
  idOf: (row: Row) => string;
  /** Other rows leave the list at once. */
  isKept: (row: Row) => boolean;
};

/** Rows of the list stay where they are, and new rows come last. */
function appendNew<Row>(shown: readonly Row[], { listed = [], idOf }: Options<Row>): Row[] {
  const byId = new Map(listed.map((row) => [idOf(row), row]));
  const shownIds = new Set(shown.map(idOf));
  return [
    ...shown.map((row) => byId.get(idOf(row)) ?? row),
    ...listed.filter((row) => !shownIds.has(idOf(row))),
  ];
}

/** Rows of the list have the list's order. The others come after their former neighbors. */
function insertLeft<Row>(shown: readonly Row[], { listed = [], idOf }: Options<Row>): Row[] {
  const listedIds = new Set(listed.map(idOf));
  const merged = [...listed];
  let before: string | null = null;
  for (const row of shown) {
    if (!listedIds.has(idOf(row)))
      merged.splice(merged.findIndex((each) => idOf(each) === before) + 1, 0, row);
    before = idOf(row);
  }
  return merged;
}

function steady<Row>(last: Steady<Row>, { isActive, isPointing }: Use, options: Options<Row>): Steady<Row> {
  const { listed, idOf, isKept } = options;
  if (listed === undefined) return last;
  if (!isActive) return { rows: listed, leftIds: [] };
  const listedIds = new Set(listed.map(idOf));
  const left = last.rows.filter((row) => !listedIds.has(idOf(row)) && isKept(row)).map(idOf);
  const leftBefore = last.leftIds.filter((id) => left.includes(id));
  const leftIds = [...leftBefore, ...left.filter((id) => !leftBefore.includes(id))].slice(-MOST_LEFT);
  const shown = last.rows.filter((row) => listedIds.has(idOf(row)) || leftIds.includes(idOf(row)));
  return { rows: isPointing ? appendNew(shown, options) : insertLeft(shown, options), leftIds };
}

/** `leftIds` are those of rows that are shown but no longer listed. */
export function useSteadyRows<Row>(options: Options<Row>): Steady<Row> {
  const { idOf } = options;
  const now = useSyncExternalStore(subscribe, () => use);
  const [last, setLast] = useState<Steady<Row>>({ rows: [], leftIds: [] });
  const next = steady(last, now, options);
  const idsIn = ({ rows, leftIds }: Steady<Row>) => [...rows.map(idOf), "", ...leftIds].join(" ");
  if (idsIn(next) !== idsIn(last)) setLast(next);
  return next;
}
