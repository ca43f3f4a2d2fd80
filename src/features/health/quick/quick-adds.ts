/** What the quick-add sheet leads to besides a note, each to the dialog that does it. */
import { ClipboardPlus, Syringe, type LucideIcon } from "lucide-react";
import type { DialogName } from "@/features/health/health-address";

type QuickAdd = { dialog: DialogName; label: string; icon: LucideIcon };

export const QUICK_ADDS: readonly QuickAdd[] = [
  { dialog: "shot", label: "Shot", icon: Syringe },
  { dialog: "record", label: "Whole Record", icon: ClipboardPlus },
];
