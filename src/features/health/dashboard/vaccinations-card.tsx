/** The vaccinations that are overdue or due in the next 30 days, the most urgent first. */
import { Syringe } from "lucide-react";
import { Link } from "@/lib/router";
import { ScrollList } from "@/components/ui/scroll-list";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { HealthDashboard } from "@/features/health/dashboard/types";
import { DueRow } from "@/features/health/dashboard/due-row";
import { healthPath, NEW, useHealthDialog } from "@/features/health/health-address";
import { keyOfPatient, nameOfPatient } from "@/features/health/patients";

type VaccinationsCardProps = { dashboard: HealthDashboard; today: string; canWrite: boolean };

/** Renders the card. Source: rule HLT-07. */
export function VaccinationsCard({ dashboard, today, canWrite }: VaccinationsCardProps) {
  const { open } = useHealthDialog();
  const { overdueVaccinations, upcomingVaccinations, statistics } = dashboard;
  const shown = [...overdueVaccinations, ...upcomingVaccinations];
  const count = statistics.overdueVaccinationsCount + statistics.upcomingVaccinationsCount;
  return (
    <Card>
      <CardHeader className="flex-row items-baseline justify-between gap-3">
        <CardTitle>Upcoming Vaccinations</CardTitle>
        <Link
          to={healthPath("schedule")}
          className="text-sm font-semibold text-primary underline decoration-1 underline-offset-4"
        >
          Schedule
        </Link>
      </CardHeader>
      <CardContent className="flex flex-col gap-3">
        {shown.length === 0 ? null : (
          <ScrollList aria-label="Upcoming Vaccinations" className="flex flex-col divide-y sm:max-h-96">
            {shown.map(({ _id, dog, puppy, vaccineName, dueOn }) => (
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
                      onClick={() =>
                        open("dose", NEW, { for: keyOfPatient({ dog, puppy }), vaccine: vaccineName })
                      }
                    >
                      <Syringe aria-hidden />
                      <span className="max-sm:hidden">Record</span>
                    </Button>
                  ) : null
                }
              />
            ))}
          </ScrollList>
        )}
        {upcomingVaccinations.length === 0 ? (
          <p className="text-muted-foreground">None due in the next 30 days</p>
        ) : null}
        {count > shown.length ? (
          <p className="text-sm text-muted-foreground">
            {shown.length} of {count} are shown here.
          </p>
        ) : null}
      </CardContent>
    </Card>
  );
}
