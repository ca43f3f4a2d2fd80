/** The inline message of a failed load, with a retry button. */
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useOffline } from "@/hooks/use-offline";

type LoadErrorProps = { message: string; retryLabel?: string; onRetry: () => void };

/** Without a connection, says why there is no data. */
export function LoadError({ message, retryLabel = "Try Again", onRetry }: LoadErrorProps) {
  if (useOffline() !== null) {
    return (
      <Alert variant="info">
        This page has not been opened on this device before, so it is not available offline.
      </Alert>
    );
  }
  return (
    <Alert variant="error">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>{message}</span>
        <Button variant="outline" size="sm" onClick={onRetry}>
          {retryLabel}
        </Button>
      </div>
    </Alert>
  );
}
