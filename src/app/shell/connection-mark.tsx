/** Says that the live connection is away; the region is always there, so a screen reader hears the change. */
import { CloudOff } from "lucide-react";
import { useConnectionLost } from "@/hooks/use-connection-lost";
import { useOffline } from "@/hooks/use-offline";

/** Renders 'Reconnecting...' while the server cannot be reached. */
export function ConnectionMark() {
  const isLost = useConnectionLost();
  const isOffline = useOffline() !== null;
  return (
    <div role="status" className="shrink-0">
      {isLost || isOffline ? (
        <span className="inline-flex items-center gap-1.5 rounded-full bg-warning-soft px-2.5 py-1 text-sm font-semibold text-warning">
          <CloudOff aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{isOffline ? "Offline" : "Reconnecting..."}</span>
        </span>
      ) : null}
    </div>
  );
}
