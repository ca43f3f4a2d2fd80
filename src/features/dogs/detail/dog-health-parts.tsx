/**
 * The parts of a dog's Health Records tab. An external dog has only some of them. Weights, tests and medication are
 * in their own files.
 */
import {
  ClipboardPlus,
  Ellipsis,
  FileText,
  Pencil,
  Phone,
  Plus,
  NotebookPen,
  Stethoscope,
  Syringe,
} from "lucide-react";
import { DetailSection } from "@/components/detail-section";
import { Loaded } from "@/components/loaded";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { HealthTestsSection } from "@/entities/health-tests/health-tests-section";
import { GeneticResults } from "@/entities/genetics/genetic-results";
import { MedicationSection } from "@/entities/medications/medication-section";
import { DogReminders } from "@/entities/reminders/record-reminders";
import { WeightSection } from "@/entities/weights/weight-section";
import type { Dog } from "@/entities/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { pageOf } from "@domain/history/places";
import { MAX_VETERINARIANS_PER_DOG } from "@domain/vaccinations/rules";
import { type ReactNode, useState } from "react";
import { useAction } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { DialogForm } from "@/components/dialog-form";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { TextField } from "@/components/text-field";
import { TitledDialog } from "@/components/titled-dialog";
import { Alert } from "@/components/ui/alert";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { dueStateVariants } from "@/entities/health/due-colors";
import { RecordTypeBadge } from "@/entities/health/record-type";
import { RelativesSkeleton } from "@/features/dogs/detail/relatives-skeleton";
import { useMadeFile } from "@/hooks/use-made-file";
import { useToday } from "@/hooks/use-today";
import { usePhoneScreen } from "@/hooks/use-wide-screen";
import { Link } from "@/lib/router";
import { usualPaper } from "@/lib/usual-paper";
import { cn } from "@/lib/utils";
import { addYears } from "@domain/dates/calendar-days";
import { callAddress, formatCents, formatDay } from "@domain/formatting/formatting";
import { dueStateOf } from "@domain/health/due-state";
import { isCoreType } from "@domain/vaccinations/vaccines";
import { useHealthDialog } from "@/entities/health/health-address";
import type { DialogName } from "@/entities/health/health-address";
import { NEW } from "@/lib/screen-address";

export function DogHealth({ dog, today }: { dog: Dog; today: string }) {
  return (
    <div className="flex flex-col gap-5">
      <DogHealthActions dog={dog} />
      <DogHealthHistory dog={dog} today={today} />
    </div>
  );
}

function DogHealthHistory({ dog, today }: { dog: Dog; today: string }) {
  const result = useLiveQuery(api.health.dogHealth.list, { dogId: dog._id });
  if (result.status === "error") {
    return <LoadError message="Failed to load health data. Please try again." onRetry={result.retry} />;
  }
  if (result.status === "loading") return <RelativesSkeleton />;
  const { records = [], immunizations = [] } = result.data ?? {};
  if (records.length === 0 && immunizations.length === 0) {
    return (
      <EmptyState
        icon={<Stethoscope aria-hidden className="size-9 text-brass" />}
        title="No health records found"
        text={`Examinations, treatments and vaccinations of ${dog.name} are listed here`}
      />
    );
  }
  return (
    <div className="flex flex-col gap-7">
      <DetailSection title="Health Records">
        <Entries label="Health Records" empty="No health records found">
          {records.map((record) => (
            <Entry key={record._id}>
              <HealthRecordEntry record={record} />
            </Entry>
          ))}
        </Entries>
      </DetailSection>
      <DetailSection title="Immunizations">
        <Entries label="Immunizations" empty="No immunizations found">
          {immunizations.map((dose) => (
            <Entry key={dose._id}>
              <DoseEntry dose={dose} dog={dog} today={today} />
            </Entry>
          ))}
        </Entries>
      </DetailSection>
    </div>
  );
}

function Entry({ children }: { children: ReactNode }) {
  return <li className="rounded-md border bg-card p-3">{children}</li>;
}

