/**
 * The puppy schedule of one dog or puppy: which dose is due at which age, and which doses were given. The card is
 * open until the age of 20 weeks and collapsed afterwards. Sources: rules VAX-07 to VAX-15, decisions GAP-VAX-01,
 * 02 and 07.
 */
import { useId, useState } from "react";
import { ChevronDown } from "lucide-react";
import { LoadError } from "@/components/load-error";
import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useHealthDialog } from "@/entities/health/health-address";
import { NEW } from "@/lib/screen-address";
import { usePatientName } from "@/entities/health/patient-choices";
import { patientArgs } from "@/entities/health/patients";
import type { PuppySchedule } from "@/features/vaccinations/types";
import { useLiveQuery } from "@/hooks/use-live-query";
import { cn } from "@/lib/utils";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

type Vaccine = PuppySchedule["vaccines"][number];
type Milestone = Vaccine["milestones"][number];

/** The label always has the same meaning in words. */
const variants: Readonly<Record<string, BadgeVariant>> = {
  Completed: "success",
  "Due Now": "warning",
  "Due/Completed": "info",
  Upcoming: "outline",
};

type PuppyScheduleCardProps = { patient: string; today: string; canWrite: boolean };

/** Renders nothing for a dog without a birth date. */
export function PuppyScheduleCard({ patient, today, canWrite }: PuppyScheduleCardProps) {
  const result = useLiveQuery(api.vaccinations.vaccinationSchedule.puppySchedule, {
    ...patientArgs(patient),
    today,
  });
  if (result.status === "error") {
    return (
      <LoadError
        message="Failed to load vaccination schedule. Please try again."
        retryLabel="Retry"
        onRetry={result.retry}
      />
    );
  }
  if (!result.data) return null;
  return <Card schedule={result.data} patient={patient} canWrite={canWrite} />;
}

const weeks = (count: number): string => (count === 1 ? "1 week" : `${count} weeks`);

/** How a vaccine is repeated after the puppy doses. */
function repeatText({ repeatYears, firstBoosterYears }: Vaccine): string {
  if (repeatYears === 1) return "then every year";
  const often = `then every ${repeatYears} years`;
  return firstBoosterYears === null
    ? often
    : `${often}, in many places the first time after ${firstBoosterYears} year`;
}

type CardProps = { schedule: PuppySchedule; patient: string; canWrite: boolean };

function Card({ schedule, patient, canWrite }: CardProps) {
  const id = useId();
  const name = usePatientName(patient, null);
  const [isToggled, setToggled] = useState(false);
  const isOpen = schedule.isFolded === isToggled;
  return (
    <section aria-labelledby={id} className="rounded-lg border bg-card shadow-page">
      <h2 id={id}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-table` : undefined}
          onClick={() => setToggled(!isToggled)}
          className="flex w-full items-center justify-between gap-3 rounded-lg px-4 py-3 text-left"
        >
          <span>
            <span className="font-title block text-lg leading-snug">
              Puppy schedule{name === "" ? "" : ` of ${name}`}
            </span>
            <span className="block text-sm text-muted-foreground">
              {weeks(schedule.ageWeeks)} old, born {formatDay(schedule.bornOn)}
            </span>
          </span>
          <ChevronDown
            aria-hidden
            className={cn("size-5 shrink-0 transition-transform", isOpen && "rotate-180")}
          />
        </button>
      </h2>
      {isOpen ? (
        <ul id={`${id}-table`} aria-label="Puppy schedule by vaccine" className="divide-y border-t">
          {schedule.vaccines.map((vaccine) => (
            <VaccineRow key={vaccine.vaccineName} vaccine={vaccine} patient={patient} canWrite={canWrite} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

type VaccineRowProps = { vaccine: Vaccine; patient: string; canWrite: boolean };

function VaccineRow({ vaccine, patient, canWrite }: VaccineRowProps) {
  const { open } = useHealthDialog();
  const { vaccineName, milestones } = vaccine;
  const isWanted = milestones.some(({ label }) => label === "Due Now" || label === "Due/Completed");
  return (
    <li className="flex flex-col gap-2.5 px-4 py-3 lg:flex-row lg:items-center">
      <div className="flex items-center justify-between gap-3 lg:w-56 lg:shrink-0">
        <p>
          <span className="block font-semibold">{vaccineName}</span>
          <span className="block text-sm text-muted-foreground">{repeatText(vaccine)}</span>
        </p>
        {canWrite && isWanted ? (
          <Button
            variant="outline"
            size="sm"
            aria-label={`Record dose of ${vaccineName}`}
            onClick={() => open("dose", NEW, { for: patient, vaccine: vaccineName })}
          >
            Record Dose
          </Button>
        ) : null}
      </div>
      <ol
        aria-label={`Doses of ${vaccineName}`}
        className="grid flex-1 grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4"
      >
        {milestones.map((milestone) => (
          <MilestoneCell key={milestone.week} milestone={milestone} />
        ))}
      </ol>
    </li>
  );
}

function MilestoneCell({ milestone: { week, dueOn, label, hint, givenOn } }: { milestone: Milestone }) {
  return (
    <li className="flex min-w-0 flex-col gap-0.5">
      <span className="text-sm text-muted-foreground">Week {week}</span>
      <Badge variant={variants[label] ?? "neutral"}>{label}</Badge>
      <span className="text-sm text-muted-foreground">{formatDay(givenOn ?? dueOn)}</span>
      {hint === null ? null : <span className="text-sm text-muted-foreground italic">{hint}</span>}
    </li>
  );
}
