/** When a person is told: quiet hours, the daily digest and its hour, and the zones that both go by. */
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { SettingRow, TypedSetting } from "@/features/settings/notifications/setting-row";
import { readableZone, zoneOptions } from "@/features/settings/time-zones";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { ChangeSettings, UserSettings } from "@/hooks/use-user-settings";
import { api } from "@convex/_generated/api";
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { Combobox } from "@/components/ui/combobox";
import { FormField } from "@/components/ui/form-field";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";

/** What quiet hours begin with when they are switched on. */
const USUAL_QUIET_HOURS = { from: "21:00", to: "07:00" };

type TimingCardProps = { settings: UserSettings; change: ChangeSettings };

export function TimingCard({ settings, change }: TimingCardProps) {
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

/** The kennel's time zone, by which its mornings come; whoever may not change it sees which it is. */
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
