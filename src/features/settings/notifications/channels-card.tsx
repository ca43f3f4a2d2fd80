/**
 * On which channels a person is told: each with its switch, where it goes to, what this server can do on it, and a
 * test. A channel that is not set up says so rather than pretend. Sources: SET-08, decision GAP-REM-11.
 */
import type { FunctionReturnType } from "convex/server";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { ChannelTest } from "@/features/settings/notifications/channel-test";
import { channelLabels } from "@/entities/notifications/message-words";
import { PushDevices } from "@/features/settings/notifications/push-devices";
import { SettingRow } from "@/features/settings/notifications/setting-row";
import { TypedSetting } from "@/features/settings/notifications/typed-setting";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { ChangeSettings, UserSettings } from "@/hooks/use-user-settings";
import { useIdentity } from "@/identity/identity";
import { formatPhone } from "@domain/formatting/formatting";
import { CHANNELS, type Channel } from "@domain/constants/notifications";
import { api } from "@convex/_generated/api";

type Standing = FunctionReturnType<typeof api.deliveries.deliveries.channels>;

const NOT_SET_UP: Record<Channel, string> = {
  email:
    "This server has no mail account set up, so no email is sent. See what would have been sent under “Sent to you”.",
  sms: "This server has no SMS provider set up, so no text message is sent. See what would have been sent under “Sent to you”.",
  push: "This server has no key for push notifications, so none is sent. See what would have been sent under “Sent to you”.",
};

type ChannelsCardProps = { settings: UserSettings; change: ChangeSettings };

/** Renders the card. */
export function ChannelsCard({ settings, change }: ChannelsCardProps) {
  const standing = useLiveQuery(api.deliveries.deliveries.channels, {}).data;
  const hasOwnMail = useOwnMail();
  const canTest = useKennel().can("reminders", "read");
  const { user } = useIdentity();
  const texts: Record<Channel, string> = {
    email: user ? `To ${user.email}` : "To the address you sign in with",
    sms: "Short text messages to your phone",
    push: "Notifications on your phone and computer, with buttons to complete and snooze",
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>How you are notified</CardTitle>
        <CardDescription>
          These are your own settings, in every kennel that you work in. A reminder is sent on the channels
          that are on both here and in the reminder.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col divide-y">
        {CHANNELS.map((channel) => (
          <SettingRow
            key={channel}
            label={channelLabels[channel]}
            text={texts[channel]}
            isOn={settings.notifications[channel]}
            onChange={(isOn) => void change({ notifications: { [channel]: isOn } })}
          >
            {channel === "sms" ? <PhoneNumber settings={settings} change={change} /> : null}
            {channel === "push" && standing ? <PushDevices vapidPublicKey={standing.vapidPublicKey} /> : null}
            {standing && !(channel === "email" && hasOwnMail) ? (
              <MissingSetUp channel={channel} standing={standing} />
            ) : null}
            {canTest ? <ChannelTest channel={channel} /> : null}
          </SettingRow>
        ))}
      </CardContent>
    </Card>
  );
}

/** Says whether the kennel's messages leave by a mail server of its own. */
function useOwnMail(): boolean {
  const { kennelId, can } = useKennel();
  const connections = useLiveQuery(
    api.connections.connections.list,
    can("settings", "read") ? { kennelId } : "skip",
  ).data;
  return connections?.some(({ type, isEnabled }) => type === "mail" && isEnabled) ?? false;
}

function MissingSetUp({ channel, standing }: { channel: Channel; standing: Standing }) {
  if (standing[channel]) return null;
  return <p className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">{NOT_SET_UP[channel]}</p>;
}

const PhoneNumber = ({ settings, change }: ChannelsCardProps) => (
  <TypedSetting
    label="Phone number"
    type="tel"
    className="max-w-xs"
    stored={formatPhone(settings.phone ?? "")}
    placeholder="+1 555 123 4567"
    helper="With + and the country code"
    onStore={async (phone) => await change({ phone: phone === "" ? null : phone })}
  />
);
