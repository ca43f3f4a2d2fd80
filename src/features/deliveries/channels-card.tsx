/**
 * A person's notification channels, each with its switch, address, availability, and a test. A channel that is not
 * set up has a message. Sources: SET-08, decision GAP-REM-11.
 */
import { useEffect, useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { CircleAlert, CircleCheck, Clock, MonitorSmartphone, Send, TriangleAlert, X } from "lucide-react";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Switch } from "@/components/ui/switch";
import { type SentMessage, channelLabels, standingText } from "@/entities/notifications/message-words";
import { SettingRow, TypedSetting } from "@/components/settings/setting-row";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { ChangeSettings, UserSettings } from "@/hooks/use-user-settings";
import { useIdentity } from "@/identity/identity";
import { failureText } from "@/lib/failure-text";
import {
  type PushStanding,
  askPermission,
  currentEndpoint,
  readStanding,
  subscribe,
  unsubscribe,
} from "@/lib/push-device";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { CHANNELS, type Channel } from "@domain/deliveries/rules";
import { formatPhone, formatShortMoment } from "@domain/formatting/formatting";

type Standing = FunctionReturnType<typeof api.deliveries.deliveries.channels>;

const NOT_SET_UP: Record<Channel, string> = {
  email:
    "This server has no mail account set up, so no email is sent. See what would have been sent under “Sent to you”.",
  sms: "This server has no SMS provider set up, so no text message is sent. See what would have been sent under “Sent to you”.",
  push: "This server has no key for push notifications, so none is sent. See what would have been sent under “Sent to you”.",
};

type ChannelsCardProps = { settings: UserSettings; change: ChangeSettings };

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

/** True if the kennel's own mail server sends its messages. */
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

/** `problem` says why no message was sent. */
type Answer = { deliveryIds: readonly Id<"deliveries">[]; problem: string | null };

const NONE: readonly SentMessage[] = [];

function useChannelTest(channel: Channel) {
  const { kennelId } = useKennel();
  const test = useMutation(api.deliveries.deliveries.testChannel);
  const [isSending, setSending] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const deliveryIds = answer?.problem === null ? [...answer.deliveryIds] : [];
  const outcomes = useLiveQuery(
    api.deliveries.deliveries.outcomes,
    deliveryIds.length > 0 ? { deliveryIds } : "skip",
  );
  const send = async () => {
    setSending(true);
    try {
      const { status, message, deliveryIds: ids } = await test({ channel, kennelId });
      setAnswer({ deliveryIds: ids, problem: status === "not_set_up" ? message : null });
    } catch (error) {
      toast.error(failureText("Failed to send the test", error));
    }
    setSending(false);
  };
  return { send, isSending, answer, messages: outcomes.data ?? NONE };
}

/** The result is the provider's reply, or the reason why nothing was sent. */
function ChannelTest({ channel }: { channel: Channel }) {
  const { send, isSending, answer, messages } = useChannelTest(channel);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        variant="outline"
        size="sm"
        disabled={isSending}
        onClick={() => void send()}
        aria-label={isSending ? undefined : `Send Test by ${channelLabels[channel]}`}
      >
        <Send aria-hidden />
        {isSending ? "Sending..." : "Send Test"}
      </Button>
      <div role="status" className="min-w-0 flex-1 basis-60 text-sm">
        {answer === null ? null : answer.problem !== null ? (
          <Line icon={TriangleAlert} className="text-warning">
            {`${answer.problem}. Nothing was sent${
              answer.deliveryIds.length > 0 ? "; see what would have been sent under “Sent to you”." : "."
            }`}
          </Line>
        ) : (
          messages.map((message) => <Outcome key={message._id} message={message} />)
        )}
      </div>
    </div>
  );
}

function Outcome({ message }: { message: SentMessage }) {
  const { state, to, channel } = message;
  const text = channel === "push" && to !== "" ? `${to}: ${standingText(message)}` : standingText(message);
  if (state === "sent") {
    return (
      <Line icon={CircleCheck} className="text-success">
        {text}
      </Line>
    );
  }
  const hasFailed = state === "failed" || (state === "waiting" && message.attempts.length > 0);
  return (
    <Line
      icon={hasFailed ? CircleAlert : Clock}
      className={hasFailed ? "text-error" : "text-muted-foreground"}
    >
      {state === "waiting" && !hasFailed ? "On its way" : text}
    </Line>
  );
}

type LineProps = { icon: typeof Clock; className: string; children: string };

const Line = ({ icon: Icon, className, children }: LineProps) => (
  <p className={cn("flex items-start gap-1.5 break-words", className)}>
    <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
    <span className="min-w-0">{children}</span>
  </p>
);

