/** The first page after sign-in: a greeting, the kennel's numbers, what happened lately, and first steps. */
import { Link } from "react-router-dom";
import { Dog as DogIcon } from "lucide-react";
import { LoadError } from "@/components/load-error";
import { Skeleton } from "@/components/ui/skeleton";
import { FirstSteps } from "@/features/dashboard/first-steps";
import { RecentActivity } from "@/features/dashboard/recent-activity";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useIdentity } from "@/identity/identity";
import { RECENT_ACTIVITY_COUNT } from "../../../domain/constants/activities";
import { api } from "../../../convex/_generated/api";

type Named = { firstName?: string | null; email: string } | null | undefined;

/** Returns what the greeting calls the breeder: the first name, else the e-mail's part before the at sign. */
export function greetingName(user: Named): string {
  const firstName = user?.firstName?.trim();
  return firstName ? firstName : (user?.email.split("@")[0] ?? "");
}

/** Renders the Dashboard page. */
export function DashboardPage() {
  const { kennelId, can } = useKennel();
  const { user } = useIdentity();
  const me = useLiveQuery(api.users.me, {});
  const canReadDogs = can("dogs", "read");
  const stats = useLiveQuery(api.dashboard.stats, canReadDogs ? { kennelId } : "skip");
  const activities = useLiveQuery(api.activities.recent, { kennelId, limit: RECENT_ACTIVITY_COUNT });
  const name = greetingName(me.data ?? user);
  const total = stats.data?.dogs.total;

  if (stats.status === "error" || activities.status === "error") {
    const retry = () => {
      if (stats.status === "error") stats.retry();
      if (activities.status === "error") activities.retry();
    };
    return <LoadError message="Failed to load dashboard data. Please try again." onRetry={retry} />;
  }
  return (
    <div className="flex flex-col gap-6">
      <h2 className="font-title text-3xl break-words sm:text-4xl">Welcome back, {name}!</h2>
      {total === 0 ? <FirstSteps canWrite={can("dogs", "write")} /> : null}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        {canReadDogs ? <TotalDogs total={total} /> : null}
        <RecentActivity activities={activities.data} />
      </div>
    </div>
  );
}

function TotalDogs({ total }: { total: number | undefined }) {
  return (
    <Link
      to="/dashboard/dogs"
      className="group flex items-center gap-4 rounded-lg border bg-card p-5 shadow-page hover:border-brass-line"
    >
      <span className="flex size-12 items-center justify-center rounded-md bg-brass-soft text-brass">
        <DogIcon aria-hidden className="size-6" />
      </span>
      <span className="flex min-w-0 flex-col">
        <span className="text-muted-foreground group-hover:underline group-hover:underline-offset-4">
          Total Dogs
        </span>
        {total === undefined ? (
          <Skeleton className="mt-1 h-9 w-14" />
        ) : (
          <span className="font-title text-4xl leading-10">{total}</span>
        )}
      </span>
    </Link>
  );
}
