/** A heat: its dates and signs, what its readings mean, the due date of puppies, the curve, and the readings. */
import { Suspense, useState } from "react";
import { ChevronDown, Pencil, Plus, Trash2 } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { Skeleton } from "@/components/ui/skeleton";
import {
  convertReading,
  describeCycle,
  formatSpan,
  signLabels,
  formatProgesterone,
} from "@/entities/heats/heat-words";
import { HistoryIcon } from "@/entities/history/record-history";
import type { HeatEntry, HeatReading } from "@/entities/heats/use-heat-actions";
import { lateLazy } from "@/lib/ready-lazy";
import { daysBetween } from "@domain/dates/calendar-days";
import { formatDay, formatShortDay } from "@domain/formatting/formatting";
import { readCycle, type Cycle } from "@domain/heats/cycle";
import { dayOfHeat, isInHeat } from "@domain/heats/prediction";
import { useMutation } from "convex/react";
import { useController } from "react-hook-form";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { RecordField } from "@/components/record-form/record-field";
import { SaveDialog } from "@/components/save-dialog";
import { TypedFields, useTypedForm } from "@/components/record-form/typed-dialog";
import { readStored, writeStored } from "@/lib/browser-storage";
import { cn } from "@/lib/utils";
import { PROGESTERONE_UNITS, type ProgesteroneUnit } from "@domain/heats/rules";
import { READING_FIELDS } from "@domain/heats/record";
import { emptyTypedForm, sentFields, typedForm } from "@domain/records/typed-form";
import { readingSchema } from "@domain/heats/schemas";
import { api } from "@convex/_generated/api";

const UNIT_KEY = "studbook.progesterone-unit";
const LABORATORY_KEY = "studbook.progesterone-laboratory";

/** The unit that was last used on this device. */
const storedUnit = (): ProgesteroneUnit =>
  PROGESTERONE_UNITS.find((unit) => unit === readStored(UNIT_KEY)) ?? "ng/mL";

const twoDigits = (value: number): string => String(value).padStart(2, "0");

function timeNow(): string {
  const now = new Date();
  return `${twoDigits(now.getHours())}:${twoDigits(now.getMinutes())}`;
}

type ReadingFormProps = {
  heatId: string;
  today: string;
  /** Undefined for a new reading. */
  reading?: HeatReading | undefined;
  onDone: () => void;
};

function useReadingForm({ heatId, today, reading, onDone }: ReadingFormProps) {
  const add = useMutation(api.heats.heats.addProgesterone);
  const update = useMutation(api.heats.heats.updateProgesterone);
  return useTypedForm(
    {
      schema: readingSchema,
      typed: reading
        ? typedForm(READING_FIELDS, reading)
        : {
            ...emptyTypedForm(READING_FIELDS),
            ...{ unit: storedUnit(), takenOn: today, takenTime: timeNow() },
            laboratory: readStored(LABORATORY_KEY) ?? "",
          },
      toServer: (typed) => sentFields(READING_FIELDS, typed),
      send: async (typed) => {
        const fields = { ...typed, heatId, today };
        await (reading ? update({ ...fields, readingId: reading._id }) : add(fields));
        writeStored(UNIT_KEY, typed.unit);
        writeStored(LABORATORY_KEY, typed.laboratory ?? "");
        toast.success(`Progesterone ${formatProgesterone(typed.value, typed.unit)} recorded`);
      },
      failedText: "The reading could not be saved",
    },
    onDone,
  );
}

type ReadingFieldsProps = Pick<ReturnType<typeof useReadingForm>, "form"> & { today: string };

/**
 * Usable with one thumb: the value's field opens the number keys immediately. Date and time are preset to now, unit
 * and laboratory to those of the last reading.
 */
function ReadingFields({ form, today }: ReadingFieldsProps) {
  return (
    <TypedFields form={form} fields={READING_FIELDS}>
      <div className="flex flex-wrap items-start gap-3">
        <RecordField name="value" className="min-w-32 flex-1" autoFocus inputClassName="h-12 text-xl" />
        <UnitField />
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <RecordField name="takenOn" required={false} max={today} />
        <RecordField name="takenTime" />
        <RecordField name="laboratory" className="col-span-2 sm:col-span-1" />
      </div>
    </TypedFields>
  );
}

/** Among the readings of a heat. */
export function ReadingForm(props: ReadingFormProps) {
  const { form, failure, isSaving, submit } = useReadingForm(props);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="flex flex-col gap-4 rounded-md border bg-background p-3"
    >
      <ReadingFields form={form} today={props.today} />
      {failure ? <Alert variant="error">{failure}</Alert> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={props.onDone} disabled={isSaving}>
          Cancel
        </Button>
        <Button type="submit" disabled={isSaving} className="flex-1 sm:flex-none">
          {isSaving ? "Saving..." : "Save Reading"}
        </Button>
      </div>
    </form>
  );
}