const OBSTACLES: Partial<Record<PushStanding, string>> = {
  unsupported:
    "This browser does not support push notifications. Open Studbook on your phone and turn them on there.",
  "needs-install":
    "On an iPhone or iPad, add Studbook to the home screen first: Share, then Add to Home Screen. Open it from there and come back to this page.",
  denied:
    "Notifications from Studbook are blocked in this browser. Allow them in the browser's settings for this site, then come back.",
};

/** Says why notifications on this device are impossible. Also lists the user's other devices. */
function PushDevices({ vapidPublicKey }: { vapidPublicKey: string | null }) {
  const { devices, own, isBusy, switchOn, switchOff, remove } = usePushDevice(vapidPublicKey);
  const { standing } = own;
  if (vapidPublicKey === null || standing === null) return null;
  const obstacle = OBSTACLES[standing];
  return (
    <div className="flex flex-col gap-3">
      {obstacle ? (
        <Alert variant="info">{obstacle}</Alert>
      ) : (
        <label className="flex min-h-10 items-center justify-between gap-4 rounded-md border px-3 py-2">
          <span className="flex min-w-0 items-center gap-2.5 font-semibold">
            <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-muted-foreground" />
            Notify on this device
          </span>
          <Switch
            aria-label="Notify on this device"
            checked={standing === "on"}
            disabled={isBusy}
            onCheckedChange={(isOn) => void (isOn ? switchOn() : switchOff())}
          />
        </label>
      )}
      {devices.length > 0 ? (
        <ul aria-label="Devices that are notified" className="flex flex-col divide-y rounded-md border px-3">
          {devices.map((device) => (
            <DeviceLine
              key={device._id}
              device={device}
              isThis={device.endpoint === own.endpoint}
              isBusy={isBusy}
              onRemove={() => void remove(device.endpoint)}
            />
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted-foreground">No device is notified yet.</p>
      )}
    </div>
  );
}

type DeviceLineProps = { device: Device; isThis: boolean; isBusy: boolean; onRemove: () => void };

function DeviceLine({ device, isThis, isBusy, onRemove }: DeviceLineProps) {
  return (
    <li className="flex min-h-12 items-center gap-3 py-1.5">
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium break-words">{device.label}</span>
          {isThis ? <Badge variant="success">This device</Badge> : null}
        </span>
        <span className="block text-sm text-muted-foreground">Added {formatShortMoment(device.addedAt)}</span>
      </span>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Remove ${device.label}`}
        disabled={isBusy}
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
    </li>
  );
}

type Device = FunctionReturnType<typeof api.deliveries.pushSubscriptions.list>[number];

const NO_DEVICES: readonly Device[] = [];

/** This browser. `standing` is null until checked. */
type OwnDevice = { standing: PushStanding | null; endpoint: string | null };

async function lookAt(devices: readonly Device[]): Promise<OwnDevice> {
  const standing = await readStanding((known) => devices.some(({ endpoint }) => endpoint === known));
  return { standing, endpoint: await currentEndpoint() };
}

/** The person's devices for push notifications, with the state of this browser. */
function usePushDevice(vapidPublicKey: string | null) {
  const devices = useLiveQuery(api.deliveries.pushSubscriptions.list, {}).data ?? NO_DEVICES;
  const add = useMutation(api.deliveries.pushSubscriptions.add);
  const removeDevice = useMutation(api.deliveries.pushSubscriptions.remove);
  const [own, setOwn] = useState<OwnDevice>({ standing: null, endpoint: null });
  const [isBusy, setBusy] = useState(false);
  // Increases when this browser's state may have changed.
  const [changes, setChanges] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    void lookAt(devices).then((found) => {
      if (isCurrent) setOwn(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [devices, changes]);

  const work = async (failure: string, action: () => Promise<void>) => {
    setBusy(true);
    try {
      await action();
    } catch (error) {
      toast.error(failureText(failure, error));
    }
    setChanges((count) => count + 1);
    setBusy(false);
  };
  const switchOn = () =>
    work("This device could not be added", async () => {
      if (vapidPublicKey === null || !(await askPermission())) return;
      await add(await subscribe(vapidPublicKey));
      toast.success("This device is notified of what is due");
    });
  const remove = (endpoint: string) =>
    work("The device could not be removed", async () => {
      await removeDevice({ endpoint });
      if (endpoint === (await currentEndpoint())) await unsubscribe();
    });
  const switchOff = () => (own.endpoint === null ? Promise.resolve() : remove(own.endpoint));
  return { devices, own, isBusy, switchOn, switchOff, remove };
}
