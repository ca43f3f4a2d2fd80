/**
 * A button in the toolbar of a list, or a link with the same look. On a phone the button shows only its label,
 * because several buttons share a line.
 */
import type { ComponentProps } from "react";
import type { LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Link } from "@/lib/router";
import { cn } from "@/lib/utils";

type ToolButtonProps = Omit<ComponentProps<typeof Button>, "asChild"> & {
  icon: LucideIcon;
  iconClassName?: string;
  /** Makes the button a link. */
  to?: string;
};

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
