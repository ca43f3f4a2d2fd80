/**
 * What wants attention, above everything else: each alert leads to its cause and can be put away, one by one or all at
 * once. Sources: rule DASH-23, decisions GAP-DASH-09 and GAP-DASH-12.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { ChevronDown, CircleAlert, TriangleAlert, X } from "lucide-react";
import { Link } from "@/lib/router";
import { toast } from "@/lib/toast";
import { Button } from "@/components/ui/button";
import type { Alerts } from "@/features/dashboard/use-dashboard";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";

/** Alerts that are seen without opening the rest. */
const SHOWN = 3;

type Alert = Alerts[number];

/** Renders the strip; nothing while nothing stands. */
export function AlertStrip({ alerts, today }: { alerts: Alerts | undefined; today: string }) {
  const { kennelId } = useKennel();
  const dismissOne = useMutation(api.dashboard.dashboardAlerts.dismiss);
  const dismissEvery = useMutation(api.dashboard.dashboardAlerts.dismissAll);
  const [isOpen, setOpen] = useState(false);
  if (!alerts || alerts.length === 0) return null;
  const tell = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      toast.error(failureText("The alert could not be dismissed", error));
    }
  };
  const shown = isOpen ? alerts : alerts.slice(0, SHOWN);
  const rest = alerts.length - shown.length;
  return (
    <section aria-label="Alerts" className="rounded-lg border border-brass-line/60 bg-card shadow-page">
      <ul className="divide-y">
        {shown.map((alert) => (
          <AlertLine
            key={alert.id}
            alert={alert}
            onDismiss={() => void tell(dismissOne({ kennelId, alertId: alert.id, today }))}
          />
        ))}
      </ul>
      {alerts.length > 1 ? (
        <div className="flex flex-wrap items-center justify-between gap-2 border-t px-2 py-1.5">
          {rest > 0 ? (
            <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
              <ChevronDown aria-hidden />
              Show {rest} More
            </Button>
          ) : (
            <span />
          )}
          <Button variant="ghost" size="sm" onClick={() => void tell(dismissEvery({ kennelId, today }))}>
            Dismiss All
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function AlertLine({ alert, onDismiss }: { alert: Alert; onDismiss: () => void }) {
  const isError = alert.severity === "error";
  const Icon = isError ? CircleAlert : TriangleAlert;
  return (
    <li className="flex items-center gap-1 py-1 pr-1.5 pl-3.5">
      <Icon aria-hidden className={cn("size-5 shrink-0", isError ? "text-error" : "text-warning")} />
      <Link
        to={alert.link}
        className="min-w-0 flex-1 rounded-md px-2 py-2 leading-snug hover:underline hover:underline-offset-4"
      >
        <span className="font-semibold break-words">{alert.title}</span>
        <span className="block text-sm break-words text-muted-foreground sm:inline sm:text-base">
          <span className="hidden sm:inline"> · </span>
          {alert.message}
        </span>
      </Link>
      <Button variant="ghost" size="icon" aria-label={`Dismiss ${alert.title}`} onClick={onDismiss}>
        <X aria-hidden />
      </Button>
    </li>
  );
}
