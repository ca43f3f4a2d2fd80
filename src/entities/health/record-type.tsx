/** The type of a health record: its chip and icon, in the colors of decision GAP-HLT-03. */
import {
  Activity,
  ClipboardList,
  FlaskConical,
  Pill,
  Scissors,
  Siren,
  Smile,
  Syringe,
  type LucideIcon,
} from "lucide-react";
import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { cn } from "@/lib/utils";
import type { HealthRecordType } from "@domain/health/rules";
import { healthRecordTypeLabels } from "@domain/health/words";

/** In the decision, the neutral chip is called 'Secondary' and the outlined chip 'default'. */
const variants = {
  examination: "info",
  treatment: "primary",
  surgery: "error",
  vaccination: "success",
  test: "neutral",
  dental: "info",
  emergency: "error",
  other: "outline",
} as const satisfies Record<HealthRecordType, BadgeVariant>;

const icons: Record<HealthRecordType, LucideIcon> = {
  examination: Activity,
  treatment: Pill,
  surgery: Scissors,
  vaccination: Syringe,
  test: FlaskConical,
  dental: Smile,
  emergency: Siren,
  other: ClipboardList,
};

const tones: Record<(typeof variants)[HealthRecordType], string> = {
  info: "bg-info-soft text-info",
  primary: "bg-accent text-primary",
  error: "bg-error-soft text-error",
  success: "bg-success-soft text-success",
  neutral: "bg-secondary text-secondary-foreground",
  outline: "border text-muted-foreground",
};

export function RecordTypeBadge({ type }: { type: HealthRecordType }) {
  return <Badge variant={variants[type]}>{healthRecordTypeLabels[type]}</Badge>;
}

/** The chip or the title has the same meaning in words. */
export function RecordTypeMark({ type, className }: { type: HealthRecordType; className?: string }) {
  const Icon = icons[type];
  return (
    <span
      aria-hidden
      className={cn(
        "inline-flex size-10 shrink-0 items-center justify-center rounded-md",
        tones[variants[type]],
        className,
      )}
    >
      <Icon className="size-5" />
    </span>
  );
}
