/** The doses of one part of the alerts; further pages join by themselves until all are there. Source: GAP-VAX-08. */
import { Syringe } from "lucide-react";
import { LoadError } from "@/components/load-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useAlertDoses } from "@/features/health/alerts/use-alerts";
import { overdueColor, scheduleColor } from "@/features/health/due-colors";
import { NEW, useHealthDialog } from "@/features/health/health-address";
import type { Dose } from "@/features/health/immunizations/types";
import { doseTitle, dueStateOfDose } from "@/features/health/immunizations/dose-words";
import { PatientLink } from "@/features/health/patient-link";
import { keyOfPatient } from "@/features/health/patients";
import { daysBetween } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";

type Kind = "overdue" | "upcoming";

const emptyTexts: Record<Kind, string> = {
  overdue: "No vaccination is overdue",
  upcoming: "None due in the next 30 days",
};

type AlertDosesProps = { kind: Kind; today: string; canWrite: boolean };

/** Renders the list, or what stands in its place. */
export function AlertDoses({ kind, today, canWrite }: AlertDosesProps) {
  const first = useAlertDoses(kind, today, 1);
  if (first.status === "error") return <Failed onRetry={first.retry} />;
  if (first.status === "loading") {
    return (
      <div role="status" aria-label="Loading vaccinations" className="p-4">
        <Skeleton className="h-12" />
      </div>
    );
  }
  const { data, pagination } = first.data;
  if (data.length === 0) return <p className="px-4 py-4 text-muted-foreground">{emptyTexts[kind]}</p>;
  return (
    <ul className="divide-y">
      <Lines doses={data} kind={kind} today={today} canWrite={canWrite} />
      {Array.from({ length: pagination.totalPages - 1 }, (_, index) => (
        <FurtherPage key={index} page={index + 2} kind={kind} today={today} canWrite={canWrite} />
      ))}
    </ul>
  );
}

function FurtherPage({ page, ...lines }: AlertDosesProps & { page: number }) {
  const list = useAlertDoses(lines.kind, lines.today, page);
  if (list.status === "error") {
    return (
      <li>
        <Failed onRetry={list.retry} />
      </li>
    );
  }
  return <Lines doses={list.data?.data ?? []} {...lines} />;
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="p-3">
      <LoadError
        message="Failed to load health alerts. Please try again."
        retryLabel="Retry"
        onRetry={onRetry}
      />
    </div>
  );
}

function Lines({ doses, ...props }: AlertDosesProps & { doses: readonly Dose[] }) {
  return doses.map((dose) => <DoseLine key={dose._id} dose={dose} {...props} />);
}

function DoseLine({ dose, kind, today, canWrite }: AlertDosesProps & { dose: Dose }) {
  const { open } = useHealthDialog();
  const days = dose.dueOn === null ? 0 : daysBetween(today, dose.dueOn);
  const color = kind === "overdue" ? overdueColor(-days) : scheduleColor(days);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 [contain-intrinsic-size:auto_4rem] [content-visibility:auto] sm:flex-nowrap">
      <div className="min-w-0 flex-1 basis-full sm:basis-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <PatientLink patient={dose} className="break-words" />
          <Badge variant={color}>{dueStateOfDose(dose, today)?.text}</Badge>
        </p>
        <p className="mt-0.5 break-words text-muted-foreground">
          {dose.vaccineName}
          {dose.dueOn === null ? "" : ` · due ${formatDay(dose.dueOn)}`}
        </p>
      </div>
      {canWrite ? (
        <Button
          variant="outline"
          size="sm"
          className="max-sm:flex-1"
          aria-label={`Record dose: ${doseTitle(dose)}`}
          onClick={() => open("dose", NEW, { for: keyOfPatient(dose), vaccine: dose.vaccineName })}
        >
          <Syringe aria-hidden />
          Record Dose
        </Button>
      ) : null}
    </li>
  );
}
