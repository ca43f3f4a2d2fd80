/**
 * One dose's card. The newest of its vaccine says when the next is due, in words and colour; an older one is marked as
 * history and keeps quiet. Sources: rules IMM-12 to IMM-16, decision GAP-IMM-07.
 */
import { memo } from "react";
import { Link, useLocation } from "@/lib/router";
import { dueStateVariants } from "@/entities/health/due-state-variants";
import { ActionsMenu, CARD_CORNER } from "@/components/actions-menu";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { healthPath } from "@/features/health/health-address";
import { DoseMenuItems } from "@/features/health/immunizations/dose-menu";
import { doseTitle, dueStateOfDose } from "@/features/health/immunizations/dose-words";
import { PatientLink } from "@/features/health/patient-link";
import type { Dose } from "@/features/health/immunizations/types";
import { cn } from "@/lib/utils";
import { isCoreType } from "@domain/health/vaccines";
import { formatDay } from "@domain/formatting/formatting";

type DoseCardProps = { dose: Dose; today: string; canWrite: boolean };

/** Renders the card; again only when its dose changed, as a page may hold a hundred of them. */
export const DoseCard = memo(function DoseCard({ dose, today, canWrite }: DoseCardProps) {
  return (
    <article
      aria-label={`${doseTitle(dose)}, ${formatDay(dose.dateAdministered)}`}
      className={cn(
        "relative flex min-w-0 flex-col gap-2.5 rounded-lg border bg-card p-4 shadow-page",
        !dose.isNewest && "border-dashed bg-transparent shadow-none",
      )}
    >
      <div className="min-w-0">
        <h2 className="pr-9 text-[1.0625rem] leading-snug font-semibold break-words">
          <DoseLink dose={dose} />
        </h2>
        <p className="mt-0.5 flex flex-wrap gap-x-3 break-words text-muted-foreground">
          <PatientLink patient={dose} className="reach-down" />
          <time dateTime={dose.dateAdministered}>{formatDay(dose.dateAdministered)}</time>
        </p>
      </div>
      <DoseBadges dose={dose} today={today} />
      <OverdueNote dose={dose} today={today} />
      <CardFacts dose={dose} />
      {canWrite ? <CardMenu dose={dose} /> : null}
    </article>
  );
});

function DoseLink({ dose }: { dose: Dose }) {
  const { search } = useLocation();
  return (
    <Link
      to={{ pathname: healthPath("immunizations", dose._id), search }}
      state={{ fromList: true }}
      className="reach-up decoration-1 underline-offset-4 hover:underline"
    >
      {dose.vaccineName}
    </Link>
  );
}

/** Renders type and due state, or that it is history. */
export function DoseBadges({ dose, today }: { dose: Dose; today: string }) {
  const due = dueStateOfDose(dose, today);
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Badge variant={isCoreType(dose.vaccineType) ? "primary" : "neutral"}>{dose.vaccineType}</Badge>
      {dose.isNewest ? null : <Badge variant="outline">Older dose</Badge>}
      {due ? <Badge variant={dueStateVariants[due.state]}>{due.text}</Badge> : null}
    </div>
  );
}

/** Renders the warning of an overdue dose, or nothing. Source: rule IMM-14. */
export function OverdueNote({ dose, today }: { dose: Dose; today: string }) {
  if (dueStateOfDose(dose, today)?.state !== "overdue") return null;
  return (
    <Alert variant="warning" role="note" className="px-3 py-2 text-sm">
      This vaccination is overdue! Please schedule a booster appointment.
    </Alert>
  );
}

function CardFacts({ dose }: { dose: Dose }) {
  const { veterinarianName, veterinaryClinic, manufacturer, batchNumber, notes } = dose;
  const vet = [veterinarianName, veterinaryClinic].filter(Boolean).join(", ");
  const vial = [manufacturer, batchNumber && `Batch ${batchNumber}`].filter(Boolean).join(" · ");
  if (vet === "" && vial === "" && notes === null) return null;
  return (
    <div className="flex flex-col gap-0.5 text-sm break-words text-muted-foreground">
      {vet === "" ? null : <p>{vet}</p>}
      {vial === "" ? null : <p className="tabular-nums">{vial}</p>}
      {notes === null ? null : (
        <p className="line-clamp-2">
          <span className="sr-only">Notes: </span>
          {notes}
        </p>
      )}
    </div>
  );
}

function CardMenu({ dose }: { dose: Dose }) {
  return (
    <ActionsMenu name={doseTitle(dose)} className={CARD_CORNER}>
      <DoseMenuItems dose={dose} />
    </ActionsMenu>
  );
}
