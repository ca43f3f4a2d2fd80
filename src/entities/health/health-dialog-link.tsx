/**
 * Opens a dialog of the Health screen over the page that is shown, by its name in the address; closing it leads back
 * to the page as it was (features/health/health-address.ts).
 */
import type { ReactNode } from "react";
import { Link, useLocation } from "@/lib/router";

type HealthDialogLinkProps = {
  dialog: "note" | "record" | "vet" | "dose";
  /** The record to change, or 'new'. */
  value?: string;
  /** Whom a new record is for. */
  dogId?: string;
  className?: string;
  children: ReactNode;
};

/** Renders the link; give it a button's look with `asChild`. */
export function HealthDialogLink({ dialog, value = "new", dogId, ...props }: HealthDialogLinkProps) {
  const location = useLocation();
  const params = new URLSearchParams(location.search);
  params.set(dialog, value);
  if (dogId !== undefined) params.set("for", dogId);
  // The router knows nothing of the state; it is this page's own mark, which stays under the dialog.
  const state = { ...(location.state as object | null), fromScreen: true };
  return <Link to={{ pathname: location.pathname, search: params.toString() }} state={state} {...props} />;
}
