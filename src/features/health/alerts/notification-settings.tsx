/**
 * How the user is notified of due items: three switches of the user's own settings, which apply to every kennel and
 * are saved immediately. If saving fails, the switch returns to its former state. Sources: decisions GAP-ALR-04 and
 * GAP-SET-09.
 */
import { useId } from "react";
import { LoadError } from "@/components/load-error";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { useUserSettings, type ChangeSettings, type UserSettings } from "@/hooks/use-user-settings";
import type { Channel } from "@domain/deliveries/rules";

const CHANNELS: readonly { channel: Channel; label: string; text: string }[] = [
  { channel: "email", label: "Email", text: "A message to the address you sign in with" },
  { channel: "sms", label: "SMS", text: "A text message to your phone" },
  { channel: "push", label: "Push", text: "On your phone and computers" },
];

export function NotificationSettings() {
  const titleId = useId();
  const { result, settings, change } = useUserSettings();
  return (
    <section aria-labelledby={titleId} className="rounded-lg border bg-card p-4 shadow-page print:hidden">
      <h2 id={titleId} className="font-title text-lg">
        Notification Settings
      </h2>
      <p className="mt-0.5 text-sm text-muted-foreground">
        How you are notified of what is due. Everyone in the kennel has their own settings.
      </p>
      {result.status === "error" ? (
        <div className="mt-3">
          <LoadError message="Failed to load settings" retryLabel="Retry" onRetry={result.retry} />
        </div>
      ) : settings === null ? (
        <Skeleton className="mt-3 h-36" />
      ) : (
        <Channels settings={settings} change={change} />
      )}
    </section>
  );
}

type ChannelsProps = { settings: UserSettings; change: ChangeSettings };

function Channels({ settings, change }: ChannelsProps) {
  const id = useId();
  return (
    <ul className="mt-2 flex flex-col divide-y">
      {CHANNELS.map(({ channel, label, text }) => (
        <li key={channel} className="flex min-h-12 items-center justify-between gap-4 py-2">
          <label htmlFor={`${id}-${channel}`} className="min-w-0 flex-1 py-1">
            <span className="block font-semibold">{label}</span>
            <span id={`${id}-${channel}-text`} className="block text-sm text-muted-foreground">
              {text}
            </span>
          </label>
          <Switch
            id={`${id}-${channel}`}
            aria-label={label}
            aria-describedby={`${id}-${channel}-text`}
            checked={settings.notifications[channel]}
            onCheckedChange={(checked) => void change({ notifications: { [channel]: checked } })}
          />
        </li>
      ))}
    </ul>
  );
}
