/**
 * Doses that the user has just recorded. A recorded row stays in its place in lists of due doses for a while.
 * Otherwise the next row would move under the pointer. The next new dose of the day begins with the same
 * veterinarian, and with the same vial if the vaccine is the same.
 */
import { useState, useSyncExternalStore } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { keyOfPatient, nameOfPatient } from "@/entities/health/patients";
import { type Dose, type DoseFormValues, namesInWords } from "@/features/vaccinations/dose-words";
import { api } from "@convex/_generated/api";
import { vaccineKeyOf } from "@domain/vaccinations/vaccines";

/** What was recorded, as long as it was not undone. */
type Recording = { doses: Map<string, Dose>; toast: string | number };

type Recorded = {
  /** The keys of patient and vaccine whose message is visible, or whose recording is running. */
  held: readonly string[];
  /** The last recording of each key. */
  recordings: ReadonlyMap<string, Recording>;
};

let recorded: Recorded = { held: [], recordings: new Map() };
const listeners = new Set<() => void>();

function setRecorded(next: Partial<Recorded>): void {
  recorded = { ...recorded, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const hold = (keys: readonly string[]): void => setRecorded({ held: [...recorded.held, ...keys] });

/** Removes each key once, because another message may still hold it. */
function release(keys: readonly string[]): void {
  const rest = [...recorded.held];
  for (const key of keys) if (rest.includes(key)) rest.splice(rest.indexOf(key), 1);
  setRecorded({ held: rest });
}

const keyOf = (patient: string, vaccine: string): string => `${patient} ${vaccineKeyOf(vaccine)}`;
const keyOfDose = (dose: Dose): string => keyOf(keyOfPatient(dose), dose.vaccineName);

function useUndo() {
  const remove = useMutation(api.vaccinations.immunizations.remove);
  /** Each dose is removed once. The recording's message disappears with its last dose. */
  return async (recording: Recording, keys: readonly string[]): Promise<void> => {
    const doses = keys.flatMap((key) => recording.doses.get(key) ?? []);
    for (const key of keys) recording.doses.delete(key);
    const isUsed = ([key, each]: [string, Recording]) => each !== recording || recording.doses.has(key);
    setRecorded({ recordings: new Map([...recorded.recordings].filter(isUsed)) });
    if (recording.doses.size === 0) toast.dismiss(recording.toast);
    try {
      await Promise.all(doses.map(async ({ _id }) => await remove({ immunizationId: _id })));
      toast.success(doses.length === 1 ? "Immunization deleted" : "Immunizations deleted");
    } catch {
      toast.error("Failed to delete immunization record.");
    }
  };
}

type Given = { patients: readonly string[]; vaccine: string };

/** The message names the recorded doses. While the message is visible, they can be undone. */
export function useRecordDoses() {
  const undo = useUndo();
  return async ({ patients, vaccine }: Given, record: () => Promise<readonly Dose[]>): Promise<void> => {
    const keys = patients.map((patient) => keyOf(patient, vaccine));
    // The list may change before the server confirms.
    hold(keys);
    let isHeld = true;
    const end = () => {
      if (isHeld) release(keys);
      isHeld = false;
    };
    try {
      const doses = await record();
      const recording: Recording = { doses: new Map(), toast: "" };
      for (const dose of doses) recording.doses.set(keyOfDose(dose), dose);
      recording.toast = toast.success(doses.length === 1 ? "Immunization saved" : "Immunizations saved", {
        description: `${vaccine} of ${namesInWords(doses.map(nameOfPatient))}`,
        action: {
          label: "Undo",
          onClick: () => {
            end();
            void undo(recording, [...recording.doses.keys()]);
          },
        },
        onDismiss: end,
        onAutoClose: end,
      });
      const recordings = [...recording.doses.keys()].map((key) => [key, recording] as const);
      setRecorded({ recordings: new Map([...recorded.recordings, ...recordings]) });
    } catch (error) {
      end();
      throw error;
    }
  };
}

/** Puts shown doses that have left the list after their former neighbors, if `isHeld` is true for them. */
function mergeHeld(shown: readonly Dose[], listed: readonly Dose[], isHeld: (dose: Dose) => boolean): Dose[] {
  const listedIds = new Set(listed.map(({ _id }) => _id));
  const merged = [...listed];
  let before: string | null = null;
  for (const dose of shown) {
    if (listedIds.has(dose._id)) before = dose._id;
    else if (isHeld(dose)) {
      merged.splice(merged.findIndex(({ _id }) => _id === before) + 1, 0, dose);
      before = dose._id;
    }
  }
  return merged;
}

const idsOf = (doses: readonly Dose[]): string => doses.map(({ _id }) => _id).join(" ");

/**
 * Recorded doses keep their places in the list. They leave the list after their message has disappeared, as soon as
 * no mouse is over the list.
 */
export function useHeldDoses(listed: readonly Dose[]) {
  const { held, recordings } = useSyncExternalStore(subscribe, () => recorded);
  const undo = useUndo();
  const [shown, setShown] = useState<{ doses: readonly Dose[]; heldIds: readonly string[] }>({
    doses: listed,
    heldIds: [],
  });
  const [isPointerOver, setPointerOver] = useState(false);
  const doses = mergeHeld(
    shown.doses,
    listed,
    (dose) => held.includes(keyOfDose(dose)) || (isPointerOver && shown.heldIds.includes(dose._id)),
  );
  const listedIds = new Set(listed.map(({ _id }) => _id));
  const heldIds = doses.flatMap(({ _id }) => (listedIds.has(_id) ? [] : [_id]));
  if (idsOf(doses) !== idsOf(shown.doses) || heldIds.join(" ") !== shown.heldIds.join(" ")) {
    setShown({ doses, heldIds });
  }
  return {
    doses,
    isHeld: (dose: Dose) => heldIds.includes(dose._id),
    /** Undoes what was recorded for these held doses. Null until the server has confirmed it. */
    undoOf: (heldDoses: readonly Dose[]): (() => void) | null => {
      const keys = heldDoses.map(keyOfDose).filter((key) => recordings.has(key));
      if (keys.length === 0) return null;
      return () => {
        for (const recording of new Set(keys.flatMap((key) => recordings.get(key) ?? []))) {
          void undo(
            recording,
            keys.filter((key) => recordings.get(key) === recording),
          );
        }
      };
    },
    /** Properties of the list's element. A finger is over the list only while it taps. */
    pointer: {
      onPointerEnter: (event: { pointerType: string }) => setPointerOver(event.pointerType === "mouse"),
      onPointerLeave: () => setPointerOver(false),
    },
  };
}

type Veterinarian = Pick<DoseFormValues, "veterinarianName" | "veterinaryClinic">;
type Vial = Pick<DoseFormValues, "manufacturer" | "batchNumber">;

/** What was entered for the doses of one day. It is lost when the page is closed. */
class Visit {
  veterinarian: Veterinarian = { veterinarianName: "", veterinaryClinic: "" };
  readonly #vials = new Map<string, Vial>();

  vialOf(vaccine: string): Vial {
    return this.#vials.get(vaccineKeyOf(vaccine)) ?? { manufacturer: "", batchNumber: "" };
  }

  /** Values for the form of a new dose. */
  valuesFor(vaccine: string): Veterinarian & Vial {
    return { ...this.veterinarian, ...this.vialOf(vaccine) };
  }

  remember(dose: Pick<DoseFormValues, "vaccineName"> & Veterinarian & Vial): void {
    const { vaccineName, veterinarianName, veterinaryClinic, manufacturer, batchNumber } = dose;
    this.veterinarian = { veterinarianName, veterinaryClinic };
    this.#vials.set(vaccineKeyOf(vaccineName), { manufacturer, batchNumber });
  }
}

let current: { key: string; visit: Visit } | null = null;

export function visitOf(kennelId: string, today: string): Visit {
  const key = `${kennelId} ${today}`;
  if (current?.key !== key) current = { key, visit: new Visit() };
  return current.visit;
}

/** Loading the page again has the same effect. */
export function forgetVisit(): void {
  current = null;
}
