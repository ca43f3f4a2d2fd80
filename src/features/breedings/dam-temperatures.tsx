/**
 * The dam's temperatures before whelping: the last ones, their curve, a warning after a fall, and a keypad for the
 * next one. A new temperature is kept on this device until the server has it, like a weighing.
 */
import { Suspense, useState, useSyncExternalStore } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { CloudUpload, Minus, Plus, Thermometer, Trash2 } from "lucide-react";
import { DetailSection } from "@/components/detail-section";
import { Loaded } from "@/components/loaded";
import { NumberPad } from "@/components/number-pad";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { weighingQueue } from "@/entities/weights/weighing-queue";
import type { Breeding } from "@/features/breedings/breeding-words";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { lateLazy } from "@/lib/ready-lazy";
import { api } from "@convex/_generated/api";
import { TEMPERATURE_DAYS } from "@domain/breedings/rules";
import {
  FALLEN_FAHRENHEIT,
  findFall,
  formatTemperature,
  readTemperature,
  withPoint,
} from "@domain/breedings/temperatures";
import { daysBetween } from "@domain/dates/calendar-days";
import { formatMoment } from "@domain/formatting/formatting";

const TemperatureChart = lateLazy(
  async () => (await import("@/features/breedings/temperature-chart")).default,
);

type Stored = FunctionReturnType<typeof api.breedings.damTemperatures.list>[number];

/** A temperature on screen; without an id it waits to be sent. */
export interface ShownTemperature {
  readonly takenAt: number;
  readonly temperatureFahrenheit: number;
  readonly entryKey: string | null;
  readonly _id: Stored["_id"] | null;
}

/** Combines stored temperatures with those that wait on this device, the newest first. */
function useTemperatures(breedingId: string) {
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

type DamTemperaturesProps = { breeding: Breeding; today: string; canWrite: boolean };

/**
 * Shown from the day on which breeders start taking the temperature before whelping, and whenever a temperature is
 * recorded.
 */
export function DamTemperatures({ breeding, today, canWrite }: DamTemperaturesProps) {
  const { stored, all, waiting, refused } = useTemperatures(breeding._id);
  const [isTyping, setTyping] = useState(false);
  const isAwaited =
    (breeding.status === "bred" || breeding.status === "confirmed") &&
    daysBetween(breeding.breedingDate, today) >= TEMPERATURE_DAYS;
  if (!isAwaited && all.length === 0) return null;
  return (
    <DetailSection
      title="Dam's Temperature"
      action={
        canWrite && isAwaited ? (
          <Button variant="outline" size="sm" onClick={() => setTyping(true)}>
            <Thermometer aria-hidden />
            Add Temperature
          </Button>
        ) : null
      }
    >
      {refused.map((each) => (
        <Alert key={each.entry.entryKey} variant="error" className="mb-2">
          <span>
            {formatTemperature(each.entry.temperatureFahrenheit)} was not stored: {each.reason}
          </span>
          <Button variant="outline" size="sm" onClick={() => weighingQueue().dismissRefused(each)}>
            OK
          </Button>
        </Alert>
      ))}
      {waiting > 0 ? (
        <p role="status" className="flex items-center gap-1.5 text-sm font-semibold text-warning">
          <CloudUpload aria-hidden className="size-4" />
          {waiting} waiting to be sent
        </p>
      ) : null}
      <Loaded query={stored} failureText="Failed to load the temperatures. Please try again." height="h-11">
        {() => <TemperatureList temperatures={all} canWrite={canWrite} />}
      </Loaded>
      {isTyping ? (
        <TemperatureDialog breedingId={breeding._id} last={all} onClose={() => setTyping(false)} />
      ) : null}
    </DetailSection>
  );
}

/** The number of readings in the list; the curve shows all of them. */
const SHOWN = 5;

type TemperatureListProps = { temperatures: readonly ShownTemperature[]; canWrite: boolean };

function TemperatureList({ temperatures, canWrite }: TemperatureListProps) {
  const [deleted, setDeleted] = useState<ShownTemperature | null>(null);
  const [areAllShown, setAllShown] = useState(false);
  const remove = useMutation(api.breedings.damTemperatures.remove);
  if (temperatures.length === 0) return <p className="text-muted-foreground">No temperature recorded</p>;
  const fall = findFall(temperatures);
  const shown = areAllShown ? temperatures : temperatures.slice(0, SHOWN);
  return (
    <div className="flex flex-col gap-3">
      {fall === null ? null : (
        <p className="font-semibold">
          Fell to {formatTemperature(fall.temperatureFahrenheit)} on {formatMoment(fall.takenAt)}. Puppies
          often come within a day and a half.
        </p>
      )}
      {temperatures.length > 1 ? (
        <Suspense fallback={<div className="h-56" />}>
          <TemperatureChart temperatures={temperatures} />
        </Suspense>
      ) : null}
      <ul aria-label="Temperatures" className="divide-y">
        {shown.map((each) => (
          <li key={each.entryKey ?? each._id} className="flex min-h-11 items-center gap-3 py-1">
            <span className={each.temperatureFahrenheit <= FALLEN_FAHRENHEIT ? "font-semibold" : ""}>
              {formatTemperature(each.temperatureFahrenheit)}
            </span>
            <span className="flex-1 text-sm text-muted-foreground">{formatMoment(each.takenAt)}</span>
            {canWrite && each._id !== null ? (
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Delete ${formatTemperature(each.temperatureFahrenheit)}`}
                onClick={() => setDeleted(each)}
              >
                <Trash2 aria-hidden />
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {temperatures.length > shown.length ? (
        <Button variant="ghost" size="sm" className="self-start" onClick={() => setAllShown(true)}>
          Show All {temperatures.length}
        </Button>
      ) : null}
      {deleted?._id ? (
        <DeleteQuestion
          recordId={deleted._id}
          title="Delete this temperature?"
          remove={async () => await remove({ temperatureId: deleted._id ?? "" })}
          deletedText="Temperature deleted"
          failureOf={(error) => failureText("Failed to delete", error)}
          onClose={() => setDeleted(null)}
        >
          <p>
            {formatTemperature(deleted.temperatureFahrenheit)}, {formatMoment(deleted.takenAt)}
          </p>
        </DeleteQuestion>
      ) : null}
    </div>
  );
}

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
  last: readonly ShownTemperature[];
  onClose: () => void;
};

/** A keypad like that for weighing: digits and Save. */
export function TemperatureDialog({ breedingId, last, onClose }: TemperatureDialogProps) {
  const [digits, setDigits] = useState("");
  // How long ago the temperature was taken.
  const [ago, setAgo] = useState(0);
  const shown = withPoint(digits);
  const temperature = digits.length < 3 ? null : readTemperature(shown);
  const canSave = temperature !== null && !Number.isNaN(temperature);
  const save = () => {
    if (!canSave) return;
    send(breedingId, temperature, ago * STEP_MS);
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
                .slice(0, SHOWN)
                .map(({ temperatureFahrenheit }) => temperatureFahrenheit.toFixed(1))
                .join(", ")}{" "}
              °F
            </p>
          )}
          <output aria-label="Temperature" className="text-center text-4xl font-semibold tabular-nums">
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
