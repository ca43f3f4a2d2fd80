/** The Profile tab with its loading and error states. */
import { LoadError } from "@/components/load-error";
import { Skeleton } from "@/components/ui/skeleton";
import { ProfileCard } from "@/features/settings/profile/profile-card";
import { UnitsCard } from "@/features/settings/profile/units-card";
import { UserResetCard } from "@/features/settings/profile/user-reset-card";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

/** Renders the tab. */
export function ProfilePart() {
  const me = useLiveQuery(api.accounts.users.me, {});
  if (me.status === "error")
    return <LoadError message="Failed to load settings" retryLabel="Retry" onRetry={me.retry} />;
  if (me.data === null || me.data === undefined) return <Skeleton className="h-96" aria-label="Loading" />;
  return (
    <>
      <ProfileCard me={me.data} />
      <UnitsCard />
      <UserResetCard />
    </>
  );
}
