/**
 * A modal dialog. The focus moves into the dialog and returns to its former place afterwards. On a phone, the
 * dialog fills the width at the bottom of the screen. The body scrolls while title and buttons stay visible.
 */
import type { ComponentProps, FocusEvent } from "react";
import { X } from "lucide-react";
import { Dialog as DialogPrimitive } from "radix-ui";
import { useReturnFocus } from "@/components/ui/return-focus";
import { cn } from "@/lib/utils";

const Dialog = DialogPrimitive.Root;
const DialogTrigger = DialogPrimitive.Trigger;
const DialogClose = DialogPrimitive.Close;

const sizes = { sm: "sm:max-w-md", md: "sm:max-w-2xl", lg: "sm:max-w-4xl" };

type DialogContentProps = ComponentProps<typeof DialogPrimitive.Content> & {
  size?: keyof typeof sizes;
  /** Whether the dialog has its own close button instead of the one in the corner. */
  hideClose?: boolean;
};

/** True if Escape belongs to an open list inside the dialog. */
function isInOpenList(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.getAttribute("role") === "combobox" &&
    target.getAttribute("aria-expanded") === "true"
  );
}

/** Toasts, such as one with 'Undo', count as inside the dialog. */
const isInMessage = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[data-sonner-toaster]") !== null;

/** Leaves the scroll position when the focus moves from the last field to the first. */
function bringIntoSight({ target }: FocusEvent): void {
  if (target.matches(":focus-visible")) target.scrollIntoView?.({ block: "nearest" });
}

function DialogContent({
  className,
  children,
  size = "sm",
  hideClose = false,
  onEscapeKeyDown,
  onInteractOutside,
  ...props
}: DialogContentProps) {
  const returnFocus = useReturnFocus();
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay
        data-slot="dialog-overlay"
        // The overlay is on the same layer as dialogs, so that it also dims a dialog below this one.
        className="fixed inset-0 z-50 bg-overlay data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:fade-in-0 print:hidden"
      />
      <DialogPrimitive.Content
        data-slot="dialog-content"
        {...returnFocus}
        onFocus={bringIntoSight}
        onEscapeKeyDown={(event) => {
          if (isInOpenList(event.target)) event.preventDefault();
          onEscapeKeyDown?.(event);
        }}
        onInteractOutside={(event) => {
          if (isInMessage(event.target)) event.preventDefault();
          onInteractOutside?.(event);
        }}
        className={cn(
          "fixed inset-x-0 bottom-0 z-50 flex max-h-[94dvh] w-full flex-col rounded-t-xl border bg-popover text-popover-foreground shadow-raised duration-150 data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:fade-in-0 sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:max-h-[90dvh] sm:w-[calc(100%-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl",
          sizes[size],
          className,
        )}
        {...props}
      >
        {children}
        {hideClose ? null : (
          <DialogPrimitive.Close
            data-slot="dialog-close"
            aria-label="Close"
            className="absolute top-3.5 right-3.5 inline-flex size-9 items-center justify-center rounded-md text-muted-foreground hover:bg-accent hover:text-accent-foreground"
          >
            <X aria-hidden className="size-5" />
          </DialogPrimitive.Close>
        )}
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}

function DialogHeader({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="dialog-header"
      className={cn("flex shrink-0 flex-col gap-1 border-b px-5 py-4 pr-14", className)}
      {...props}
    />
  );
}

function DialogBody({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="dialog-body"
      className={cn("min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4", className)}
      {...props}
    />
  );
}

function DialogFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="dialog-footer"
      className={cn(
        "flex shrink-0 flex-wrap gap-2 border-t px-5 py-4 *:flex-1 sm:justify-end sm:*:flex-none",
        className,
      )}
      {...props}
    />
  );
}

/** Screen readers use the title as the name of the dialog. */
function DialogTitle({ className, ...props }: ComponentProps<typeof DialogPrimitive.Title>) {
  return (
    <DialogPrimitive.Title
      data-slot="dialog-title"
      className={cn("font-title text-2xl leading-tight", className)}
      {...props}
    />
  );
}

function DialogDescription({ className, ...props }: ComponentProps<typeof DialogPrimitive.Description>) {
  return (
    <DialogPrimitive.Description
      data-slot="dialog-description"
      className={cn("text-muted-foreground", className)}
      {...props}
    />
  );
}

export {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
};
