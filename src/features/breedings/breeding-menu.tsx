/** The actions for a breeding in its card's menu, including every change of status. */
import type { ReactNode } from "react";
import {
  BadgeCheck,
  Baby,
  CalendarCheck,
  CircleX,
  Eye,
  Heart,
  PawPrint,
  Pencil,
  Trash2,
  Undo2,
  type LucideIcon,
} from "lucide-react";
import { Link } from "@/lib/router";
import { DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu";
import type { Breeding } from "@/features/breedings/breeding-words";
import type { BreedingStatus } from "@domain/breedings/rules";
import { isUsualStep } from "@domain/breedings/status";
import { pageOf } from "@domain/history/places";

export type BreedingActions = {
  onView: (breeding: Breeding) => void;
  onStatus: (breeding: Breeding, status: BreedingStatus) => void;
  onEdit: (breeding: Breeding) => void;
  onDelete: (breeding: Breeding) => void;
};

type Step = { status: BreedingStatus; label: string; icon: LucideIcon };

/** The steps are in the documented order. */
export const STEPS: readonly Step[] = [
  { status: "bred", label: "Mark as Bred", icon: Heart },
  { status: "confirmed", label: "Confirm Pregnancy", icon: CalendarCheck },
  { status: "whelped", label: "Mark as Whelped", icon: Baby },
  { status: "completed", label: "Mark as Completed", icon: BadgeCheck },
  { status: "failed", label: "Mark as Failed", icon: CircleX },
];

/** Undoes a status that was set too early. Source: decision GAP-BRD-04. */
const BACK_TO_PLANNED: Step = { status: "planned", label: "Back to Planned", icon: Undo2 };

export const stepsFrom = (from: BreedingStatus): Step[] => [
  ...STEPS.filter(({ status }) => status !== from),
  ...(from === "bred" || from === "failed" ? [BACK_TO_PLANNED] : []),
];

/** Undefined if the breeding has ended. */
export const nextStepOf = ({ status: from }: Pick<Breeding, "status">): Step | undefined =>
  STEPS.find(({ status }) => status !== "failed" && isUsualStep(from, status));

type BreedingMenuItemsProps = BreedingActions & {
  breeding: Breeding;
  canWrite: boolean;
  /** False on the breeding's own page. */
  hasView?: boolean;
  /** Undefined if the page has a button for the history. */
  history?: ReactNode;
};

/** Users who can only read see only the entries that change nothing. */
export function BreedingMenuItems({
  breeding,
  canWrite,
  hasView = true,
  history,
  ...actions
}: BreedingMenuItemsProps) {
  const { onView, onStatus, onEdit, onDelete } = actions;
  return (
    <>
      {hasView ? (
        <DropdownMenuItem onSelect={() => onView(breeding)}>
          <Eye aria-hidden />
          View Details
        </DropdownMenuItem>
      ) : null}
      {breeding.litterId === null ? null : (
        <DropdownMenuItem asChild>
          <Link to={pageOf("litters", breeding.litterId)}>
            <PawPrint aria-hidden />
            Open Litter
          </Link>
        </DropdownMenuItem>
      )}
      {canWrite ? (
        <>
          {stepsFrom(breeding.status).map(({ status, label, icon: Icon }) => (
            <DropdownMenuItem key={status} onSelect={() => onStatus(breeding, status)}>
              <Icon aria-hidden />
              {label}
            </DropdownMenuItem>
          ))}
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => onEdit(breeding)}>
            <Pencil aria-hidden />
            Edit
          </DropdownMenuItem>
          {history}
          <DropdownMenuItem variant="destructive" onSelect={() => onDelete(breeding)}>
            <Trash2 aria-hidden />
            Delete
          </DropdownMenuItem>
        </>
      ) : (
        history
      )}
    </>
  );
}
