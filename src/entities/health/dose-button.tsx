/** The button of a due dose. When the dose is no longer due, the button undoes what the user has recorded. */
import { Check, Minus, Syringe, Undo2, Users } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/utils";

type DoseButtonProps = {
  /** The vaccine and the patients, for screen readers. */
  whose: string;
  /** How many patients the button is for. */
  count?: number;
  /** What happened to the dose. Undefined while it is due. */
  fate?: string | undefined;
  /** Null if there is nothing to undo. */
  onUndo?: (() => void) | null;
  onRecord: () => void;
  variant?: "outline" | "link";
  /** For narrow places: phones show only the icon. Otherwise phones show only the text. */
  isIconOnPhones?: boolean;
  className?: string;
};

export function DoseButton(props: DoseButtonProps) {
  const { whose, count = 1, fate, onUndo = null, onRecord, isIconOnPhones = false, className } = props;
  const isSeveral = count > 1;
  const [label, name, Icon] = onUndo
    ? (["Undo", "Undo", Undo2] as const)
    : fate !== undefined
      ? ([fate, fate, fate === "Recorded" ? Check : Minus] as const)
      : isSeveral
        ? ([`Record for ${count}`, `Record for ${count}`, Users] as const)
        : ([isIconOnPhones ? "Record" : "Record Dose", "Record dose", Syringe] as const);
  const isDue = fate === undefined && !onUndo;
  return (
    <Button
      variant={props.variant ?? "outline"}
      size="sm"
      // 'disabled' would take the focus away.
      aria-disabled={!isDue && !onUndo}
      aria-label={`${name}: ${whose}`}
      className={cn(isDue && !isIconOnPhones && "max-sm:[&_svg]:hidden", className)}
      onClick={() => (isDue ? onRecord() : onUndo?.())}
    >
      <Icon aria-hidden />
      <span className={cn(isIconOnPhones && "max-sm:hidden")}>{label}</span>
    </Button>
  );
}
