/** This browser among the devices on which the person takes push notifications: how it stands, and switching it. */
import { useEffect, useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { toast } from "sonner";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import {
  askPermission,
  currentEndpoint,
  readStanding,
  subscribe,
  unsubscribe,
  type PushStanding,
} from "@/lib/push-device";
import { api } from "@convex/_generated/api";

export type Device = FunctionReturnType<typeof api.deliveries.pushSubscriptions.list>[number];

const NO_DEVICES: readonly Device[] = [];

/** This browser; its standing is null until it was looked at. */
type OwnDevice = { standing: PushStanding | null; endpoint: string | null };

async function lookAt(devices: readonly Device[]): Promise<OwnDevice> {
  const standing = await readStanding((known) => devices.some(({ endpoint }) => endpoint === known));
  return { standing, endpoint: await currentEndpoint() };
}

/** Returns the person's devices, how this browser stands, and ways to change both. */
export function usePushDevice(vapidPublicKey: string | null) {
  const devices = useLiveQuery(api.deliveries.pushSubscriptions.list, {}).data ?? NO_DEVICES;
  const add = useMutation(api.deliveries.pushSubscriptions.add);
  const removeDevice = useMutation(api.deliveries.pushSubscriptions.remove);
  const [own, setOwn] = useState<OwnDevice>({ standing: null, endpoint: null });
  const [isBusy, setBusy] = useState(false);
  // Rises when this browser may stand otherwise than before.
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
