/** A choice of one option from a few visible options. */
import type { ComponentProps } from "react";
import { RadioGroup as RadioPrimitive } from "radix-ui";
import { cn } from "@/lib/utils";

function RadioGroup({ className, ...props }: ComponentProps<typeof RadioPrimitive.Root>) {
  return (
    <RadioPrimitive.Root
      data-slot="radio-group"
      className={cn("flex flex-wrap gap-x-5 gap-y-2", className)}
      {...props}
    />
  );
}

function RadioGroupItem({ className, ...props }: ComponentProps<typeof RadioPrimitive.Item>) {
  return (
    <RadioPrimitive.Item
      data-slot="radio-group-item"
      className={cn(
        "inline-flex size-5 shrink-0 items-center justify-center rounded-full border border-input bg-card data-[state=checked]:border-primary",
        className,
      )}
      {...props}
    >
      <RadioPrimitive.Indicator className="block size-2.5 rounded-full bg-primary" />
    </RadioPrimitive.Item>
  );
}

export { RadioGroup, RadioGroupItem };
