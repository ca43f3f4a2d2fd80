/**
 * Due doses that have left their list because they were recorded, changed or deleted. Their rows stay for a while
 * (hooks/use-steady-rows.ts) and say what happened. Doses that the user has recorded can be undone there.
 */
import { useMemo, useSyncExternalStore } from "react";
import { useMutation, useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { toast } from "sonner";
import { joinKeys, keyOfPatient, keysIn, namesInWords, nameOfPatient } from "@/entities/health/patients";
import { useSteadyRows } from "@/hooks/use-steady-rows";
import { failureText, isNotFound } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { vaccineKeyOf } from "@domain/vaccinations/vaccines";

const { get, remove } = api.vaccinations.immunizations;

type Dose = FunctionReturnType<typeof get>;

/** What was recorded together, as long as it was not undone. */
type Recording = { doses: Map<string, Dose>; toast: string | number };

/** The last recording of each patient and vaccine. */
let recorded: ReadonlyMap<string, Recording> = new Map();
const listeners = new Set<() => void>();

/** As many doses as one form can record. */
const MOST_UNDOABLE = 200;

function setRecorded(next: readonly (readonly [string, Recording])[]): void {
  recorded = new Map(next.slice(-MOST_UNDOABLE));
  for (const listener of listeners) listener();
}

/** Loading the page again has the same effect. */
export const forgetRecorded = (): void => setRecorded([]);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const keyOf = (patient: string, vaccine: string): string => `${patient} ${vaccineKeyOf(vaccine)}`;

function useUndo() {
  const removeDose = useMutation(remove);
  /** Each dose is removed once, and only if nobody has changed it since. The recording's message disappears with its last dose. */
  return async (recording: Recording, keys: readonly string[]): Promise<void> => {
    const doses = keys.flatMap((key) => recording.doses.get(key) ?? []);
    for (const key of keys) recording.doses.delete(key);
    setRecorded([...recorded].filter(([key, each]) => each !== recording || recording.doses.has(key)));
    if (recording.doses.size === 0) toast.dismiss(recording.toast);
    try {
      await Promise.all(
        doses.map(
          async ({ _id, updatedAt: expectedUpdatedAt }) =>
            await removeDose({ immunizationId: _id, expectedUpdatedAt }),
        ),
      );
      toast.success(doses.length === 1 ? "Immunization deleted" : "Immunizations deleted");
    } catch (error) {
      toast.error(failureText("Failed to delete immunization record", error));
    }
  };
}

/** Returns a function that names doses the user has just recorded, in a message with Undo. */
export function useTellRecorded() {
  const undo = useUndo();
  return (doses: readonly Dose[]): void => {
    const recording: Recording = {
      doses: new Map(doses.map((dose) => [keyOf(keyOfPatient(dose), dose.vaccineName), dose])),
      toast: "",
    };
    const keys = [...recording.doses.keys()];
    recording.toast = toast.success(doses.length === 1 ? "Immunization saved" : "Immunizations saved", {
      description: `${doses[0]?.vaccineName} of ${namesInWords(doses.map(nameOfPatient))}`,
      action: { label: "Undo", onClick: () => void undo(recording, [...recording.doses.keys()]) },
    });
    setRecorded([
      ...[...recorded].filter(([key]) => !recording.doses.has(key)),
      ...keys.map((key) => [key, recording] as const),
    ]);
  };
}

/** A due dose as a list names it. */
export type Due = { patient: string; vaccine: string; dueOn: string | null };

export const dueOf = (dose: Pick<Dose, "dog" | "puppy" | "vaccineName" | "dueOn">): Due => ({
  patient: keyOfPatient(dose),
  vaccine: dose.vaccineName,
  dueOn: dose.dueOn,
});

/** Undefined until it is known. Null if the dose is due as before, so that only this list does not have it. */
function whatHappened({ dueOn }: Due, found: unknown): string | null | undefined {
  if (found instanceof Error) return isNotFound(found) ? "Deleted" : undefined;
  if (found === undefined) return undefined;
  const dose = found as Dose; // the result of `get`
  if (!dose.isNewest) return "Recorded";
  if (dose.dueOn === dueOn) return null;
  return dose.dueOn === null ? "No longer due" : "Date changed";
}

type Options<Row> = {
  /** Undefined while loading. */
  listed: readonly Row[] | undefined;
  /** For a due dose, the id of the dose after which it is due. */
  idOf: (row: Row) => string;
  /** Null for rows that are no due doses. They leave the list at once. */
  dueIn: (row: Row) => Due | null;
};

/** What happened to doses that are no longer in the list, by id. */
export type Fates = {
  hasLeft: (id: string) => boolean;
  /** Undefined for doses in the list, and until it is known. */
  fateOf: (id: string) => string | undefined;
  /** Undoes what the user has recorded for these doses. Null if there is nothing to undo. */
  undoOf: (ids: readonly string[]) => (() => void) | null;
};

/** `ids` are separated by spaces, so that equal ids are an equal text. */
function useDoses(ids: string): Record<string, unknown> {
  const asked = useMemo(
    () => Object.fromEntries(keysIn(ids).map((id) => [id, { query: get, args: { immunizationId: id } }])),
    [ids],
  );
  return useQueries(asked);
}

export function useSteadyDoses<Row>({ listed, idOf, dueIn }: Options<Row>): Fates & { rows: readonly Row[] } {
  const recordings = useSyncExternalStore(subscribe, () => recorded);
  const undo = useUndo();
  const { rows, leftIds } = useSteadyRows({ listed, idOf, isKept: (row) => dueIn(row) !== null });
  const left = new Map(
    rows.flatMap((row) => {
      const [id, due] = [idOf(row), dueIn(row)];
      if (due === null || !leftIds.includes(id)) return [];
      const key = keyOf(due.patient, due.vaccine);
      const recording = recordings.get(key);
      // The row may also be the next dose after the recorded one.
      const isOwn = recording !== undefined && recording.doses.get(key)?._id !== id;
      return [[id, { due, own: isOwn ? { key, recording } : null }] as const];
    }),
  );
  const asked = joinKeys([...left].flatMap(([id, { own }]) => (own ? [] : [id])));
  const found = useDoses(asked);
  const fates = new Map(
    [...left].map(([id, { due, own }]) => [id, own ? "Recorded" : whatHappened(due, found[id])]),
  );
  return {
    rows: rows.filter((row) => fates.get(idOf(row)) !== null),
    hasLeft: (id) => left.has(id),
    fateOf: (id) => fates.get(id) ?? undefined,
    undoOf: (ids) => {
      const own = ids.flatMap((id) => left.get(id)?.own ?? []);
      if (own.length === 0) return null;
      return () => {
        for (const recording of new Set(own.map((each) => each.recording))) {
          void undo(
            recording,
            own.filter((each) => each.recording === recording).map(({ key }) => key),
          );
        }
      };
    },
  };
}
