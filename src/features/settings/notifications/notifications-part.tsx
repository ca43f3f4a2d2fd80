/** Settings > Notifications: how, of what and when a person is told, and what was sent to them. */
import { LoadError } from "@/components/load-error";
import { Skeleton } from "@/components/ui/skeleton";
import { ChannelsCard } from "@/features/settings/notifications/channels-card";
import { OutboxCard } from "@/features/settings/notifications/outbox-card";
import { TimingCard } from "@/features/settings/notifications/timing-card";
import { TopicsCard } from "@/features/settings/notifications/topics-card";
import { useKennel } from "@/hooks/use-kennel";
import { useUserSettings } from "@/hooks/use-user-settings";

/** Renders the tab's cards. */
export function NotificationsPart() {
  const { can } = useKennel();
  const { result, settings, change } = useUserSettings();
  if (result.status === "error") {
    return <LoadError message="Failed to load settings" retryLabel="Retry" onRetry={result.retry} />;
  }
  if (settings === null) {
    return (
      <div role="status" aria-label="Loading settings" className="flex flex-col gap-6">
        <Skeleton className="h-96" />
        <Skeleton className="h-56" />
      </div>
    );
  }
  return (
    <>
      <ChannelsCard settings={settings} change={change} />
      {can("reminders", "write") ? <TopicsCard settings={settings} change={change} /> : null}
      <TimingCard settings={settings} change={change} />
      {can("reminders", "read") ? <OutboxCard /> : null}
    </>
  );
}