function Entries({ label, empty, children }: { label: string; empty: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="text-muted-foreground">{empty}</p>;
  return (
    <ul aria-label={label} className="flex flex-col gap-2">
      {children}
    </ul>
  );
}

/**
 * On a phone, all buttons except the first are in a menu. Users who can only read see only the button for the
 * history.
 */
function DogHealthActions({ dog }: { dog: Dog }) {
  const canWrite = useKennel().can("health", "write");
  const isPhone = usePhoneScreen();
  const { isBusy, entries, dialog } = useVetHistory(dog);
  const historyLabel = isBusy ? "Printing..." : "Vet History (PDF)";
  return (
    <div className="flex flex-wrap gap-2 sm:max-lg:*:px-3">
      {canWrite ? (
        <Button asChild className="max-sm:flex-1">
          <HealthDialogLink dialog="note" dogId={dog._id}>
            <NotebookPen aria-hidden />
            Quick Note
          </HealthDialogLink>
        </Button>
      ) : null}
      {canWrite && isPhone ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="outline">
              <Ellipsis aria-hidden />
              More
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {WRITE_LINKS.map(({ dialog: name, icon: Icon, label }) => (
              <DropdownMenuItem key={name} asChild>
                <HealthDialogLink dialog={name} dogId={dog._id}>
                  <Icon aria-hidden />
                  {label}
                </HealthDialogLink>
              </DropdownMenuItem>
            ))}
            <DropdownMenuSeparator />
            <DropdownMenuLabel>{historyLabel}</DropdownMenuLabel>
            {entries}
          </DropdownMenuContent>
        </DropdownMenu>
      ) : (
        <>
          {canWrite
            ? WRITE_LINKS.map(({ dialog: name, icon: Icon, label }) => (
                <Button key={name} variant="outline" asChild>
                  <HealthDialogLink dialog={name} dogId={dog._id}>
                    <Icon aria-hidden />
                    {label}
                  </HealthDialogLink>
                </Button>
              ))
            : null}
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button variant="outline" disabled={isBusy}>
                <FileText aria-hidden />
                {historyLabel}
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="start">{entries}</DropdownMenuContent>
          </DropdownMenu>
        </>
      )}
      {dialog}
    </div>
  );
}

const WRITE_LINKS = [
  { dialog: "record", icon: ClipboardPlus, label: "Add Health Record" },
  { dialog: "dose", icon: Syringe, label: "Add Immunization" },
] as const;

type Health = NonNullable<FunctionReturnType<typeof api.health.dogHealth.list>>;
type HealthRecord = Health["records"][number];
type Dose = Health["immunizations"][number];

type Fact = { label: string; value: string | null };

/** Longer values use a whole line on a phone. */
const MAX_NARROW_LETTERS = 24;

