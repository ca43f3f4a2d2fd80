/** 'Notify on this device' with what stands in its way, and the person's other devices. */
import { MonitorSmartphone, X } from "lucide-react";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/switch";
import { formatMoment } from "@/entities/notifications/message-words";
import { usePushDevice, type Device } from "@/features/settings/notifications/use-push-device";
import type { PushStanding } from "@/lib/push-device";

const OBSTACLES: Partial<Record<PushStanding, string>> = {
  unsupported:
    "This browser does not support push notifications. Open Studbook on your phone and turn them on there.",
  "needs-install":
    "On an iPhone or iPad, add Studbook to the home screen first: Share, then Add to Home Screen. Open it from there and come back to this page.",
  denied:
    "Notifications from Studbook are blocked in this browser. Allow them in the browser's settings for this site, then come back.",
};

/** Renders the switch of this browser and the list of devices. */
export function PushDevices({ vapidPublicKey }: { vapidPublicKey: string | null }) {
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
        <span className="block text-sm text-muted-foreground">Added {formatMoment(device.addedAt)}</span>
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
