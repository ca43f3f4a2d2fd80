/**
 * After an account signs out, removes its data from this browser: the user's name, the data last shown, recent
 * searches, and notifications.
 */
import { useEffect } from "react";
import { useIdentity } from "@/identity/identity";
import { forgetAccount } from "@/lib/browser-storage";
import { lastSeen } from "@/lib/last-seen/last-seen";

export function DeviceKeeper() {
  const { status, signedOutReason } = useIdentity();
  useEffect(() => {
    if (status !== "signedOut") return;
    forgetAccount(signedOutReason === "left");
    void lastSeen().clear();
    // A visitor never had a session in this browser. After a sign-out, the push service must stop sending messages
    // to this browser.
    if (signedOutReason !== "visitor") {
      void import("@/lib/push-device").then(({ unsubscribe }) => unsubscribe()).catch(() => undefined);
    }
  }, [status, signedOutReason]);
  return null;
}
