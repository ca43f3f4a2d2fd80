/** Settings > Notifications. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { FormField } from "@/components/ui/form-field";
import { Label } from "@/components/ui/label";
import { Skeleton } from "@/components/ui/skeleton";
import { AdvanceDays } from "@/entities/reminders/advance-days";
import { ChannelsCard } from "@/features/deliveries/channels-card";
import { OutboxCard } from "@/features/deliveries/outbox-card";
import { SettingRow, TypedSetting } from "@/components/settings/setting-row";
import { readableZone, zoneOptions } from "@/components/settings/time-zones";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { type ChangeSettings, type UserSettings, useUserSettings } from "@/hooks/use-user-settings";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { DEFAULT_NOTIFICATIONS, REMINDER_TYPES } from "@domain/reminders/rules";
import { reminderTypeLabels } from "@domain/reminders/words";

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

/** Also sets the default advance notice of new reminders. */
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

/** Used when the user switches quiet hours on. */
const USUAL_QUIET_HOURS = { from: "21:00", to: "07:00" };

type TimingCardProps = { settings: UserSettings; change: ChangeSettings };

/** Quiet hours, the time of the daily digest, and the time zone of each. */
function TimingCard({ settings, change }: TimingCardProps) {
  const { quietHours, isDigestOn, digestTime } = settings;
  const me = useLiveQuery(api.accounts.users.me, {}).data;
  const origin = me?.isTimeZoneChosen ? "from your profile" : "from the device you used last";
  return (
    <Card>
      <CardHeader>
        <CardTitle>When you are notified</CardTitle>
        <CardDescription>
          Quiet hours and the digest use your own time zone
          {me?.timeZone ? ` (${readableZone(me.timeZone)}, ${origin})` : ""}.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col divide-y">
        <SettingRow
          label="Quiet hours"
          text="Notifications during quiet hours wait until they end"
          isOn={quietHours !== null}
          onChange={(isOn) => void change({ quietHours: isOn ? USUAL_QUIET_HOURS : null })}
        >
          {quietHours === null ? null : (
            <div className="grid max-w-xs grid-cols-2 gap-3">
              <TypedSetting
                label="From"
                type="time"
                stored={quietHours.from}
                onStore={async (from) => await change({ quietHours: { ...quietHours, from } })}
              />
              <TypedSetting
                label="To"
                type="time"
                stored={quietHours.to}
                onStore={async (to) => await change({ quietHours: { ...quietHours, to } })}
              />
            </div>
          )}
        </SettingRow>
        <SettingRow
          label="Daily digest"
          text="One email a day for each kennel: what is overdue, due today and due this week. None on days with nothing due."
          isOn={isDigestOn}
          onChange={(isOn) => void change({ isDigestOn: isOn })}
        >
          {isDigestOn ? (
            <TypedSetting
              label="At"
              type="time"
              className="max-w-36"
              stored={digestTime}
              onStore={async (time) => await change({ digestTime: time })}
            />
          ) : null}
        </SettingRow>
        <div className="pt-4">
          <ZoneField />
        </div>
      </CardContent>
    </Card>
  );
}

/** The kennel's time zone determines its mornings. Read-only for users who may not change it. */
function ZoneField() {
  const { kennel, kennelId, can } = useKennel();
  const stored = useLiveQuery(api.kennels.kennelTimeZones.get, { kennelId }).data;
  const set = useMutation(api.kennels.kennelTimeZones.set);
  const [error, setError] = useState<string | null>(null);
  if (stored === undefined) return null;
  if (!can("settings", "write")) {
    return (
      <p className="text-sm">
        <span className="font-semibold">Time zone of {kennel.name}:</span> {readableZone(stored)}
      </p>
    );
  }
  const store = async (zone: string) => {
    setError(null);
    const timeZone = zone.replaceAll(" ", "_");
    if (timeZone === stored) return;
    try {
      await set({ kennelId, timeZone });
      toast.success("Notification settings updated");
    } catch (failure) {
      toast.error(failureText("Failed to update notification settings", failure));
    }
  };
  return (
    <FormField
      label={`Time zone of ${kennel.name}`}
      helper="Reminders are sent at 8:00 in the morning there"
      error={error ?? undefined}
      className="max-w-sm"
    >
      {(control) => (
        <Combobox
          {...control}
          text={readableZone(stored)}
          options={zoneOptions()}
          emptyText="No such time zone"
          onUnknown={(typed) =>
            setError(`“${typed}” is not a time zone. Choose one from the list, such as America/New York`)
          }
          onSelect={({ value }) => void store(value)}
        />
      )}
    </FormField>
  );
}
