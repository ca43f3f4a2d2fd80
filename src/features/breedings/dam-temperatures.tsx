/** The dam's temperatures before whelping, with a warning after a fall. */
import { Suspense, useState } from "react";
import { useMutation } from "convex/react";
import { CloudUpload, Thermometer, Trash2 } from "lucide-react";
import { DetailSection } from "@/components/detail-section";
import { Loaded } from "@/components/loaded";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import {
  SHOWN_TEMPERATURES,
  TemperatureDialog,
  useTemperatures,
  type ShownTemperature,
} from "@/entities/breedings/temperature-dialog";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { weighingQueue } from "@/entities/weights/weighing-queue";
import type { Breeding } from "@/features/breedings/breeding-words";
import { failureText } from "@/lib/failure-text";
import { lateLazy } from "@/lib/ready-lazy";
import { api } from "@convex/_generated/api";
import {
  FALLEN_FAHRENHEIT,
  findFall,
  formatTemperature,
  isTemperatureTime,
} from "@domain/breedings/temperatures";
import { formatMoment } from "@domain/formatting/formatting";

const TemperatureChart = lateLazy(
  async () => (await import("@/features/breedings/temperature-chart")).default,
);

type DamTemperaturesProps = { breeding: Breeding; today: string; canWrite: boolean };

/** Shown from the day on which breeders start to take the temperature, and whenever a temperature is recorded. */
export function DamTemperatures({ breeding, today, canWrite }: DamTemperaturesProps) {
  const { stored, all, waiting, refused } = useTemperatures(breeding._id);
  const [isTyping, setTyping] = useState(false);
  const isAwaited = isTemperatureTime(breeding, today);
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
      {isTyping ? <TemperatureDialog breedingId={breeding._id} onClose={() => setTyping(false)} /> : null}
    </DetailSection>
  );
}

type TemperatureListProps = { temperatures: readonly ShownTemperature[]; canWrite: boolean };

function TemperatureList({ temperatures, canWrite }: TemperatureListProps) {
  const [deleted, setDeleted] = useState<ShownTemperature | null>(null);
  const [areAllShown, setAllShown] = useState(false);
  const remove = useMutation(api.breedings.damTemperatures.remove);
  if (temperatures.length === 0) return <p className="text-muted-foreground">No temperature recorded</p>;
  const fall = findFall(temperatures);
  const shown = areAllShown ? temperatures : temperatures.slice(0, SHOWN_TEMPERATURES);
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
