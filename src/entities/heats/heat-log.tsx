/** A bitch's heats with predictions, on her page and in the kennel's list of heats. */
import { useState } from "react";
import { Plus } from "lucide-react";
import { DetailSection } from "@/components/detail-section";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { HeatCard } from "@/entities/heats/heat-card";
import { HeatFormDialog } from "@/entities/heats/heat-form-dialog";
import { describeBasis, describePrediction, SOURCES } from "@/entities/heats/heat-words";
import { useHeatActions, type HeatEntry, type HeatLogData } from "@/entities/heats/use-heat-actions";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { TextField } from "@/components/text-field";
import { formatDay } from "@domain/formatting/formatting";

type SpayedNoteProps = {
  spayedOn: string | null;
  isAsked: boolean;
  today: string;
  onChange: (day: string | null) => void;
};

/** For a spayed bitch no heats are predicted. The user can record or revert the spaying here. */
function SpayedNote({ spayedOn, isAsked, today, onChange }: SpayedNoteProps) {
  const [isOpen, setOpen] = useState(false);
  const [day, setDay] = useState(today);
  if (spayedOn !== null) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 text-muted-foreground">
        Spayed on {formatDay(spayedOn)}; no further heats are expected.
        {isAsked ? (
          <Button variant="link" size="sm" className="px-0" onClick={() => onChange(null)}>
            She is not spayed
          </Button>
        ) : null}
      </p>
    );
  }
  if (!isAsked) return null;
  if (!isOpen) {
    return (
      <Button variant="link" size="sm" className="w-fit px-0" onClick={() => setOpen(true)}>
        She is spayed
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField label="Spayed on" autoFocus type="date" max={today} value={day} onText={setDay} />
      <Button
        onClick={() => {
          setOpen(false);
          onChange(day);
        }}
        disabled={day === ""}
      >
        Save
      </Button>
      <Button variant="outline" onClick={() => setOpen(false)}>
        Cancel
      </Button>
    </div>
  );
}

type HeatLogProps = { dog: { _id: string; name: string }; today: string };

/** `isRecording` opens the form for a new heat from the start. `onRecorded` is called when the form closes. */
type Recording = { isRecording?: boolean; onRecorded?: () => void };

/** Renders nothing for a dog that cannot have heats. */
export function HeatLog({ dog, today, isRecording = false, onRecorded }: HeatLogProps & Recording) {
  const result = useLiveQuery(api.heats.heats.ofDog, { dogId: dog._id });
  const canWrite = useKennel().can("breeding", "write");
  const [isAdding, setAdding] = useState(false);
  const [isBegun, setBegun] = useState(false);
  if (result.status === "ready" && result.data === null) return null;
  const isRecordable = canWrite && result.data?.prevention === null;
  // The form opens once it is known that the dog can have heats, and then stays open.
  if (isRecording && isRecordable && !isBegun) {
    setBegun(true);
    setAdding(true);
  }
  if (isBegun && !isRecording) setBegun(false);
  return (
    <DetailSection
      title="Heats"
      action={
        isRecordable ? (
          <Button variant="outline" size="sm" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            Record Heat
          </Button>
        ) : undefined
      }
    >
      {result.status === "error" ? (
        <LoadError message="Failed to load heats. Please try again." onRetry={result.retry} />
      ) : result.data ? (
        <LoadedLog dog={dog} log={result.data} today={today} canWrite={canWrite} />
      ) : (
        <Skeleton className="h-24" />
      )}
      {isAdding ? (
        <HeatFormDialog
          dog={dog}
          today={today}
          onClose={() => {
            setAdding(false);
            onRecorded?.();
          }}
        />
      ) : null}
    </DetailSection>
  );
}

type LoadedLogProps = HeatLogProps & { log: HeatLogData; canWrite: boolean };

function LoadedLog({ dog, log, today, canWrite }: LoadedLogProps) {
  const [edited, setEdited] = useState<HeatEntry | null>(null);
  const { deleteHeat, deleteReading, markSpayed } = useHeatActions(dog._id, today);
  return (
    <div className="flex flex-col gap-3">
      <Outlook log={log} today={today} />
      {log.heats.map((heat, index) => (
        <HeatCard
          key={heat._id}
          heat={heat}
          today={today}
          canWrite={canWrite}
          isOpenAtFirst={index === 0}
          onEdit={() => setEdited(heat)}
          onDelete={() => void deleteHeat(heat)}
          onDeleteReading={(reading) => void deleteReading(reading)}
        />
      ))}
      <SpayedNote
        spayedOn={log.spayedOn}
        isAsked={canWrite && log.prevention !== "gone"}
        today={today}
        onChange={(day) => void markSpayed(day, log.spayedOn)}
      />
      {log.heats.length > 0 ? <Sources /> : null}
      {edited ? (
        <HeatFormDialog
          dog={dog}
          heat={edited}
          live={log.heats.find(({ _id }) => _id === edited._id) ?? null}
          today={today}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </div>
  );
}

function Outlook({ log: { prevention, prediction, heats }, today }: { log: HeatLogData; today: string }) {
  if (prediction) {
    return (
      <div>
        <p>{describePrediction(prediction, today)}</p>
        <p className="text-sm text-muted-foreground">{describeBasis(prediction)}</p>
      </div>
    );
  }
  if (heats.length > 0) return null;
  return (
    <p className="text-muted-foreground">
      {prevention === null
        ? "No heats recorded. Once one is recorded, the next is predicted."
        : "No heats recorded."}
    </p>
  );
}

function Sources() {
  return (
    <details className="text-sm text-muted-foreground">
      <summary className="w-fit cursor-pointer rounded-sm py-1 underline decoration-1 underline-offset-4">
        Where these figures come from
      </summary>
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
        {SOURCES.map((source) => (
          <li key={source}>{source}</li>
        ))}
      </ul>
    </details>
  );
}
