/**
 * The note without a connection. It says that nothing can be changed and when the displayed data were stored. On
 * the weighing screen it says that new weights stay on the device until there is a connection.
 */
import { CloudOff } from "lucide-react";
import { isWeighingPath } from "@/features/litters/litter-words";
import { useOffline } from "@/hooks/use-offline";
import { useLocation } from "@/lib/router";
import { formatShortMoment } from "@domain/formatting/formatting";

export function OfflineNote() {
  const offline = useOffline();
  const { pathname } = useLocation();
  if (!offline) return null;
  return (
    <p
      role="status"
      className="flex items-center gap-2.5 border-b bg-warning-soft px-3 py-2 text-sm font-medium text-warning sm:px-6"
    >
      <CloudOff aria-hidden className="size-5 shrink-0" />
      Offline: you see what was last loaded on this device, {formatShortMoment(offline.at)}.{" "}
      {isWeighingPath(pathname) ? "Weights are kept here and sent later." : "Changes need a connection."}
    </p>
  );
}
