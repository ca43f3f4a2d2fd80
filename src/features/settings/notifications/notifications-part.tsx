/** Settings > Notifications: how, of what and when a person is told, and what was sent to them. */
import { LoadError } from "@/components/load-error";
import { Skeleton } from "@/components/ui/skeleton";
import { ChannelsCard } from "@/features/settings/notifications/channels-card";
import { OutboxCard } from "@/features/settings/notifications/outbox-card";
import { TimingCard } from "@/features/settings/notifications/timing-card";
import { useKennel } from "@/hooks/use-kennel";
import { type ChangeSettings, type UserSettings, useUserSettings } from "@/hooks/use-user-settings";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import { AdvanceDays } from "@/entities/reminders/advance-days";
import { DEFAULT_NOTIFICATIONS, REMINDER_TYPES } from "@domain/constants/reminders";
import { reminderTypeLabels } from "@domain/reminders/labels";

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

type TopicsCardProps = { settings: UserSettings; change: ChangeSettings };

/** What a person is told of, and how long before it is due the reminders that they add tell of it. */
function TopicsCard({ settings, change }: TopicsCardProps) {
  const { mutedTypes, daysInAdvance } = settings;
  return (
    <Card>
      <CardHeader>
        <CardTitle>What you are notified about</CardTitle>
        <CardDescription>
          You are notified of reminders in kennels where you can act on them. What you turn off here still
          appears on the Reminders page.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-6">
        <fieldset>
          <legend className="mb-1 font-semibold">Types of reminders</legend>
          <div className="grid gap-x-6 sm:grid-cols-2">
            {REMINDER_TYPES.map((type) => (
              <Label key={type} className="flex min-h-10 items-center gap-2.5 pointer-coarse:min-h-11">
                <Checkbox
                  checked={!mutedTypes.includes(type)}
                  onCheckedChange={(isOn) =>
                    void change({
                      mutedTypes: isOn ? mutedTypes.filter((muted) => muted !== type) : [...mutedTypes, type],
                    })
                  }
                />
                {reminderTypeLabels[type]}
              </Label>
            ))}
          </div>
        </fieldset>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-semibold">Days in advance</legend>
          <p className="text-sm text-muted-foreground">
            New reminders that you add start with these; each can be changed in the reminder itself.
          </p>
          <AdvanceDays
            days={daysInAdvance ?? DEFAULT_NOTIFICATIONS.daysInAdvance}
            onChange={(days) => void change({ daysInAdvance: days })}
          />
          {daysInAdvance === null ? null : (
            <Button
              variant="link"
              size="sm"
              className="self-start px-0"
              onClick={() => void change({ daysInAdvance: null })}
            >
              Use the Default Days
            </Button>
          )}
        </fieldset>
      </CardContent>
    </Card>
  );
}
