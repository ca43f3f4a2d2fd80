/** Reads a list again; its icon turns meanwhile. */
import { RefreshCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/utils";

type RefreshButtonProps = { list: { isStale: boolean; retry: () => void }; className?: string };

/** Renders the button. */
export function RefreshButton({ list: { isStale, retry }, className }: RefreshButtonProps) {
  return (
    <Button
      variant="outline"
      className={cn("h-11", className)}
      aria-label="Refresh"
      // A button that is disabled would lose the focus.
      aria-disabled={isStale}
      onClick={isStale ? undefined : retry}
    >
      <RefreshCw aria-hidden className={cn(isStale && "motion-safe:animate-spin")} />
      <span className="hidden md:inline">Refresh</span>
    </Button>
  );
}
