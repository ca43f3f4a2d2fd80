/** What the Health screen can do without until its address asks for it: every dialog, and with them all forms. */
import { late } from "@/components/late";
import { asksForDialog, useHealthPlace } from "@/features/health/health-address";
import { useLocation } from "@/lib/router";

/** Every dialog of the screen. */
export const HealthDialogs = late(
  async () => (await import("@/features/health/health-dialogs")).HealthDialogs,
  () => {
    const { recordId } = useHealthPlace();
    return asksForDialog(useLocation().search) || recordId !== undefined;
  },
);