type ReadingDialogProps = Omit<ReadingFormProps, "reading"> & { dogName: string };

/** A new reading where the heat's other readings are not shown. */
export function ReadingDialog({ dogName, ...props }: ReadingDialogProps) {
  const { form, failure, isSaving, submit } = useReadingForm(props);
  return (
    <SaveDialog
      title={`Progesterone of ${dogName}`}
      saveLabel="Save Reading"
      {...{ isSaving, failure }}
      onSave={submit}
      onClose={props.onDone}
    >
      <ReadingFields form={form} today={props.today} />
    </SaveDialog>
  );
}

function UnitField() {
  const { value: unit, onChange: onUnit } = useController<{ unit: ProgesteroneUnit }>({ name: "unit" }).field;
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">Unit</legend>
      <div className="flex overflow-hidden rounded-md border border-input">
        {PROGESTERONE_UNITS.map((choice) => (
          <label
            key={choice}
            className={cn(
              "flex h-12 cursor-pointer items-center px-3 font-semibold has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring",
              choice === unit ? "bg-primary text-primary-foreground" : "bg-card text-foreground",
            )}
          >
            <input
              type="radio"
              className="sr-only"
              name="progesterone-unit"
              checked={choice === unit}
              onChange={() => onUnit(choice)}
            />
            {choice}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const ProgesteroneCurve = lateLazy(async () => (await import("@/entities/heats/progesterone-curve")).default);

type HeatCardProps = {
  heat: HeatEntry;
  today: string;
  canWrite: boolean;
  isOpenAtFirst: boolean;
  onEdit: () => void;
  onDelete: () => void;
  onDeleteReading: (reading: HeatReading) => void;
};

/** Older heats are collapsed at first. */
export function HeatCard(props: HeatCardProps) {
  const { heat, today, canWrite, isOpenAtFirst, onEdit, onDelete } = props;
  const cycle = readCycle(heat.startOn, heat.readings);
  return (
    <Collapsible defaultOpen={isOpenAtFirst} className="rounded-md border bg-card">
      <h4>
        <CollapsibleTrigger className="group flex w-full items-center justify-between gap-3 rounded-md px-3 py-2.5 text-left hover:bg-accent">
          <span className="min-w-0">
            <span className="font-semibold">{formatDay(heat.startOn)}</span>
            <span className="block text-sm font-normal text-muted-foreground">
              {describeLength(heat, today)}
            </span>
          </span>
          <span className="flex shrink-0 items-center gap-2">
            {isInHeat(heat, today) ? <Badge variant="brass">In heat</Badge> : null}
            <ChevronDown
              aria-hidden
              className="size-5 text-muted-foreground transition-transform group-data-[state=open]:rotate-180"
            />
          </span>
        </CollapsibleTrigger>
      </h4>
      <CollapsibleContent className="flex flex-col gap-4 px-3 pb-3">
        <Observations heat={heat} />
        <Findings heat={heat} cycle={cycle} />
        <Readings {...props} cycle={cycle} />
        <div className="flex flex-wrap gap-2 border-t pt-3">
          {canWrite ? (
            <>
              <Button variant="ghost" size="sm" onClick={onEdit}>
                <Pencil aria-hidden />
                Edit Heat
              </Button>
              <Button variant="ghost" size="sm" onClick={onDelete}>
                <Trash2 aria-hidden />
                Delete Heat
              </Button>
            </>
          ) : null}
          <HistoryIcon table="heats" recordId={heat._id} name={`the heat of ${formatDay(heat.startOn)}`} />
        </div>
      </CollapsibleContent>
    </Collapsible>
  );
}

function describeLength(heat: HeatEntry, today: string): string {
  const readings = heat.readings.length;
  const words = readings === 0 ? "" : ` · ${readings} ${readings === 1 ? "reading" : "readings"}`;
  if (heat.endOn !== null) return `${daysBetween(heat.startOn, heat.endOn) + 1} days${words}`;
  return isInHeat(heat, today)
    ? `Day ${dayOfHeat(heat.startOn, today)}${words}`
    : `Last day not recorded${words}`;
}

function Observations({ heat: { signs, notes } }: { heat: HeatEntry }) {
  if (signs.length === 0 && notes === null) return null;
  return (
    <div className="flex flex-col gap-2">
      {signs.length > 0 ? (
        <ul aria-label="Signs" className="flex flex-wrap gap-1.5">
          {signs.map((sign) => (
            <li key={sign}>
              <Badge variant="outline">{signLabels[sign]}</Badge>
            </li>
          ))}
        </ul>
      ) : null}
      {notes ? <p className="text-sm break-words whitespace-pre-wrap">{notes}</p> : null}
    </div>
  );
}

function Findings({ heat, cycle }: { heat: HeatEntry; cycle: Cycle }) {
  const lines = describeCycle(cycle);
  if (lines.length === 0 && heat.matings.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {lines.length > 0 ? (
        <div className="rounded-md bg-brass-soft px-3 py-2 text-sm text-foreground">
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ) : null}
      {heat.matings.length > 0 ? <DueDates heat={heat} cycle={cycle} /> : null}
    </div>
  );
}

function DueDates({ heat, cycle }: { heat: HeatEntry; cycle: Cycle }) {
  return (
    <ul aria-label="Matings" className="flex flex-col gap-2 text-sm">
      {heat.matings.map(({ breedingId, breedingDate, sireName, expectedDueDate, actualDueDate, status }) => (
        <li key={breedingId} className="border-l-2 border-brass-line pl-3">
          <span className="font-semibold">
            {status === "planned" ? "Mating planned" : "Mated"} {formatShortDay(breedingDate)}
            {sireName ? ` with ${sireName}` : ""}
          </span>
          {actualDueDate ? (
            <span className="block text-muted-foreground">Whelped {formatDay(actualDueDate)}</span>
          ) : status === "failed" ? (
            <span className="block text-muted-foreground">No litter</span>
          ) : (
            <>
              {expectedDueDate ? (
                <span className="block text-muted-foreground">
                  Due {formatDay(expectedDueDate)} by mating
                </span>
              ) : null}
              {cycle.due ? (
                <span className="block text-muted-foreground">
                  Due {formatDay(cycle.due.on)} by ovulation ({formatSpan(cycle.due)})
                </span>
              ) : null}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

type ReadingsProps = HeatCardProps & { cycle: Cycle };

function Readings({ heat, today, canWrite, cycle, onDeleteReading }: ReadingsProps) {
  /** The edited reading, or 'new'. */
  const [edited, setEdited] = useState<HeatReading | "new" | null>(null);
  const unit = storedUnit();
  const close = () => setEdited(null);
  return (
    <section aria-label="Progesterone" className="flex flex-col gap-3">
      {heat.readings.length > 1 ? (
        <Suspense fallback={<Skeleton className="h-56 sm:h-64" />}>
          <ProgesteroneCurve heat={heat} cycle={cycle} unit={unit} />
        </Suspense>
      ) : null}
      {heat.readings.length > 0 ? (
        <ul aria-label="Readings" className="flex flex-col divide-y rounded-md border">
          {heat.readings.map((reading) => (
            <ReadingLine
              key={reading._id}
              reading={reading}
              unit={unit}
              canWrite={canWrite}
              onEdit={() => setEdited(reading)}
              onDelete={() => onDeleteReading(reading)}
            />
          ))}
        </ul>
      ) : null}
      {edited ? (
        <ReadingForm
          key={edited === "new" ? "new" : edited._id}
          heatId={heat._id}
          today={today}
          reading={edited === "new" ? undefined : edited}
          onDone={close}
        />
      ) : canWrite ? (
        <Button variant="secondary" className="w-full sm:w-fit" onClick={() => setEdited("new")}>
          <Plus aria-hidden />
          Add Progesterone
        </Button>
      ) : null}
    </section>
  );
}

type ReadingLineProps = {
  reading: HeatReading;
  unit: ReturnType<typeof storedUnit>;
  canWrite: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

function ReadingLine({ reading, unit, canWrite, onEdit, onDelete }: ReadingLineProps) {
  const { takenOn, takenTime, value, laboratory } = reading;
  const when = `${formatShortDay(takenOn)}${takenTime ? `, ${takenTime}` : ""}`;
  return (
    <li className="flex min-h-12 items-center justify-between gap-2 px-3 py-1">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{convertReading(value, reading.unit, unit)}</span>
        <span className="text-sm text-muted-foreground">
          {when}
          {laboratory ? ` · ${laboratory}` : ""}
        </span>
      </div>
      {canWrite ? (
        <div className="flex shrink-0">
          <Button variant="ghost" size="icon" aria-label={`Change the reading of ${when}`} onClick={onEdit}>
            <Pencil aria-hidden />
          </Button>
          <Button variant="ghost" size="icon" aria-label={`Delete the reading of ${when}`} onClick={onDelete}>
            <Trash2 aria-hidden />
          </Button>
        </div>
      ) : null}
    </li>
  );
}
