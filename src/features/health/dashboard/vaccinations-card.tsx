/** The vaccinations that are overdue or due in the next 30 days, the most urgent first. */
import { Link } from "react-router-dom";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import type { HealthDashboard } from "@/features/health/dashboard/dashboard-part";
import { DueRow } from "@/features/health/dashboard/due-row";
import { healthPath } from "@/features/health/health-address";

type VaccinationsCardProps = { dashboard: HealthDashboard; today: string };

/** Renders the card. Source: rule HLT-07. */
export function VaccinationsCard({ dashboard, today }: VaccinationsCardProps) {
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
          <ul aria-label="Upcoming Vaccinations" className="flex max-h-96 flex-col divide-y overflow-y-auto">
            {shown.map(({ _id, dog, puppy, vaccineName, dueOn }) => (
              <DueRow
                key={_id}
                patient={{ dog, puppy }}
                what={vaccineName}
                // What is listed is due on a day.
                dueOn={dueOn ?? today}
                today={today}
              />
            ))}
          </ul>
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
