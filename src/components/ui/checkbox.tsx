/**
 * A checkbox with a third state for a selection that is only partly ticked. It is the browser's own control,
 * because a table has hundreds of checkboxes.
 */
import type { ComponentProps, RefCallback } from "react";
import { cn } from "@/lib/utils";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "checked" | "onChange" | "ref"> & {
  ref?: RefCallback<HTMLInputElement>;
  checked: boolean | "indeterminate";
  onCheckedChange?: ((isChecked: boolean) => void) | undefined;
};

/** Label it with `htmlFor`, or put it inside its label. */
function Checkbox({ className, checked, onCheckedChange, ref, ...props }: CheckboxProps) {
  const isPart = checked === "indeterminate";
  return (
    <input
      type="checkbox"
      data-slot="checkbox"
      className={cn(
        "grid size-5 shrink-0 appearance-none place-content-center rounded-sm border border-input bg-card not-disabled:cursor-pointer checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary disabled:cursor-not-allowed disabled:opacity-55 print:appearance-auto forced-colors:appearance-auto",
        // The sign in the checkbox: a tick, or a line.
        "after:hidden after:size-3 after:bg-primary-foreground checked:after:block checked:after:[clip-path:polygon(14%_44%,0_60%,41%_95%,100%_20%,84%_6%,39%_65%)] indeterminate:after:block indeterminate:after:[clip-path:inset(41%_4%)] print:after:hidden! forced-colors:after:hidden!",
        className,
      )}
      checked={checked === true}
      onChange={({ target }) => {
        // Every click clears the partial state.
        target.indeterminate = isPart;
        onCheckedChange?.(target.checked);
      }}
      // Space ticks the checkbox. Enter in the checkbox must not submit its form.
      onKeyDown={(event) => (event.key === "Enter" ? event.preventDefault() : undefined)}
      ref={(box) => {
        // HTML has no attribute for the partial state.
        if (box) box.indeterminate = isPart;
        return ref?.(box);
      }}
      {...props}
    />
  );
}

export { Checkbox };
