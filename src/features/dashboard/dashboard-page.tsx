/** The first page after sign-in. */
import { useEffect, useState, type ReactNode, Suspense } from "react";
import { RefreshCw, Check, Move, Plus, SlidersHorizontal } from "lucide-react";
import { Link } from "@/lib/router";
import { text, useScreenAddress } from "@/lib/screen-address";
import { Deferred } from "@/components/deferred";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { timeOf } from "@/entities/medications/medication-words";
import { shownCards } from "@/features/dashboard/card-order";
import { DashboardSkeleton } from "@/features/dashboard/dashboard-skeleton";
import { MetricCards } from "@/features/dashboard/metric-cards";
import { TaskList } from "@/features/dashboard/task-list";
import { Attention, TodayPanel, useAttention } from "@/features/dashboard/today-panel";
import {
  useDashboard,
  type Dashboard,
  type DashboardStats,
  type Activity,
} from "@/features/dashboard/use-dashboard";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useNow } from "@/hooks/use-now";
import { useIdentity } from "@/identity/identity";
import { greet, greetingName, keepName } from "@/lib/greeting";
import { cn } from "@/lib/utils";
import { DASHBOARD_PANELS, METRIC_CARDS, RECENT_ACTIVITY_COUNT, WIDGET_KINDS } from "@domain/dashboard/rules";
import { formatWeekday } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";
import { late } from "@/components/late";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { ActivityLine } from "@/features/dashboard/activity-line";
import { MenuButton } from "@/components/ui/menu-button";
import type { Board } from "@/features/dashboard/use-dashboard";
import { useWidgets } from "@/features/dashboard/use-widgets";
import type { WidgetActions } from "@/features/dashboard/use-widgets";
import { WidgetCard } from "@/features/dashboard/widget-card";
import type { WidgetKind } from "@domain/dashboard/rules";
import { lateLazy } from "@/lib/ready-lazy";

const steps = [
  {
    title: "Enter your dogs",
    text: "Start with the parents, so that their offspring can be linked to them.",
    links: [
      { label: "Add your first dog", to: "/dashboard/dogs?add=1" },
      { label: "Import dogs from a file", to: "/dashboard/dogs?import=1" },
    ],
  },
  {
    title: "Complete your kennel",
    text: "Add its prefix, your address and a logo.",
    links: [{ label: "Open kennel settings", to: "/dashboard/settings?tab=kennel" }],
  },
  {
    title: "Bring in your team",
    text: "Add the people you work with. Everyone sees changes at once.",
    links: [{ label: "Invite a person", to: "/dashboard/settings?tab=kennel#team" }],
  },
] as const;

