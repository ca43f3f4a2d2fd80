/** When a person is told: quiet hours, the daily digest and its hour, and the zones that both go by. */
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { SettingRow } from "@/features/settings/notifications/setting-row";
import { TypedSetting } from "@/features/settings/notifications/typed-setting";
import { ZoneField } from "@/features/settings/notifications/zone-field";
import { readableZone } from "@/features/settings/time-zones";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { ChangeSettings, UserSettings } from "@/hooks/use-user-settings";
import { api } from "@convex/_generated/api";

/** What quiet hours begin with when they are switched on. */
const USUAL_QUIET_HOURS = { from: "21:00", to: "07:00" };

type TimingCardProps = { settings: UserSettings; change: ChangeSettings };

/** Renders the card. */
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
