/**
 * A table of dogs by vaccines. It shows in words and with an icon when each next dose is due. Dogs with the
 * earliest due dose are first. The Tab key stops once in the table, and arrow keys move in it. Enter opens the
 * dose, or the form if there is no dose. D records the next dose.
 */
import { useRef, useState, type KeyboardEvent } from "react";
import { Check, CircleAlert, Clock3, Plus, type LucideIcon } from "lucide-react";
import type { FunctionReturnType } from "convex/server";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useHealthDialog, useHealthPlace } from "@/entities/health/health-address";
import { keyOfPatient, nameOfPatient } from "@/entities/health/patients";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { Link } from "@/lib/router";
import { NEW } from "@/lib/screen-address";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { daysBetween } from "@domain/dates/calendar-days";
import { formatMonth, formatShortDay } from "@domain/formatting/formatting";
import { dueStateOf, type DueStateName } from "@domain/health/due-state";
import { pageOf } from "@domain/history/places";
import { matchesWords, searchWords } from "@domain/text/text";

type Matrix = FunctionReturnType<typeof api.vaccinations.immunizations.matrix>;
type Vaccine = Matrix["vaccines"][number];
type Patient = Matrix["patients"][number];
type Dose = Patient["doses"][number];

type VaccineMatrixProps = {
  search: string;
  dogId: string;
  /** Only dogs with such a dose are shown. Empty for all dogs. */
  due: "overdue" | "soon" | "";
  today: string;
  canWrite: boolean;
};

const DUE_STATES = { overdue: "overdue", soon: "due_soon" } as const satisfies Record<string, DueStateName>;

export function VaccineMatrix({ search, dogId, due, today, canWrite }: VaccineMatrixProps) {
  const { kennelId } = useKennel();
  const result = useLiveQuery(api.vaccinations.immunizations.matrix, { kennelId });
  if (result.status === "error")
    return <LoadError message="Failed to load health data. Please try again." onRetry={result.retry} />;
  if (result.status === "loading") return <Skeleton role="status" aria-label="Loading" className="h-96" />;
  const words = searchWords(search);
  const { vaccines, patients, isCut } = result.data;
  const shown = patients.filter(
    (patient) =>
      (dogId === "" || patient.dog?._id === dogId) &&
      (due === "" ||
        patient.doses.some(
          ({ dueOn }) => dueOn !== null && dueStateOf(dueOn, today).state === DUE_STATES[due],
        )) &&
      (words.length === 0 || isFound(words, patient, vaccines)),
  );
  return <Grid vaccines={vaccines} patients={shown} isCut={isCut} today={today} canWrite={canWrite} />;
}

const callNameOf = ({ dog, puppy }: Patient): string => dog?.callName || nameOfPatient({ dog, puppy });

const isFound = (words: readonly string[], patient: Patient, vaccines: readonly Vaccine[]): boolean =>
  matchesWords(words, [
    ...[nameOfPatient(patient), callNameOf(patient)],
    ...vaccines.flatMap(({ key, name }) => (doseIn(patient, key) ? [name] : [])),
  ]);

const doseIn = ({ doses }: Patient, vaccineKey: string): Dose | undefined =>
  doses.find((dose) => dose.vaccineKey === vaccineKey);

/** A button shows further rows. */
const ROWS_AT_ONCE = 100;

type GridProps = Omit<Matrix, "patients"> &
  Pick<VaccineMatrixProps, "today" | "canWrite"> & { patients: readonly Patient[] };

