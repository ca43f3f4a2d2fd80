/**
 * Opens the payment provider's pages, and handles the return from them. The button on the page shows a waiting
 * state until the browser has left. The request is stored for the return, only in the same tab.
 */
import { useEffect, useState } from "react";
import { useAction } from "convex/react";
import { toast } from "sonner";
import { useLocation } from "@/lib/router";
import { useKennel } from "@/hooks/use-kennel";
import { getErrorData } from "@domain/errors";
import { kennelPath } from "@domain/kennels/kennel-path";
import type { PaidTier } from "@domain/billing/rules";
import { api } from "@convex/_generated/api";
import { rememberUpgrade } from "@/entities/billing/asked-upgrade";

/** The card of the plan on these screens shows how a checkout ended. */
const DASHBOARD = "/dashboard";
const BILLING = "/dashboard/settings?tab=billing";

const pageUrl = (kennelId: string, path: string): string =>
  window.location.origin + kennelPath(kennelId, path);

/**
 * A screen with the plan's card is its own return address. From other screens, the checkout returns to the
 * dashboard, which continues to `goOnAt`.
 */
function useReturn() {
  const { pathname, search } = useLocation();
  const isAtBilling = BILLING.startsWith(`${pathname}?`);
  return {
    pathOf: (outcome: "success" | "cancelled") =>
      isAtBilling ? `${BILLING}&checkout=${outcome}` : `${DASHBOARD}?checkout=${outcome}`,
    goOnAt: isAtBilling || pathname === DASHBOARD ? null : pathname + search,
  };
}

/** The server's own reason, if that reason helps the user. */
function reasonOf(error: unknown): string | undefined {
  const data = getErrorData(error);
  return data ? (Object.values(data.details.fields ?? {})[0] ?? data.message) : undefined;
}

/** Calls `reset` when the browser restores a page from its cache. */
function useComeback(reset: () => void): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) reset();
    };
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, [reset]);
}

/** `pendingTier` is the tier whose checkout is opening. */
export function useUpgrade(): { pendingTier: PaidTier | null; upgrade: (tier: PaidTier) => Promise<void> } {
  const { kennelId } = useKennel();
  const start = useAction(api.billing.actions.payments.startCheckout);
  const { pathOf, goOnAt } = useReturn();
  const [pendingTier, setPendingTier] = useState<PaidTier | null>(null);
  const [reset] = useState(() => () => setPendingTier(null));
  useComeback(reset);
  const upgrade = async (tier: PaidTier): Promise<void> => {
    setPendingTier(tier);
    try {
      const { url } = await start({
        kennelId,
        tier,
        successUrl: pageUrl(kennelId, pathOf("success")),
        cancelUrl: pageUrl(kennelId, pathOf("cancelled")),
      });
      rememberUpgrade({ tier, goOnAt });
      window.location.assign(url);
    } catch (error) {
      toast.error("Failed to start upgrade process", { description: reasonOf(error) });
      setPendingTier(null);
    }
  };
  return { pendingTier, upgrade };
}

export function usePortal(): { isOpening: boolean; open: () => Promise<void> } {
  const { kennelId } = useKennel();
  const openPortal = useAction(api.billing.actions.payments.openPortal);
  const [isOpening, setOpening] = useState(false);
  const [reset] = useState(() => () => setOpening(false));
  useComeback(reset);
  const open = async (): Promise<void> => {
    setOpening(true);
    try {
      const { url } = await openPortal({ kennelId, returnUrl: pageUrl(kennelId, DASHBOARD) });
      window.location.assign(url);
    } catch (error) {
      toast.error("Failed to open subscription management", { description: reasonOf(error) });
      setOpening(false);
    }
  };
  return { isOpening, open };
}
