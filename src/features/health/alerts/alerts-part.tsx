/** The Alerts & Reminders tab: what needs somebody today, what comes next, and how one is told of it. */
import { BellPlus } from "lucide-react";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { AlertDoses } from "@/features/health/alerts/alert-doses";
import { AlertSection } from "@/features/health/alerts/alert-section";
import { AlertSummary } from "@/features/health/alerts/alert-summary";
import { CriticalBanner } from "@/features/health/alerts/critical-banner";
import { HealthReminders } from "@/features/health/alerts/health-reminders";
import { NotificationSettings } from "@/features/health/alerts/notification-settings";
import { useAlertSummary } from "@/features/health/alerts/use-alerts";
import { NEW, useHealthDialog } from "@/features/health/health-address";
import { useKennel } from "@/hooks/use-kennel";
import { useToday } from "@/hooks/use-today";

/** Renders the tab. */
export function AlertsPart() {
  const { can } = useKennel();
  const today = useToday();
  const { open } = useHealthDialog();
  const summary = useAlertSummary(today);
  const canWrite = can("health", "write");
  if (summary.status === "error") {
    return (
      <LoadError
        message="Failed to load health alerts. Please try again."
        retryLabel="Retry"
        onRetry={summary.retry}
      />
    );
  }
  const { data } = summary;
  return (
    <div className="flex flex-col gap-4">
      {data ? <CriticalBanner critical={data.critical} /> : null}
      <AlertSummary summary={data} />
      {can("reminders", "write") ? (
        <Button className="sm:self-end" onClick={() => open("reminder", NEW)}>
          <BellPlus aria-hidden />
          Add Reminder
        </Button>
      ) : null}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <AlertSection title="Overdue Vaccinations" count={data?.overdueVaccines}>
            <AlertDoses kind="overdue" today={today} canWrite={canWrite} />
          </AlertSection>
          <AlertSection title="Upcoming Vaccinations (Next 30 Days)" count={data?.dueSoon}>
            <AlertDoses kind="upcoming" today={today} canWrite={canWrite} />
          </AlertSection>
          <AlertSection title="Health Reminders" count={data?.activeReminders}>
            <HealthReminders today={today} />
          </AlertSection>
        </div>
        <NotificationSettings />
      </div>
    </div>
  );
}