/** Shown to a breeder with an empty kennel. */
function FirstSteps({ canWrite }: { canWrite: boolean }) {
  if (!canWrite) {
    return (
      <p className="text-muted-foreground">
        This kennel has no dogs yet. They will appear here when they are added.
      </p>
    );
  }
  return (
    <section
      aria-labelledby="first-steps"
      className="rounded-lg border border-brass-line/60 bg-card p-5 shadow-page"
    >
      <h3 id="first-steps" className="font-title text-xl">
        Start with one dog
      </h3>
      <ol className="mt-4 flex flex-col gap-5">
        {steps.map(({ title, text, links }, index) => (
          <li key={title} className="flex flex-col items-start border-l-2 border-brass-line pl-4">
            <p className="font-semibold">
              {index + 1}. {title}
            </p>
            <p className="flex-1 text-muted-foreground">{text}</p>
            <div className="mt-2 flex flex-wrap gap-2">
              {links.map(({ label, to }, place) => (
                <Button key={label} asChild variant={index + place === 0 ? "default" : "outline"}>
                  <Link to={to}>{label}</Link>
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

type RecentActivityProps = { activities: readonly Activity[] | undefined };

/** Newest first. Sources: rules DASH-06 and DASH-07. */
function RecentActivity({ activities }: RecentActivityProps) {
  return (
    <Card>
      <CardHeader className="flex-row items-baseline justify-between">
        <CardTitle>Recent Activity</CardTitle>
        {activities && activities.length > 0 ? (
          <Link to="?activity=all" className="-my-0.5 py-0.5 text-sm underline underline-offset-4">
            All Activity
          </Link>
        ) : null}
      </CardHeader>
      <CardContent>
        <ActivityList activities={activities} />
      </CardContent>
    </Card>
  );
}

function ActivityList({ activities }: RecentActivityProps) {
  const now = useNow();
  if (!activities) {
    return (
      <div role="status" aria-label="Loading recent activity" className="flex flex-col gap-3">
        {[0, 1, 2].map((index) => (
          <Skeleton key={index} className="h-11" />
        ))}
      </div>
    );
  }
  if (activities.length === 0) return <p className="text-muted-foreground">No recent activity to show</p>;
  return (
    <ul className="flex flex-col divide-y">
      {activities.slice(0, RECENT_ACTIVITY_COUNT).map((activity) => (
        <ActivityLine key={activity._id} activity={activity} now={now} />
      ))}
    </ul>
  );
}

const ActivityDialog = late(async () => (await import("@/features/dashboard/activity-dialog")).default);
const CustomizeDialog = late(async () => (await import("@/features/dashboard/customize-dialog")).default);

type DashboardPageProps = {
  subscription?: ReactNode;
};

export function DashboardPage({ subscription }: DashboardPageProps) {
  const dashboard = useDashboard();
  const [isCustomizing, setCustomizing] = useState(false);
  const { today, board, preferences, hasFailed } = dashboard;
  if (hasFailed) {
    return <LoadError message="Failed to load dashboard data. Please try again." onRetry={dashboard.retry} />;
  }
  return (
    <div className="flex flex-col gap-5 sm:gap-6">
      <Greeting today={today} isRefreshing={dashboard.isRefreshing} onRefresh={dashboard.refresh} />
      {dashboard.hasArrived ? (
        <Deferred fallback={<DashboardSkeleton />}>
          <Panels dashboard={dashboard} onCustomize={() => setCustomizing(true)} />
          {subscription}
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

/**
 * True if the kennel has no dogs, no active breedings and no open reminders. Then the page shows the first steps
 * instead of today's tasks and the widgets.
 */
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
      {/* On a phone the date and the button share the line below the greeting. */}
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

type PanelsProps = { dashboard: Dashboard; onCustomize: () => void };

/** Cards that the user has hidden or may not read are left out. On a phone the widgets come last. */
function Panels({ dashboard, onCustomize }: PanelsProps) {
  const { can } = useKennel();
  const { today, stats, tasks, activities, board, preferences } = dashboard;
  const now = timeOf(useNow());
  const shown = shownCards(DASHBOARD_PANELS, preferences);
  const isNew = isUntouched(stats);
  const hasToday =
    !isNew &&
    shown.includes("today") &&
    (["breeding", "health", "reminders"] as const).some((area) => can(area, "read"));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(17rem,1fr)] lg:grid-rows-[auto_1fr]">
      <div className="flex min-w-0 flex-col gap-4 sm:gap-5 lg:col-start-1">
        {stats?.dogs.total === 0 ? <FirstSteps canWrite={can("dogs", "write")} /> : null}
        {hasToday ? <TodayPanel dashboard={dashboard} now={now} /> : <LoneAttention dashboard={dashboard} />}
      </div>
      <div className="flex min-w-0 flex-col gap-4 sm:gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <MetricCards cards={shownCards(METRIC_CARDS, preferences)} stats={stats} />
        {/* On a tablet these cards share a row. */}
        <div className="flex flex-col gap-4 sm:gap-5 md:max-lg:flex-row md:max-lg:*:min-w-0 md:max-lg:*:flex-1">
          {shown.map((panel) =>
            panel === "upcoming_tasks" && can("reminders", "read") ? (
              <TaskList key={panel} tasks={tasks} today={today} />
            ) : panel === "recent_activity" ? (
              <RecentActivity key={panel} activities={activities} />
            ) : null,
          )}
        </div>
      </div>
      {isNew ? null : (
        <div className="lg:col-start-1">
          <WidgetBoard board={board} onCustomize={onCustomize} />
        </div>
      )}
    </div>
  );
}

/** For a user who has hidden today's items. */
function LoneAttention({ dashboard }: { dashboard: Dashboard }) {
  const attention = useAttention(dashboard);
  if (attention.rows.length === 0) return null;
  return (
    <Card className="*:border-t-0">
      <Attention attention={attention} dashboard={dashboard} />
    </Card>
  );
}

function ActivityPlace() {
  const [{ activity }, change] = useScreenAddress({ activity: text });
  if (activity !== "all") return null;
  return <ActivityDialog onClose={() => change({ activity: "" }, { replace: true })} />;
}

const WidgetSorter = lateLazy(async () => (await import("@/features/dashboard/widget-sorter")).default);

const AddWidgetMenu = late(async () => (await import("@/features/dashboard/add-widget-menu")).AddWidgetMenu);

type WidgetBoardProps = {
  board: Board | undefined;
  onCustomize: () => void;
};

/** `widgets` is undefined while loading. */
function WidgetBoard({ board: all, onCustomize }: WidgetBoardProps) {
  const seesMoney = useKennel().hasRight("finances", "read");
  const isShown = (kind: WidgetKind) => seesMoney || kind !== "costs_and_income";
  const board = all?.filter(({ kind }) => isShown(kind));
  const actions = useWidgets();
  const [isArranging, setArranging] = useState(false);
  // Each kind of widget can be added only once.
  const addable = WIDGET_KINDS.filter(
    (kind) => board && isShown(kind) && !board.some((widget) => widget.kind === kind),
  );
  const mayArrange = (board?.length ?? 0) > 1;
  return (
    <section aria-label="Widgets" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-end gap-2">
        {mayArrange ? (
          <Button
            variant={isArranging ? "default" : "ghost"}
            size="sm"
            aria-pressed={isArranging}
            onClick={() => setArranging(!isArranging)}
          >
            {isArranging ? <Check aria-hidden /> : <Move aria-hidden />}
            {isArranging ? "Done" : "Arrange"}
          </Button>
        ) : null}
        <Button variant="ghost" size="sm" onClick={onCustomize}>
          <SlidersHorizontal aria-hidden />
          Customize
        </Button>
        <MenuButton
          variant="outline"
          size="sm"
          disabled={addable.length === 0}
          preload={AddWidgetMenu.fetch}
          menu={(place) => <AddWidgetMenu place={place} kinds={addable} actions={actions} />}
        >
          <Plus aria-hidden />
          Add widget
        </MenuButton>
      </div>
      {board === undefined ? (
        <div role="status" aria-label="Loading widgets" className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-72" />
          <Skeleton className="hidden h-72 lg:block" />
        </div>
      ) : isArranging && mayArrange ? (
        <Suspense fallback={<Widgets board={board} actions={actions} />}>
          <WidgetSorter board={board} actions={actions} />
        </Suspense>
      ) : (
        <Widgets board={board} actions={actions} />
      )}
    </section>
  );
}

function Widgets({ board, actions }: { board: Board; actions: WidgetActions }) {
  if (board.length === 0) {
    return (
      <p className="rounded-lg border border-dashed p-6 text-center text-muted-foreground">
        Add a widget to see charts of your breedings, puppies, finances and vaccinations.
      </p>
    );
  }
  return (
    <ul aria-label="Widgets" className="grid gap-4 lg:grid-cols-2">
      {board.map((widget) => (
        <li key={widget.id} className="flex min-w-0 flex-col *:flex-1 lg:last:odd:col-span-2">
          <WidgetCard widget={widget} count={board.length} actions={actions} />
        </li>
      ))}
    </ul>
  );
}
