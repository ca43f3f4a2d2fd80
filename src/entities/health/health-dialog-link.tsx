/**
 * Opens a dialog of the Health screen over the page that is shown, by its name in the address; closing it leads back
 * to the page as it was (features/health/health-address.ts).
 */
import type { ReactNode } from "react";
import { Link, useLocation, useNavigate } from "@/lib/router";

type HealthDialogLinkProps = {
  dialog: "note" | "record" | "vet" | "dose";
  /** The record to change, or 'new'. */
  value?: string;
  /** Whom a new record is for. */
  dogId?: string;
  className?: string;
  children: ReactNode;
};

/** Returns a function that makes the address of a dialog over the page that is shown. */
function useDialogAddress() {
  const location = useLocation();
  return (dialog: string, value: string, dogId: string | undefined) => {
    const params = new URLSearchParams(location.search);
    params.set(dialog, value);
    if (dogId !== undefined) params.set("for", dogId);
    return {
      to: { pathname: location.pathname, search: params.toString() },
      // The router knows nothing of the state; it is this page's own mark, which stays under the dialog.
      state: { ...(location.state as object | null), fromScreen: true },
    };
  };
}

/** Renders the link; give it a button's look with `asChild`. */
export function HealthDialogLink({ dialog, value = "new", dogId, ...props }: HealthDialogLinkProps) {
  return <Link {...useDialogAddress()(dialog, value, dogId)} {...props} />;
}

/** Returns a function that opens a dialog for several dogs, named by their ids with spaces between them. */
export function useOpenHealthDialog(): (dialog: "batch", dogIds: string) => void {
  const navigate = useNavigate();
  const addressOf = useDialogAddress();
  return (dialog, dogIds) => {
    const { to, state } = addressOf(dialog, "new", dogIds);
    void navigate(to, { state });
  };
}
