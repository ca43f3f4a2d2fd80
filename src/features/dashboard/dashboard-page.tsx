/**
 * The first page after sign-in: what wants attention, the kennel's numbers, what is to be done today, what happened
 * lately, and the breeder's own charts.
 */
import { useEffect, useState, type ReactNode } from "react";
import { RefreshCw } from "lucide-react";
import { useSearchParams } from "@/lib/router";
import { Deferred } from "@/components/deferred";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { timeOf } from "@/entities/medications/medication-words";
import { AlertStrip } from "@/features/dashboard/alert-strip";
import { shownCards } from "@/features/dashboard/card-order";
import { DashboardSkeleton } from "@/features/dashboard/dashboard-skeleton";
import { FirstSteps } from "@/features/dashboard/first-steps";
import { MetricCards } from "@/features/dashboard/metric-cards";
import { RecentActivity } from "@/features/dashboard/recent-activity";
import { TaskList } from "@/features/dashboard/task-list";
import { todayLines } from "@/features/dashboard/today-lines";
import { TodayPanel } from "@/features/dashboard/today-panel";
import { useDashboard, type Dashboard, type DashboardStats } from "@/features/dashboard/use-dashboard";
import { WidgetBoard } from "@/features/dashboard/widget-board";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useNow } from "@/hooks/use-now";
import { useIdentity } from "@/identity/identity";
import { greet, greetingName, keepName } from "@/lib/greeting";
import { cn } from "@/lib/utils";
import { DASHBOARD_PANELS, METRIC_CARDS, type DashboardPanel } from "@domain/dashboard/rules";
import { formatWeekday } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";
import { late } from "@/components/late";

const ActivityDialog = late(async () => (await import("@/features/dashboard/activity-dialog")).default);
const CustomizeDialog = late(async () => (await import("@/features/dashboard/customize-dialog")).default);

type DashboardPageProps = {
  /** The plan's card, which stands at the bottom. */
  subscription?: ReactNode;
};

/** Renders the Dashboard page. */
export function DashboardPage({ subscription }: DashboardPageProps) {
  const { can } = useKennel();
  const dashboard = useDashboard();
  const isAfterCheckout = useSearchParams()[0].has("checkout");
  const [isCustomizing, setCustomizing] = useState(false);
  const { today, stats, alerts, board, preferences, hasFailed } = dashboard;
  if (hasFailed) {
    return <LoadError message="Failed to load dashboard data. Please try again." onRetry={dashboard.retry} />;
  }
  return (
    <div className="flex flex-col gap-5 sm:gap-6">
      <Greeting today={today} isRefreshing={dashboard.isRefreshing} onRefresh={dashboard.refresh} />
      {dashboard.hasArrived ? (
        <Deferred fallback={<DashboardSkeleton />}>
          <AlertStrip alerts={alerts} today={today} />
          {stats?.dogs.total === 0 ? <FirstSteps canWrite={can("dogs", "write")} /> : null}
          {isUntouched(stats) ? null : (
            <>
              <MetricCards cards={shownCards(METRIC_CARDS, preferences)} stats={stats} />
              <Panels dashboard={dashboard} />
              <WidgetBoard board={board} onCustomize={() => setCustomizing(true)} />
            </>
          )}
          {/* Who paid before the first dog is waited for here too. */}
          {isUntouched(stats) && !isAfterCheckout ? null : subscription}
        </Deferred>
      ) : (
        <DashboardSkeleton />
      )}
      <ActivityPlace />
      {isCustomizing && preferences && board ? (
        <CustomizeDialog preferences={preferences} board={board} onClose={() => setCustomizing(false)} />
      ) : null}
    </div>
  );
}

/** Whether nothing is recorded that could be counted, listed, drawn or outgrow a plan: the first steps stand alone. */
const isUntouched = (stats: DashboardStats | undefined): boolean =>
  stats?.dogs.total === 0 &&
  !stats.breeding.activeMating &&
  !stats.reminders.pending &&
  !stats.reminders.overdue;

type GreetingProps = { today: string; isRefreshing: boolean; onRefresh: () => void };

function Greeting({ today, isRefreshing, onRefresh }: GreetingProps) {
  const { user } = useIdentity();
  const me = useLiveQuery(api.accounts.users.me, {});
  const name = greetingName(me.data ?? user);
  useEffect(() => keepName(name), [name]);
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1 sm:gap-y-2">
      {/* On a phone the day and the button share the line below the greeting. */}
      <div className="min-w-0 max-sm:contents">
        <h2 className="font-title w-full text-3xl break-words sm:text-4xl">{greet(name)}</h2>
        <p className="text-muted-foreground max-sm:self-center">{formatWeekday(today)}</p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-busy={isRefreshing}
        aria-disabled={isRefreshing}
        onClick={isRefreshing ? undefined : onRefresh}
      >
        <RefreshCw aria-hidden className={cn(isRefreshing && "motion-safe:animate-spin")} />
        {isRefreshing ? "Refreshing..." : "Refresh"}
      </Button>
    </div>
  );
}

/** Renders the panels that the breeder has not hidden, in their order; those of areas they may not read are left out. */
function Panels({ dashboard }: { dashboard: Dashboard }) {
  const { can } = useKennel();
  const { today, tasks, activities, breeding, heats, health, medication, preferences } = dashboard;
  const now = timeOf(useNow());
  const mayRead = { breeding: can("breeding", "read"), health: can("health", "read") };
  const isToldOfToday =
    (!mayRead.breeding || (breeding !== undefined && heats !== undefined)) &&
    (!mayRead.health || (health !== undefined && medication !== undefined));
  const contents: Record<DashboardPanel, ReactNode> = {
    today:
      mayRead.breeding || mayRead.health ? (
        <TodayPanel
          lines={isToldOfToday ? todayLines({ breeding, heats, health, medication }, today, now) : undefined}
          today={today}
        />
      ) : null,
    upcoming_tasks: can("reminders", "read") ? <TaskList tasks={tasks} today={today} /> : null,
    recent_activity: <RecentActivity activities={activities} />,
  };
  const shown = shownCards(DASHBOARD_PANELS, preferences).filter((panel) => contents[panel] !== null);
  if (shown.length === 0) return null;
  return (
    <div
      className={cn(
        "grid gap-4",
        shown.length > 1 && "lg:grid-cols-2",
        // Of three, the last has the second row for itself until there is room for all.
        shown.length > 2 && "lg:max-xl:*:last:col-span-2 xl:grid-cols-3",
      )}
    >
      {shown.map((panel) => (
        <div key={panel} className="flex min-w-0 flex-col *:flex-1">
          {contents[panel]}
        </div>
      ))}
    </div>
  );
}

/** Opens all activity where the address asks for it. */
function ActivityPlace() {
  const [params, setParams] = useSearchParams();
  if (params.get("activity") !== "all") return null;
  const close = () =>
    setParams(
      (last) => {
        const next = new URLSearchParams(last);
        next.delete("activity");
        return next;
      },
      { replace: true },
    );
  return <ActivityDialog onClose={close} />;
}
