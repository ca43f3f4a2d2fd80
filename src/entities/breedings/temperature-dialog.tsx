/**
 * The keypad for a dam's temperature before whelping. A new temperature is kept on this device until the server has
 * stored it, as with weights.
 */
import { useState, useSyncExternalStore } from "react";
import type { FunctionReturnType } from "convex/server";
import { Minus, Plus } from "lucide-react";
import { NumberPad } from "@/components/number-pad";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { weighingQueue } from "@/entities/weights/weighing-queue";
import { useLiveQuery } from "@/hooks/use-live-query";
import { toast } from "@/lib/toast";
import { api } from "@convex/_generated/api";
import { formatTemperature, readTemperature, withPoint } from "@domain/breedings/temperatures";

type Stored = FunctionReturnType<typeof api.breedings.damTemperatures.list>[number];

/** A temperature without an id waits to be sent. */
export interface ShownTemperature {
  readonly takenAt: number;
  readonly temperatureFahrenheit: number;
  readonly entryKey: string | null;
  readonly _id: Stored["_id"] | null;
}

/** Includes the temperatures that wait on this device. Newest first. */
export function useTemperatures(breedingId: string) {
  const stored = useLiveQuery(api.breedings.damTemperatures.list, { breedingId });
  const queue = weighingQueue();
  const { entries, refused } = useSyncExternalStore(queue.subscribe, queue.read);
  const keys = new Set(stored.data?.map(({ entryKey }) => entryKey));
  const waiting = entries.flatMap((entry) =>
    entry.kind === "temperature" &&
    entry.breedingId === breedingId &&
    queue.isOwn(entry) &&
    !keys.has(entry.entryKey)
      ? [{ ...entry, _id: null }]
      : [],
  );
  const all: ShownTemperature[] = [...waiting, ...(stored.data ?? [])];
  return {
    stored,
    all: all.toSorted((one, other) => other.takenAt - one.takenAt),
    waiting: waiting.length,
    refused: refused.filter(({ entry }) => entry.breedingId === breedingId),
  };
}

/** The limit of the list. The curve shows all readings. */
export const SHOWN_TEMPERATURES = 5;

const MINUTES_STEP = 15;
const STEP_MS = MINUTES_STEP * 60_000;
const MOST_DIGITS = 4;

function send(breedingId: string, temperatureFahrenheit: number, agoMs: number): void {
  const takenAt = Date.now() - agoMs;
  const entryKey = crypto.randomUUID();
  weighingQueue().add({ kind: "temperature", breedingId, temperatureFahrenheit, takenAt, entryKey });
}

type TemperatureDialogProps = {
  breedingId: string;
  onClose: () => void;
};

export function TemperatureDialog({ breedingId, onClose }: TemperatureDialogProps) {
  const { all: last } = useTemperatures(breedingId);
  const [digits, setDigits] = useState("");
  // Time since the temperature was taken.
  const [ago, setAgo] = useState(0);
  const shown = withPoint(digits);
  const temperature = digits.length < 3 ? null : readTemperature(shown);
  const canSave = temperature !== null && !Number.isNaN(temperature);
  const save = () => {
    if (!canSave) return;
    send(breedingId, temperature, ago * STEP_MS);
    toast.success(`${formatTemperature(temperature)} saved`);
    onClose();
  };
  const minutes = ago * MINUTES_STEP;
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent className="sm:max-w-md">
        <DialogHeader>
          <DialogTitle>Dam&apos;s Temperature</DialogTitle>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-3">
          {last.length === 0 ? null : (
            <p className="text-sm text-muted-foreground">
              Before:{" "}
              {last
                .slice(0, SHOWN_TEMPERATURES)
                .map(({ temperatureFahrenheit }) => temperatureFahrenheit.toFixed(1))
                .join(", ")}{" "}
              °F
            </p>
          )}
          {/* The dialog gets the focus first, so that Enter on a keyboard saves. */}
          <output
            aria-label="Temperature"
            tabIndex={0}
            className="rounded-md text-center text-4xl font-semibold tabular-nums"
          >
            {shown === "" ? "–" : shown}
          </output>
          <p role="status" className="min-h-6 text-center text-sm text-muted-foreground">
            {digits.length < 3
              ? "In °F or °C"
              : canSave
                ? formatTemperature(temperature)
                : "No dog has this temperature"}
          </p>
          <div className="flex items-center justify-center gap-2">
            <Button variant="outline" size="icon" aria-label="Earlier" onClick={() => setAgo(ago + 1)}>
              <Minus aria-hidden />
            </Button>
            <span className="min-w-32 text-center">{minutes === 0 ? "Now" : `${minutes} minutes ago`}</span>
            <Button
              variant="outline"
              size="icon"
              aria-label="Later"
              disabled={ago === 0}
              onClick={() => setAgo(ago - 1)}
            >
              <Plus aria-hidden />
            </Button>
          </div>
          <NumberPad
            canSave={canSave}
            onKey={(key) => setDigits((typed) => `${typed}${key}`.slice(0, MOST_DIGITS))}
            onErase={() => setDigits((typed) => typed.slice(0, -1))}
            onSave={save}
          />
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
