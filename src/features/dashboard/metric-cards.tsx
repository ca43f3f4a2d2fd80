/**
 * The four numbers of the kennel. Each card links to the list of what it counts. Sources: rules DASH-02 to DASH-05.
 */
import type { ReactNode } from "react";
import { BellRing, Dog, HeartHandshake, Syringe, type LucideIcon } from "lucide-react";
import { Link } from "@/lib/router";
import { Skeleton } from "@/components/ui/skeleton";
import type { DashboardStats } from "@/features/dashboard/use-dashboard";
import { cn } from "@/lib/utils";
import { DASHBOARD_CARD_LABELS, type MetricCard } from "@domain/dashboard/rules";

type Metric = { value: number | null; note: ReactNode };

const icons = {
  total_dogs: Dog,
  active_breedings: HeartHandshake,
  upcoming_vaccinations: Syringe,
  pending_reminders: BellRing,
} as const satisfies Record<MetricCard, LucideIcon>;

const addresses = {
  total_dogs: "/dashboard/dogs",
  active_breedings: "/dashboard/breeding",
  upcoming_vaccinations: "/dashboard/health/schedule?due=due_this_month",
  pending_reminders: "/dashboard/reminders?tab=overdue",
} as const satisfies Record<MetricCard, string>;

const Late = ({ children }: { children: ReactNode }) => (
  <span className="font-semibold text-error">{children}</span>
);

/** A status without breedings is omitted. */
function stepsText({ planned, bred, confirmed }: DashboardStats["breeding"]): string {
  const steps = [
    [planned, "planned"],
    [bred, "bred"],
    [confirmed, "confirmed"],
  ] as const;
  return steps.flatMap(([count, word]) => (count ? [`${count} ${word}`] : [])).join(" · ");
}

/** The number of dogs in the kennel, out of all dogs. */
function dogsText({ total, inKennel }: DashboardStats["dogs"]): string | null {
  if (!total || inKennel === null) return null;
  const gone = total - inKennel;
  return gone === 0 ? "all in the kennel" : `${inKennel} in the kennel, ${gone} sold or deceased`;
}

function metricOf(card: MetricCard, { dogs, breeding, health, reminders }: DashboardStats): Metric {
  switch (card) {
    case "total_dogs":
      return { value: dogs.total, note: dogsText(dogs) };
    case "active_breedings":
      return { value: breeding.activeMating, note: stepsText(breeding) };
    case "upcoming_vaccinations":
      return {
        value: health.upcomingVaccinations,
        note: health.overdueVaccinations ? (
          <Late>{health.overdueVaccinations} overdue</Late>
        ) : (
          "in the next 30 days"
        ),
      };
    case "pending_reminders":
      return {
        value: reminders.overdue,
        note: reminders.pending ? `overdue, of ${reminders.pending} pending` : "none pending",
      };
    default:
      return card satisfies never;
  }
}

type MetricCardsProps = { cards: readonly MetricCard[]; stats: DashboardStats | undefined };

export function MetricCards({ cards, stats }: MetricCardsProps) {
  const shown = cards.filter((card) => !stats || metricOf(card, stats).value !== null);
  if (shown.length === 0) return null;
  return (
    <ul
      aria-label="The kennel in numbers"
      className="grid grid-cols-2 gap-3 *:last:odd:col-span-2 sm:max-lg:auto-cols-fr sm:max-lg:grid-flow-col sm:max-lg:grid-cols-none"
    >
      {shown.map((card) => (
        <li key={card} className="flex min-w-0">
          <MetricLink card={card} metric={stats && metricOf(card, stats)} />
        </li>
      ))}
    </ul>
  );
}

function MetricLink({ card, metric }: { card: MetricCard; metric: Metric | undefined }) {
  const Icon = icons[card];
  const isLate = card === "pending_reminders" && (metric?.value ?? 0) > 0;
  return (
    <Link
      to={addresses[card]}
      className="group flex min-w-0 flex-1 flex-col gap-0.5 rounded-lg border bg-card p-3.5 shadow-page hover:border-brass-line"
    >
      <span className="flex items-start justify-between gap-2 text-sm text-muted-foreground">
        <span className="leading-tight group-hover:underline group-hover:underline-offset-4">
          {DASHBOARD_CARD_LABELS[card]}
        </span>
        <Icon aria-hidden className="size-5 shrink-0 text-brass" />
      </span>
      {metric ? (
        <span className={cn("font-title text-3xl leading-9", isLate && "text-error")}>{metric.value}</span>
      ) : (
        <Skeleton className="mt-1 h-9 w-14" />
      )}
      {metric?.note ? (
        <span className="text-sm leading-snug text-muted-foreground">{metric.note}</span>
      ) : null}
    </Link>
  );
}
