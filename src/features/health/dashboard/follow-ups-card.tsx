/** The follow-ups that are overdue or due in the next 30 days; each leads to its record and can be marked as done. */
import { Check } from "lucide-react";
import { Link } from "@/lib/router";
import { Button } from "@/components/ui/button";
import type { HealthDashboard } from "@/features/health/dashboard/types";
import { DueCard } from "@/features/health/dashboard/due-card";
import { DueRow } from "@/features/health/dashboard/due-row";
import { FOLLOW_UPS_ID } from "@/features/health/dashboard/number-cards";
import { healthPath } from "@/features/health/health-address";
import { useFollowUpDone } from "@/features/health/records/use-follow-up-done";

type FollowUpsCardProps = { dashboard: HealthDashboard; today: string; canWrite: boolean };

/** Renders the card. Source: decision GAP-HLT-09. */
export function FollowUpsCard({ dashboard, today, canWrite }: FollowUpsCardProps) {
  const setDone = useFollowUpDone(today);
  const { overdueFollowUps, upcomingFollowUps, statistics } = dashboard;
  return (
    <DueCard
      id={FOLLOW_UPS_ID}
      title="Upcoming Follow-ups"
      overdue={overdueFollowUps}
      upcoming={upcomingFollowUps}
      count={statistics.overdueFollowUpsCount + statistics.upcomingFollowUpsCount}
    >
      {(followUp) => (
        <DueRow
          key={followUp._id}
          patient={{ dog: followUp.dog }}
          dueOn={followUp.followUpDate}
          today={today}
          what={
            <Link
              to={healthPath("records", followUp._id)}
              className="text-foreground underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              {followUp.title}
            </Link>
          }
          action={
            canWrite ? (
              <Button
                variant="outline"
                size="sm"
                aria-label={`Done: the follow-up of ${followUp.title}`}
                onClick={() => void setDone(followUp, today)}
              >
                <Check aria-hidden />
                <span className="max-sm:hidden">Done</span>
              </Button>
            ) : null
          }
        />
      )}
    </DueCard>
  );
}
