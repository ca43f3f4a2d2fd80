/**
 * A button of a list's toolbar, or a link in its style. On a phone it shows only its label, as several share a
 * line.
 */
import type { ComponentProps } from "react";
import type { LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Link } from "@/lib/router";
import { cn } from "@/lib/utils";

type ToolButtonProps = Omit<ComponentProps<typeof Button>, "asChild"> & {
  icon: LucideIcon;
  iconClassName?: string;
  /** Where it leads, for a link. */
  to?: string;
};

/** Renders the button. */
export function ToolButton(props: ToolButtonProps) {
  const { icon: Icon, iconClassName, to, className, children, ...button } = props;
  const content = (
    <>
      <Icon aria-hidden className={cn("max-sm:hidden", iconClassName)} />
      {children}
    </>
  );
  return (
    <Button
      variant="outline"
      asChild={to !== undefined}
      className={cn("h-11 px-2 max-sm:flex-1 max-sm:text-sm sm:px-3", className)}
      {...button}
    >
      {to === undefined ? content : <Link to={to}>{content}</Link>}
    </Button>
  );
}
