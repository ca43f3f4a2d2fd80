/** Says who is overdue by so much that it cannot wait. Source: decision GAP-ALR-02. */
import { Alert, AlertTitle } from "@/components/ui/alert";
import type { Summary } from "@/features/health/alerts/alert-summary";
import { joinWords } from "@/hooks/edit-authors";
import { CRITICAL_DAYS } from "@domain/constants/vaccines";

/** Renders the banner, or nothing. */
export function CriticalBanner({
  critical: { count, dogNames, hasMore },
}: {
  critical: Summary["critical"];
}) {
  if (count === 0) return null;
  return (
    <Alert variant="error">
      <AlertTitle>
        {count} vaccination(s) overdue by more than {CRITICAL_DAYS} days
      </AlertTitle>
      <p className="break-words text-foreground">
        {joinWords([...dogNames, ...(hasMore ? ["others"] : [])])}
      </p>
    </Alert>
  );
}
