/** A text field of several rows. */
import type { ComponentProps } from "react";
import { fieldClass } from "@/components/ui/input";
import { cn } from "@/lib/utils";

function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(fieldClass, "py-2 leading-normal read-only:bg-muted", className)}
      {...props}
    />
  );
}

export { Textarea };
