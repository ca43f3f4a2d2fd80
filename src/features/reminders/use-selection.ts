/** Which reminders are ticked for a change of many; the ticks belong to one tab and search. */
import { useState } from "react";
import type { Reminder } from "@/entities/reminders/reminder-words";

/** Returns the selection; it is off until somebody starts it, and over with another list. */
export function useSelection(listKey: string) {
  const [state, setState] = useState<{ listKey: string; ids: ReadonlySet<string> } | null>(null);
  const ids = state?.listKey === listKey ? state.ids : null;
  const set = (next: ReadonlySet<string>) => setState({ listKey, ids: next });
  return {
    isOn: ids !== null,
    ids: [...(ids ?? [])],
    start: () => set(new Set()),
    stop: () => setState(null),
    /** Ticks all of these, or none when all of them are ticked. */
    toggleAll: (reminders: readonly Reminder[]) =>
      set(ids?.size === reminders.length ? new Set() : new Set(reminders.map(({ _id }) => _id))),
    /** What a card needs; undefined while nobody selects. */
    of: ({ _id }: Pick<Reminder, "_id">) =>
      ids === null
        ? undefined
        : {
            isSelected: ids.has(_id),
            onToggle: () => {
              const next = new Set(ids);
              if (!next.delete(_id)) next.add(_id);
              set(next);
            },
          },
  };
}

export type Selection = ReturnType<typeof useSelection>;
