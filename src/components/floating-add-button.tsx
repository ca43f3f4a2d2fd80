/** The button under the thumb that adds something. */
import type { ComponentProps } from "react";
import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/utils";

type FloatingAddButtonProps = Omit<ComponentProps<typeof Button>, "children"> & { "aria-label": string };

/** Renders the button. */
export function FloatingAddButton({ className, ...props }: FloatingAddButtonProps) {
  return (
    <Button
      size="icon"
      className={cn("fixed right-4 bottom-4 z-20 size-14 rounded-full shadow-raised", className)}
      {...props}
    >
      <Plus aria-hidden className="size-6" />
    </Button>
  );
}
