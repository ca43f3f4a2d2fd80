/** A menu of actions under a button, with arrow keys and typing ahead. */
import type { ComponentProps } from "react";
import { Check } from "lucide-react";
import { DropdownMenu as MenuPrimitive } from "radix-ui";
import { cn } from "@/lib/utils";

/** The page stays visible to screen readers, because its elements can still receive the focus. */
function DropdownMenu(props: ComponentProps<typeof MenuPrimitive.Root>) {
  return <MenuPrimitive.Root modal={false} {...props} />;
}
const DropdownMenuTrigger = MenuPrimitive.Trigger;
const DropdownMenuRadioGroup = MenuPrimitive.RadioGroup;

const itemClass =
  "relative flex pointer-coarse:min-h-11 cursor-default items-center gap-2.5 rounded-sm px-2.5 py-2 text-[0.95rem] outline-none select-none focus:bg-accent focus:text-accent-foreground data-[disabled]:pointer-events-none data-[disabled]:opacity-50 [&_svg]:size-[1.1em] [&_svg]:shrink-0";

function DropdownMenuContent({
  className,
  sideOffset = 6,
  ...props
}: ComponentProps<typeof MenuPrimitive.Content>) {
  return (
    <>
      <MenuPrimitive.Portal>
        {/* A click beside the menu only closes the menu. */}
        <div className="fixed inset-0 z-50" aria-hidden="true" />
      </MenuPrimitive.Portal>
      <MenuPrimitive.Portal>
        {/* The menu is outside the page's landmarks, so it must be a landmark itself. */}
        <div role="region" aria-label="Menu">
          <MenuPrimitive.Content
            data-slot="dropdown-menu-content"
            sideOffset={sideOffset}
            collisionPadding={8}
            className={cn(
              "z-70 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-md border bg-popover p-1 text-popover-foreground shadow-raised data-[state=open]:animate-in data-[state=open]:fade-in-0",
              className,
            )}
            {...props}
          />
        </div>
      </MenuPrimitive.Portal>
    </>
  );
}

function DropdownMenuItem({
  className,
  variant = "default",
  ...props
}: ComponentProps<typeof MenuPrimitive.Item> & { variant?: "default" | "destructive" }) {
  return (
    <MenuPrimitive.Item
      data-slot="dropdown-menu-item"
      className={cn(
        itemClass,
        variant === "destructive" && "text-error focus:bg-error-soft focus:text-error",
        className,
      )}
      {...props}
    />
  );
}

function DropdownMenuRadioItem({
  className,
  children,
  ...props
}: ComponentProps<typeof MenuPrimitive.RadioItem>) {
  return (
    <MenuPrimitive.RadioItem className={cn(itemClass, "pr-9", className)} {...props}>
      {children}
      <MenuPrimitive.ItemIndicator className="absolute right-2.5 text-primary">
        <Check aria-hidden />
      </MenuPrimitive.ItemIndicator>
    </MenuPrimitive.RadioItem>
  );
}

function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof MenuPrimitive.Label>) {
  return (
    <MenuPrimitive.Label
      className={cn("px-2.5 py-1.5 text-sm text-muted-foreground", className)}
      {...props}
    />
  );
}

function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof MenuPrimitive.Separator>) {
  return <MenuPrimitive.Separator className={cn("-mx-1 my-1 h-px bg-border", className)} {...props} />;
}

export {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
};
