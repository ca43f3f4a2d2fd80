/** The four numbers of the health dashboard. Each links to the list of what it counts. */
import type { FunctionReturnType } from "convex/server";
import { CalendarClock, ClipboardList, Dog, type LucideIcon, Syringe } from "lucide-react";
import { healthPath } from "@/entities/health/health-address";
import { useKennel } from "@/hooks/use-kennel";
import { Link } from "@/lib/router";
import { cn } from "@/lib/utils";
import type { api } from "@convex/_generated/api";

/** The id of the follow-ups on this page. */
export const FOLLOW_UPS_ID = "health-follow-ups";

type NumberCardsProps = { statistics: HealthDashboard["statistics"] };

/** Renders the cards. Source: rule HLT-06. */
export function NumberCards({ statistics }: NumberCardsProps) {
  const mayOpenDogs = useKennel().can("dogs", "read");
  const { overdueVaccinationsCount, overdueFollowUpsCount } = statistics;
  return (
    <ul aria-label="Health in numbers" className="grid grid-cols-2 gap-3 md:grid-cols-4 lg:gap-4">
      <NumberCard
        icon={Dog}
        label="Total Dogs"
        count={statistics.totalDogs}
        note="including sold and deceased dogs"
        to={mayOpenDogs ? "/dashboard/dogs" : null}
      />
      <NumberCard
        icon={Syringe}
        label="Upcoming Vaccines"
        count={statistics.upcomingVaccinationsCount}
        overdue={overdueVaccinationsCount}
        to={healthPath("schedule")}
      />
      <NumberCard
        icon={CalendarClock}
        label="Upcoming Follow-ups"
        count={statistics.upcomingFollowUpsCount}
        overdue={overdueFollowUpsCount}
        to={`#${FOLLOW_UPS_ID}`}
      />
      <NumberCard
        icon={ClipboardList}
        label="Health Records"
        count={statistics.totalHealthRecords}
        to={healthPath("records")}
      />
    </ul>
  );
}

type NumberCardProps = {
  icon: LucideIcon;
  label: string;
  count: number;
  overdue?: number;
  /** What is counted, if the label does not say so. */
  note?: string;
  /** The address of the link; null if the user may not read the records. A place on this page starts with '#'. */
  to: string | null;
};

function NumberCard({ icon: Icon, label, count, overdue = 0, note = "", to }: NumberCardProps) {
  const content = (
    <>
      <span className="flex items-center gap-2 text-muted-foreground">
        <Icon aria-hidden className="size-5 shrink-0 text-brass" />
        <span className="text-sm leading-tight font-semibold">{label}</span>
      </span>
      <span className="font-title text-3xl leading-none tabular-nums">{count}</span>
      <span
        className={cn("min-h-5 text-sm", overdue > 0 ? "font-semibold text-error" : "text-muted-foreground")}
      >
        {overdue > 0 ? `${overdue} overdue` : note}
      </span>
    </>
  );
  const className = "flex h-full flex-col justify-between gap-2 rounded-lg border bg-card p-4 shadow-page";
  const linkClassName = cn(className, "transition-colors hover:border-brass-line");
  return (
    <li>
      {to === null ? (
        <div className={className}>{content}</div>
      ) : to.startsWith("#") ? (
        <a
          href={to}
          className={linkClassName}
          onClick={(event) => {
            event.preventDefault();
            const place = document.getElementById(to.slice(1));
            place?.scrollIntoView({ block: "center" });
            place?.focus({ preventScroll: true });
          }}
        >
          {content}
        </a>
      ) : (
        <Link to={to} className={linkClassName}>
          {content}
        </Link>
      )}
    </li>
  );
}

/** The skeleton of the health dashboard's numbers and lists. */
export type HealthDashboard = FunctionReturnType<typeof api.health.healthDashboard.get>;
