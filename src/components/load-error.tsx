/** The inline message of a failed load, with the button that tries again. */
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

type LoadErrorProps = { message: string; retryLabel?: string; onRetry: () => void };

/** Renders the message and its retry button. */
export function LoadError({ message, retryLabel = "Try Again", onRetry }: LoadErrorProps) {
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
