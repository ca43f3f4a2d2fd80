/**
 * A control with its label, helper text and error. The child receives `id`, `aria-describedby`, `aria-invalid` and
 * `aria-required`, so that all forms announce their errors in the same way.
 */
import { useId, type ReactNode } from "react";
import { Label } from "@/components/ui/label";
import { cn } from "@/lib/utils";

type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
};

type FormFieldProps = {
  label: ReactNode;
  error?: string | undefined;
  helper?: ReactNode;
  required?: boolean;
  /** Content beside the label, at the end of its line. */
  action?: ReactNode;
  className?: string;
  id?: string;
  children: (control: ControlProps) => ReactNode;
};

function FormField({ label, error, helper, required, action, className, id, children }: FormFieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const helperId = `${controlId}-helper`;
  const errorId = `${controlId}-error`;
  const describedBy = [helper ? helperId : null, error ? errorId : null].filter(Boolean).join(" ");
  return (
    <div data-slot="form-field" className={cn("flex min-w-0 flex-col gap-1.5", className)}>
      <div className="flex min-h-5 items-end justify-between gap-2">
        <Label htmlFor={controlId}>
          {label}
          {required ? (
            <span aria-hidden className="text-error">
              {" "}
              *
            </span>
          ) : null}
        </Label>
        {action}
      </div>
      {children({
        id: controlId,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required ? true : undefined,
      })}
      {helper ? (
        <p id={helperId} className="text-sm text-muted-foreground">
          {helper}
        </p>
      ) : null}
      {error ? (
        <p id={errorId} className="text-sm font-semibold text-error">
          {error}
        </p>
      ) : null}
    </div>
  );
}

export { FormField };