function Facts({ facts }: { facts: readonly Fact[] }) {
  const given = facts.filter(({ value }) => value !== null);
  if (given.length === 0) return null;
  return (
    <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:gap-x-6 lg:grid-cols-3">
      {given.map(({ label, value }) => (
        <div
          key={label}
          className={cn("min-w-0", (value?.length ?? 0) > MAX_NARROW_LETTERS && "max-sm:col-span-full")}
        >
          <dt className="text-muted-foreground">{label}</dt>
          <dd className="break-words whitespace-pre-wrap">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const joined = (...parts: (string | null)[]): string | null => parts.filter(Boolean).join(", ") || null;

function HealthRecordEntry({ record }: { record: HealthRecord }) {
  return (
    <article aria-label={record.title}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <RecordTypeBadge type={record.recordType} />
        <h4 className="font-semibold break-words">
          <Link
            to={pageOf("healthRecords", record._id)}
            className="underline decoration-border decoration-1 underline-offset-4 hover:decoration-current"
          >
            {record.title}
          </Link>
        </h4>
        <span className="text-sm text-muted-foreground">{formatDay(record.dateRecorded)}</span>
      </div>
      <p className="mt-1 break-words whitespace-pre-wrap">{record.description}</p>
      <Facts
        facts={[
          { label: "Diagnosis", value: record.diagnosis },
          { label: "Treatment", value: record.treatment },
          { label: "Medications", value: record.medications },
          { label: "Follow-up", value: record.followUpDate && formatDay(record.followUpDate) },
          { label: "Veterinarian", value: joined(record.veterinarian, record.vetClinic) },
          { label: "Cost", value: record.costCents === null ? null : formatCents(record.costCents) },
          { label: "Notes", value: record.notes },
        ]}
      />
    </article>
  );
}

/** Only the newest dose of a vaccine shows when the next dose is due, and only for a dog in the kennel. */
function DoseEntry({ dose, dog, today }: { dose: Dose; dog: Dog; today: string }) {
  const canWrite = useKennel().can("health", "write");
  const due = dose.dueOn === null ? null : dueStateOf(dose.dueOn, today);
  return (
    <article aria-label={`${dose.vaccineName}, ${formatDay(dose.dateAdministered)}`}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h4 className="font-semibold break-words">
          <Link
            to={pageOf("immunizations", dose._id)}
            className="underline decoration-border decoration-1 underline-offset-4 hover:decoration-current"
          >
            {dose.vaccineName}
          </Link>
        </h4>
        <Badge variant={isCoreType(dose.vaccineType) ? "primary" : "neutral"}>{dose.vaccineType}</Badge>
        {due ? <Badge variant={dueStateVariants[due.state]}>{due.text}</Badge> : null}
        <span className="text-sm text-muted-foreground">Given {formatDay(dose.dateAdministered)}</span>
      </div>
      {due?.state === "overdue" ? (
        <Alert variant="error" className="mt-2 py-2 text-sm" role="note">
          This vaccination is overdue! Please schedule a booster appointment.
        </Alert>
      ) : null}
      <Facts
        facts={[
          { label: "Manufacturer", value: dose.manufacturer },
          { label: "Batch number", value: dose.batchNumber },
          { label: "Expires", value: dose.expirationDate && formatDay(dose.expirationDate) },
          { label: "Veterinarian", value: joined(dose.veterinarianName, dose.veterinaryClinic) },
          { label: "Notes", value: dose.notes },
        ]}
      />
      {canWrite && due && due.state !== "current" ? (
        <Button asChild variant="outline" size="sm" className="mt-3">
          <HealthDialogLink
            dialog="dose"
            dogId={dog._id}
            vaccine={dose.vaccineName}
            aria-label={`Record dose: ${dose.vaccineName} of ${dog.name}`}
          >
            <Syringe aria-hidden />
            Record Dose
          </HealthDialogLink>
        </Button>
      ) : null}
    </article>
  );
}

type Period = { from?: string; to?: string };

/**
 * Prints the history as a PDF for the whole life, the last years, or a chosen period. Returns the entries of a menu
 * and the dialog that asks for the period.
 */
function useVetHistory(dog: Dog) {
  const today = useToday();
  const make = useAction(api.health.actions.healthPapers.history);
  const [isBusy, saveMade] = useMadeFile("Failed to print the health history", "Health history saved");
  const [isChoosing, setChoosing] = useState(false);
  const save = async (period: Period) => {
    const print = { dogId: dog._id, today, paper: usualPaper(), ...period };
    const isSaved = await saveMade(async () => ({ type: "application/pdf", ...(await make(print)) }));
    if (isSaved) setChoosing(false);
  };
  const entries = (
    <>
      {[
        { label: "Whole Life", period: {} },
        { label: "Last 12 Months", period: { from: addYears(today, -1) } },
        { label: "Last 3 Years", period: { from: addYears(today, -3) } },
      ].map(({ label, period }) => (
        <DropdownMenuItem key={label} disabled={isBusy} onSelect={() => void save(period)}>
          {label}
        </DropdownMenuItem>
      ))}
      <DropdownMenuSeparator />
      <DropdownMenuItem disabled={isBusy} onSelect={() => setChoosing(true)}>
        Another Period...
      </DropdownMenuItem>
    </>
  );
  const dialog = isChoosing ? (
    <PeriodDialog
      name={dog.name}
      isBusy={isBusy}
      onChosen={(period) => void save(period)}
      onClose={() => setChoosing(false)}
    />
  ) : null;
  return { isBusy, entries, dialog };
}

type PeriodDialogProps = {
  name: string;
  isBusy: boolean;
  onChosen: (period: Period) => void;
  onClose: () => void;
};

function PeriodDialog({ name, isBusy, onChosen, onClose }: PeriodDialogProps) {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [error, setError] = useState<string | undefined>(undefined);
  const save = () => {
    if (from !== "" && to !== "" && to < from) setError("The period cannot end before it begins");
    else onChosen({ ...(from !== "" && { from }), ...(to !== "" && { to }) });
  };
  return (
    <TitledDialog title={`Health History of ${name}`} isBusy={isBusy} onClose={onClose}>
      <DialogForm
        className="grid gap-4 sm:grid-cols-2"
        isSaving={isBusy}
        saveLabel="Save PDF"
        busyLabel="Printing..."
        onSave={save}
        onCancel={onClose}
      >
        <TextField
          label="From"
          helper="Leave empty for the beginning"
          type="date"
          value={from}
          onText={setFrom}
        />
        <TextField
          label="To"
          helper="Leave empty for today"
          error={error}
          type="date"
          value={to}
          onText={(text) => {
            setError(undefined);
            setTo(text);
          }}
        />
      </DialogForm>
    </TitledDialog>
  );
}

export function DogHealthParts({ dog, today }: { dog: Dog; today: string }) {
  return (
    <div className="flex flex-col gap-8">
      <DogHealth dog={dog} today={today} />
      <DogVeterinarians dog={dog} />
      <DogReminders dog={dog} today={today} />
      {dog.isExternal ? null : <MedicationSection dog={dog} today={today} />}
      <HealthTestsSection dog={dog} today={today} />
      <GeneticResults dog={dog} />
      {dog.isExternal ? null : <WeightSection dog={dog} today={today} />}
    </div>
  );
}

/** The primary veterinarian comes first. */
export function DogVeterinarians({ dog }: { dog: Dog }) {
  const { kennelId, can } = useKennel();
  const canWrite = can("health", "write");
  const limit = MAX_VETERINARIANS_PER_DOG;
  const result = useLiveQuery(api.health.veterinaryRecords.list, {
    kennelId,
    dogId: dog._id,
    page: 1,
    limit,
  });
  return (
    <DetailSection
      title="Veterinarians"
      action={
        canWrite ? (
          <Button asChild variant="outline" size="sm">
            <HealthDialogLink dialog="vet" dogId={dog._id}>
              <Plus aria-hidden />
              Add Veterinarian
            </HealthDialogLink>
          </Button>
        ) : null
      }
    >
      <Loaded query={result} failureText="Failed to load health data. Please try again." height="h-16">
        {(data) =>
          data.data.length === 0 ? (
            <p className="text-muted-foreground">No veterinarians recorded</p>
          ) : (
            <ul aria-label="Veterinarians" className="flex flex-col gap-2">
              {data.data.map((vet) => (
                <li key={vet._id} className="flex items-start gap-3 rounded-md border bg-card p-3">
                  <div className="min-w-0 flex-1">
                    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                      <span className="font-semibold break-words">{vet.veterinarianName}</span>
                      {vet.isPrimary ? <Badge variant="brass">Primary</Badge> : null}
                      {vet.specialization ? <Badge>{vet.specialization}</Badge> : null}
                    </p>
                    <p className="break-words text-muted-foreground">
                      {[vet.veterinaryClinic, vet.clinicAddress].filter(Boolean).join(", ")}
                    </p>
                    {vet.clinicPhone ? (
                      <a
                        href={callAddress(vet.clinicPhone)}
                        className="mt-1 inline-flex min-h-9 items-center gap-1.5 font-semibold text-primary tabular-nums underline decoration-1 underline-offset-4"
                      >
                        <Phone aria-hidden className="size-4" />
                        {vet.clinicPhone}
                      </a>
                    ) : null}
                    {vet.licenseNumber ? (
                      <p className="text-sm break-words text-muted-foreground">
                        License number {vet.licenseNumber}
                      </p>
                    ) : null}
                    {vet.notes ? (
                      <p className="text-sm break-words whitespace-pre-wrap">{vet.notes}</p>
                    ) : null}
                  </div>
                  {canWrite ? (
                    <Button asChild variant="ghost" size="icon">
                      <HealthDialogLink dialog="vet" value={vet._id}>
                        <Pencil aria-hidden />
                        <span className="sr-only">Edit {vet.veterinarianName}</span>
                      </HealthDialogLink>
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </DetailSection>
  );
}

type HealthDialogLinkProps = {
  dialog: DialogName;
  /** The record to change, or NEW. */
  value?: string;
  /** The dog of a new record. */
  dogId?: string;
  /** The vaccine of a new dose. */
  vaccine?: string;
  "aria-label"?: string;
  className?: string;
  children: ReactNode;
};

/** With `asChild`, the link has the style of its child, such as a button. */
function HealthDialogLink({
  dialog,
  value = NEW,
  dogId = "",
  vaccine = "",
  ...props
}: HealthDialogLinkProps) {
  return <Link {...useHealthDialog().linkTo(dialog, value, { for: dogId, vaccine })} {...props} />;
}
