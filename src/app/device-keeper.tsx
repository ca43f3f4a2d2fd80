/**
 * Removes from this browser what belonged to the account that has signed out: its name, its last seen data, its
 * recent words, and its notifications.
 */
import { useEffect } from "react";
import { useIdentity } from "@/identity/identity";
import { forgetAccount } from "@/lib/browser-storage";
import { lastSeen } from "@/lib/last-seen/last-seen";

/** Renders nothing. */
export function DeviceKeeper() {
  const { status, signedOutReason } = useIdentity();
  useEffect(() => {
    if (status !== "signedOut") return;
    forgetAccount(signedOutReason === "left");
    void lastSeen().clear();
    // A visitor had no session here; the push service refuses messages to a browser that signed out.
    if (signedOutReason !== "visitor") {
      void import("@/lib/push-device").then(({ unsubscribe }) => unsubscribe()).catch(() => undefined);
    }
  }, [status, signedOutReason]);
  return null;
}
