/** One health record and one dose, as a dog's page shows them. */
import type { FunctionReturnType } from "convex/server";
import { Link } from "@/lib/router";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { dueStateVariants } from "@/entities/health/due-state-variants";
import { RecordTypeBadge } from "@/entities/health/record-type";
import { dueStateOf } from "@domain/health/due-state";
import { isCoreType } from "@domain/health/vaccines";
import { formatCents, formatDay } from "@domain/formatting/formatting";
import type { api } from "@convex/_generated/api";

type Health = NonNullable<FunctionReturnType<typeof api.health.dogHealth.list>>;
export type HealthRecord = Health["records"][number];
export type Dose = Health["immunizations"][number];

type Fact = { label: string; value: string | null };

function Facts({ facts }: { facts: readonly Fact[] }) {
  const given = facts.filter(({ value }) => value !== null);
  if (given.length === 0) return null;
  return (
    <dl className="mt-2 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
      {given.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-muted-foreground">{label}</dt>
          <dd className="break-words whitespace-pre-wrap">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const joined = (...parts: (string | null)[]): string | null => parts.filter(Boolean).join(", ") || null;

/** Renders a health record with whatever was written down. */
export function HealthRecordEntry({ record }: { record: HealthRecord }) {
  return (
    <article aria-label={record.title}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <RecordTypeBadge type={record.recordType} />
        <h4 className="font-semibold break-words">
          <Link
            to={`/dashboard/health/records/${record._id}`}
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

/** Renders a dose; one that is judged, so the newest of its vaccine of a dog that is here, with its due state. */
export function DoseEntry({ dose, today }: { dose: Dose; today: string }) {
  const due = dose.dueOn === null ? null : dueStateOf(dose.dueOn, today);
  return (
    <article aria-label={`${dose.vaccineName}, ${formatDay(dose.dateAdministered)}`}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h4 className="font-semibold break-words">
          <Link
            to={`/dashboard/health/immunizations/${dose._id}`}
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
    </article>
  );
}
