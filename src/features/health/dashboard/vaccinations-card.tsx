/** The vaccinations that are overdue or due in the next 30 days, the most urgent first. */
import { Syringe } from "lucide-react";
import { Link } from "@/lib/router";
import { Button } from "@/components/ui/button";
import type { HealthDashboard } from "@/features/health/dashboard/types";
import { DueCard } from "@/features/health/dashboard/due-card";
import { DueRow } from "@/features/health/dashboard/due-row";
import { healthPath, NEW, useHealthDialog } from "@/features/health/health-address";
import { keyOfPatient, nameOfPatient } from "@/features/health/patients";

type VaccinationsCardProps = { dashboard: HealthDashboard; today: string; canWrite: boolean };

/** Renders the card. Source: rule HLT-07. */
export function VaccinationsCard({ dashboard, today, canWrite }: VaccinationsCardProps) {
  const { open } = useHealthDialog();
  const { overdueVaccinations, upcomingVaccinations, statistics } = dashboard;
  return (
    <DueCard
      title="Upcoming Vaccinations"
      link={
        <Link
          to={healthPath("schedule")}
          className="text-sm font-semibold text-primary underline decoration-1 underline-offset-4"
        >
          Schedule
        </Link>
      }
      overdue={overdueVaccinations}
      upcoming={upcomingVaccinations}
      count={statistics.overdueVaccinationsCount + statistics.upcomingVaccinationsCount}
    >
      {({ _id, dog, puppy, vaccineName, dueOn }) => (
        <DueRow
          key={_id}
          patient={{ dog, puppy }}
          what={vaccineName}
          // What is listed is due on a day.
          dueOn={dueOn ?? today}
          today={today}
          action={
            canWrite ? (
              <Button
                variant="outline"
                size="sm"
                aria-label={`Record ${vaccineName} of ${nameOfPatient({ dog, puppy })}`}
                onClick={() => open("dose", NEW, { for: keyOfPatient({ dog, puppy }), vaccine: vaccineName })}
              >
                <Syringe aria-hidden />
                <span className="max-sm:hidden">Record</span>
              </Button>
            ) : null
          }
        />
      )}
    </DueCard>
  );
}
