/** A one-line text field. It turns red when `aria-invalid` is set. */
import type { ComponentProps } from "react";
import { cn } from "@/lib/utils";

const fieldClass =
  "w-full min-w-0 rounded-md border border-input bg-card px-3 text-base text-foreground transition-colors placeholder:text-muted-foreground focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-error aria-invalid:ring-1 aria-invalid:ring-error";

function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return (
    <input
      data-slot="input"
      type={type}
      className={cn(fieldClass, "h-10 read-only:bg-muted pointer-coarse:min-h-11", className)}
      {...props}
    />
  );
}

export { fieldClass, Input };
