/**
 * A link that opens a dialog of the Health screen over the current page. Closing the dialog returns to the page.
 */
import type { ReactNode } from "react";
import { useHealthDialog, type DialogName } from "@/entities/health/health-address";
import { Link } from "@/lib/router";
import { NEW } from "@/lib/screen-address";

type HealthDialogLinkProps = {
  dialog: DialogName;
  /** The record to change, or NEW. */
  value?: string;
  /** The dog of a new record. */
  dogId?: string;
  className?: string;
  children: ReactNode;
};

/** Renders the link. With `asChild`, the link has the style of its child, such as a button. */
export function HealthDialogLink({ dialog, value = NEW, dogId = "", ...props }: HealthDialogLinkProps) {
  return <Link {...useHealthDialog().linkTo(dialog, value, { for: dogId })} {...props} />;
}