function Grid({ vaccines, patients, isCut, today, canWrite }: GridProps) {
  const [rows, setRows] = useState(ROWS_AT_ONCE);
  const shown = patients.slice(0, rows);
  const { gridRef, isStop, gridProps, focusAt } = useArrows(shown.length, vaccines.length);
  const { open } = useHealthDialog();
  const { openRecord } = useHealthPlace();
  const recordDose = (patient: Patient, { name }: Vaccine) =>
    open("dose", NEW, { for: keyOfPatient(patient), vaccine: name });
  if (patients.length === 0) return <p className="py-6 text-center text-muted-foreground">No dog found</p>;
  return (
    <div className="flex flex-col gap-3">
      <div className="max-h-[calc(100dvh-9rem)] min-h-64 overflow-auto rounded-lg border bg-card shadow-page print:max-h-none print:overflow-visible">
        <table
          ref={gridRef}
          role="grid"
          aria-label="Vaccinations of each dog"
          aria-rowcount={patients.length + 1}
          className="w-full border-separate border-spacing-0 text-left"
          {...gridProps}
        >
          <thead>
            <tr role="row">
              <th
                role="columnheader"
                scope="col"
                className="sticky top-0 left-0 z-3 w-24 min-w-24 border-b bg-secondary px-2 py-2 text-sm font-semibold sm:w-56 sm:min-w-44 sm:px-4 print:static"
              >
                Dog
              </th>
              {vaccines.map(({ key, name, isCore }) => (
                <th
                  key={key}
                  role="columnheader"
                  scope="col"
                  className="sticky top-0 z-2 min-w-11 border-b bg-secondary px-0.5 py-2 text-center text-xs font-semibold sm:min-w-32 sm:px-2 sm:text-sm print:static"
                >
                  <span className="hidden sm:inline print:inline">{name}</span>
                  <span aria-hidden title={name} className="block truncate sm:hidden print:hidden">
                    {shortName(name)}
                  </span>
                  <span className="sr-only sm:hidden">{name}</span>
                  {isCore ? (
                    <span className="block text-xs font-normal text-success sm:ml-1.5 sm:inline">Core</span>
                  ) : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((patient, row) => (
              <tr key={keyOfPatient(patient)} role="row" aria-rowindex={row + 2} className="group">
                <th
                  role="rowheader"
                  scope="row"
                  className="sticky left-0 z-1 max-w-24 border-b bg-card px-2 py-1 font-normal group-last:border-b-0 sm:max-w-56 sm:px-4 print:static"
                >
                  <PatientName patient={patient} />
                </th>
                {vaccines.map((vaccine, column) => (
                  <Cell
                    key={vaccine.key}
                    place={`${row} ${column}`}
                    isStop={isStop(row, column)}
                    name={callNameOf(patient)}
                    vaccine={vaccine}
                    dose={doseIn(patient, vaccine.key)}
                    today={today}
                    canWrite={canWrite}
                    onOpen={(dose) => {
                      focusAt(row, column);
                      if (dose) openRecord(dose.immunizationId);
                      else if (canWrite) recordDose(patient, vaccine);
                    }}
                    onRecord={() => (canWrite ? recordDose(patient, vaccine) : undefined)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p role="status" className="text-sm text-muted-foreground">
        {shown.length < patients.length ? `${shown.length} of ${patients.length}` : patients.length}{" "}
        {patients.length === 1 ? "dog" : "dogs"}, the first due at the top; a date is when the next dose is
        due
        {isCut ? ". There are more than can be shown here" : ""}
      </p>
      {shown.length < patients.length ? (
        <Button variant="outline" className="self-center" onClick={() => setRows(rows + ROWS_AT_ONCE)}>
          Show More
        </Button>
      ) : null}
    </div>
  );
}

/** Names that are not shortened to the first five letters. */
const SHORT_NAMES: Partial<Record<string, string>> = {
  Rabies: "Rab",
  Bordetella: "Bord",
  "Canine Influenza": "CIV",
  Coronavirus: "CCoV",
};

/** For a column on a phone: 'Leptospirosis' to 'Lepto', 'Lyme Disease' to 'Lyme'. */
const shortName = (name: string): string =>
  SHORT_NAMES[name] ?? (name.split(/[\s-]/u)[0] ?? name).slice(0, 5);

/** The Tab key skips the link, because the table has only one tab stop. */
function PatientName({ patient }: { patient: Patient }) {
  const { dog, puppy } = patient;
  return (
    <Link
      to={dog ? pageOf("dogs", dog._id) : pageOf("litters", puppy?.litterId ?? "")}
      tabIndex={-1}
      title={nameOfPatient(patient)}
      className="flex min-h-11 items-center font-semibold underline-offset-4 hover:underline"
    >
      <span className="line-clamp-3 break-words max-sm:text-sm max-sm:leading-tight sm:line-clamp-2 sm:leading-snug">
        {callNameOf(patient)}
      </span>
    </Link>
  );
}

const icons: Record<DueStateName, LucideIcon> = { overdue: CircleAlert, due_soon: Clock3, current: Check };
const tones: Record<DueStateName, string> = {
  overdue: "bg-error-soft text-error font-semibold",
  due_soon: "bg-warning-soft text-warning font-semibold",
  current: "",
};

const days = (count: number): string => (count === 1 ? "1 day" : `${count} days`);

/** On a phone, this word is above the date of a dose that is overdue or due soon. */
const leads: Record<DueStateName, string | null> = { overdue: "Late", due_soon: "Due", current: null };

/** From this many days on, only the year of a due date is shown. */
const FAR_DAYS = 300;

/** In words or, on a phone, as day, month or year. */
function dueWords(dueOn: string, today: string): { state: DueStateName; text: string; short: string } {
  const { state } = dueStateOf(dueOn, today);
  const left = daysBetween(today, dueOn);
  const short = formatShortDay(dueOn);
  if (state === "overdue") return { state, text: `${days(-left)} overdue`, short };
  if (state === "due_soon")
    return left === 0 ? { state, text: "today", short: "today" } : { state, text: `in ${days(left)}`, short };
  const month = formatMonth(dueOn);
  return { state, text: month, short: left > FAR_DAYS ? dueOn.slice(0, 4) : month.slice(0, 3) };
}

type CellProps = {
  place: string;
  /** Whether the Tab key stops at this cell. */
  isStop: boolean;
  name: string;
  vaccine: Vaccine;
  dose: Dose | undefined;
  today: string;
  canWrite: boolean;
  onOpen: (dose: Dose | undefined) => void;
  onRecord: () => void;
};

function Cell({ place, isStop, name, vaccine, dose, today, canWrite, onOpen, onRecord }: CellProps) {
  const due = dose?.dueOn ? dueWords(dose.dueOn, today) : null;
  const words = due ? due.text : dose ? "no further dose due" : "none recorded";
  const lead = due && leads[due.state];
  const Icon = due ? icons[due.state] : dose ? Check : Plus;
  return (
    <td
      role="gridcell"
      tabIndex={isStop ? 0 : -1}
      data-place={place}
      aria-label={`${name}, ${vaccine.name}: ${words}`}
      onClick={() => onOpen(dose)}
      onKeyDown={(event) => {
        if (event.key === "Enter" || event.key === " ") onOpen(dose);
        else if (event.key === "d" && !event.ctrlKey && !event.metaKey) onRecord();
        else return;
        event.preventDefault();
      }}
      className={cn(
        "h-12 min-w-11 border-b p-0.5 text-center text-xs group-last:border-b-0 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring sm:text-sm",
        (dose || canWrite) && "cursor-pointer hover:bg-accent",
      )}
    >
      <span
        className={cn(
          "flex h-full min-h-10 flex-col items-center justify-center gap-0.5 rounded-md px-0.5 sm:flex-row sm:gap-1.5 sm:px-2 print:flex-row",
          due && tones[due.state],
          !dose && "text-muted-foreground",
        )}
      >
        {dose || canWrite ? (
          <Icon aria-hidden className={cn("size-3.5 shrink-0", lead && "max-sm:hidden print:inline!")} />
        ) : null}
        {due ? (
          <>
            <span className="hidden whitespace-nowrap sm:inline print:inline">{due.text}</span>
            <span className="flex flex-col leading-tight whitespace-nowrap sm:hidden print:hidden">
              {lead ? <span className="font-normal">{lead}</span> : null}
              {due.short}
            </span>
          </>
        ) : null}
      </span>
    </td>
  );
}

/** Moves the single tab stop of a table with the arrow keys, Home and End. */
function useArrows(rows: number, columns: number) {
  const gridRef = useRef<HTMLTableElement>(null);
  const [[row, column], setStop] = useState<readonly [number, number]>([0, 0]);
  const stop = [Math.min(row, rows - 1), Math.min(column, columns - 1)] as const;
  const focusAt = (nextRow: number, nextColumn: number) => {
    const next = [
      Math.max(0, Math.min(nextRow, rows - 1)),
      Math.max(0, Math.min(nextColumn, columns - 1)),
    ] as const;
    setStop(next);
    gridRef.current?.querySelector<HTMLElement>(`[data-place="${next.join(" ")}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset["place"] === undefined) return;
    const [r, c] = stop;
    const isWhole = event.ctrlKey || event.metaKey;
    const moves: Partial<Record<string, readonly [number, number]>> = {
      ArrowUp: [r - 1, c],
      ArrowDown: [r + 1, c],
      ArrowLeft: [r, c - 1],
      ArrowRight: [r, c + 1],
      PageUp: [r - 10, c],
      PageDown: [r + 10, c],
      Home: [isWhole ? 0 : r, 0],
      End: [isWhole ? rows - 1 : r, columns - 1],
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    focusAt(...move);
  };
  const isStop = (r: number, c: number): boolean => r === stop[0] && c === stop[1];
  return { gridRef, isStop, focusAt, gridProps: { onKeyDown } };
}
