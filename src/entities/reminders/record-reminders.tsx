/**
 * The reminders of a dog, breeding or litter as a part of its page: the pending reminders and a button to add one.
 * If there is a schedule, another button creates all its reminders. Sources: decisions GAP-BRD-02 and GAP-REM-13.
 */
import { useState, type ReactNode } from "react";
import { useMutation } from "convex/react";
import { CalendarPlus, Plus } from "lucide-react";
import { toast } from "sonner";
import { DogCalendarButton } from "@/entities/calendar/calendar-dialog";
import { DetailSection } from "@/components/detail-section";
import { Loaded } from "@/components/loaded";
import { ReminderCard } from "@/entities/reminders/reminder-card";
import { failureSentence, type Reminder, type ReminderPage } from "@/entities/reminders/reminder-words";
import { useReminderDialogs } from "@/entities/reminders/use-reminder-dialogs";
import { Button } from "@/components/ui/button";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery, type LiveQuery } from "@/hooks/use-live-query";
import type { DogStatus } from "@domain/dogs/rules";
import { isDead, isGone } from "@domain/dogs/standing";
import { api } from "@convex/_generated/api";

type SectionProps = { today: string };

/** The limit for a record. The reminders page shows all. */
const SHOWN = 100;

type RemindedDog = {
  _id: string;
  name: string;
  callName: string | null;
  isExternal: boolean;
  status: DogStatus;
};

/** For a sold or deceased dog, no reminders can be added. */
export function DogReminders({ dog, today }: SectionProps & { dog: RemindedDog }) {
  const { _id: dogId, name, callName } = dog;
  const result = useLiveQuery(api.reminders.reminders.ofDog, useReadable({ dogId, today, limit: SHOWN }));
  const generate = useMutation(api.reminders.reminderGeneration.forDog);
  return (
    <RecordReminders
      today={today}
      result={result}
      given={{ dogId }}
      generateLabel="Plan Vaccinations"
      onGenerate={isGone(dog) ? null : async () => (await generate({ dogId, today })).created}
      isOver={isDead(dog)}
      hasDog={false}
      extra={isDead(dog) ? null : <DogCalendarButton dogId={dogId} name={callName ?? name} />}
    />
  );
}

export function BreedingReminders({
  breedingId,
  damId,
  today,
}: SectionProps & { breedingId: string; damId: string | null }) {
  const result = useLiveQuery(
    api.reminders.reminders.ofBreeding,
    useReadable({ breedingId, today, limit: SHOWN }),
  );
  const generate = useMutation(api.reminders.reminderGeneration.forBreeding);
  return (
    <RecordReminders
      today={today}
      result={result}
      given={{ breedingId, reminderType: "breeding", ...(damId && { dogId: damId }) }}
      generateLabel="Plan Reminders"
      onGenerate={async () => (await generate({ breedingId, today })).created}
    />
  );
}

export function LitterReminders({ litterId, today }: SectionProps & { litterId: string }) {
  const result = useLiveQuery(
    api.reminders.reminders.ofLitter,
    useReadable({ litterId, today, limit: SHOWN }),
  );
  const generate = useMutation(api.reminders.reminderGeneration.forLitter);
  return (
    <RecordReminders
      today={today}
      result={result}
      given={{ litterId }}
      generateLabel="Plan Reminders"
      onGenerate={async () => (await generate({ litterId, today })).created}
    />
  );
}

/** Returns "skip" if the user may not read reminders. */
function useReadable<Args>(args: Args): Args | "skip" {
  return useKennel().can("reminders", "read") ? args : "skip";
}

type RecordRemindersProps = SectionProps & {
  result: LiveQuery<ReminderPage | null>;
  given: Parameters<ReturnType<typeof useReminderDialogs>["add"]>[0];
  generateLabel: string;
  /** Returns how many planned reminders were added. Null if nothing can be planned. */
  onGenerate: (() => Promise<number>) | null;
  /** Whether no new reminders are needed. */
  isOver?: boolean;
  hasDog?: boolean;
  /** Shown also to users who may only read. */
  extra?: ReactNode;
};

function RecordReminders({
  today,
  result,
  given,
  extra,
  isOver = false,
  hasDog = true,
  ...plan
}: RecordRemindersProps) {
  const { can } = useKennel();
  const { actions, open, add, dialogs } = useReminderDialogs(today);
  if (!can("reminders", "read")) return null;
  const mayWrite = can("reminders", "write");
  const mayAdd = mayWrite && !isOver;
  return (
    <DetailSection
      title="Reminders"
      action={
        extra || mayAdd ? (
          <div className="flex flex-wrap gap-2 sm:justify-end">
            {extra}
            {mayAdd ? <SectionActions onAdd={() => add(given)} {...plan} /> : null}
          </div>
        ) : undefined
      }
    >
      <Loaded query={result} failureText="Failed to load reminders. Please try again." height="h-14">
        {(data) => (
          <Rows
            reminders={data?.data ?? []}
            today={today}
            actions={mayWrite ? actions : null}
            onOpen={open}
            hasDog={hasDog}
          />
        )}
      </Loaded>
      {dialogs}
    </DetailSection>
  );
}

type SectionActionsProps = Pick<RecordRemindersProps, "generateLabel" | "onGenerate"> & { onAdd: () => void };

function SectionActions({ generateLabel, onGenerate, onAdd }: SectionActionsProps) {
  const [isBusy, setBusy] = useState(false);
  const generate = async (make: () => Promise<number>) => {
    setBusy(true);
    try {
      const created = await make();
      toast.success(
        created === 0
          ? "Nothing new to plan"
          : created === 1
            ? "1 reminder planned"
            : `${created} reminders planned`,
      );
    } catch (error) {
      toast.error(failureSentence("Failed to plan reminders. Please try again.", error));
    }
    setBusy(false);
  };
  return (
    <>
      {onGenerate ? (
        <Button variant="outline" size="sm" disabled={isBusy} onClick={() => void generate(onGenerate)}>
          <CalendarPlus aria-hidden />
          {generateLabel}
        </Button>
      ) : null}
      <Button variant="outline" size="sm" onClick={onAdd}>
        <Plus aria-hidden />
        Add Reminder
      </Button>
    </>
  );
}

type RowsProps = Pick<Parameters<typeof ReminderCard>[0], "actions" | "onOpen" | "hasDog"> & {
  reminders: readonly Reminder[];
  today: string;
};

function Rows({ reminders, ...props }: RowsProps) {
  const [isCompletedShown, setCompletedShown] = useState(false);
  const pending = reminders.filter(({ isCompleted }) => !isCompleted);
  const completed = reminders.filter(({ isCompleted }) => isCompleted);
  const shown = isCompletedShown ? [...pending, ...completed] : pending;
  return (
    <div className="flex flex-col gap-3">
      {shown.length === 0 ? <p className="text-muted-foreground">No reminders</p> : null}
      {shown.length === 0 ? null : (
        <ul aria-label="Reminders" className="divide-y rounded-lg border">
          {shown.map((reminder) => (
            <li key={reminder._id}>
              <ReminderCard reminder={reminder} {...props} />
            </li>
          ))}
        </ul>
      )}
      {completed.length === 0 ? null : (
        <Button
          variant="ghost"
          size="sm"
          className="self-start"
          onClick={() => setCompletedShown(!isCompletedShown)}
        >
          {isCompletedShown ? "Hide Completed" : `Show ${completed.length} Completed`}
        </Button>
      )}
    </div>
  );
}
