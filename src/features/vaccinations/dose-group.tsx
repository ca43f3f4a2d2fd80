/**
 * Doses of one vaccine that are due on one day, so that one visit gives all of them: the patients' names, and one
 * form for all.
 */
import { Fragment } from "react";
import { Check, Syringe, Undo2, Users } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useHealthDialog } from "@/entities/health/health-address";
import { PatientLink } from "@/entities/health/patient-link";
import { joinKeys, keyOfPatient, nameOfPatient } from "@/entities/health/patients";
import { NEW } from "@/lib/screen-address";
import { cn } from "@/lib/utils";
import { vaccineKeyOf } from "@domain/vaccinations/vaccines";

type GroupedDose = Parameters<typeof keyOfPatient>[0] &
  Parameters<typeof PatientLink>[0]["patient"] & { _id: string; vaccineName: string; dueOn: string | null };

/** Contains at least one dose. */
export type Group<Item> = readonly [Item, ...Item[]];

/** In the order of each group's first item. */
export function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Group<Item>[] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()];
}

/** One visit gives the doses of one vaccine and day. The dose of a deleted dog is not grouped. */
export const visitKeyOf = (dose: GroupedDose): string =>
  keyOfPatient(dose) === "" ? dose._id : `${vaccineKeyOf(dose.vaccineName)} ${dose.dueOn}`;

/** Dogs have their call names. Each name links to the dog or to the puppy's litter. */
export function PatientLinks({ doses }: { doses: Group<GroupedDose> }) {
  return (
    <span className="min-w-0">
      {doses.map((dose, index) => (
        <Fragment key={dose._id}>
          {index === 0 ? null : index === doses.length - 1 ? " and " : ", "}
          <PatientLink patient={dose} isShort className="break-words" />
        </Fragment>
      ))}
    </span>
  );
}

type RecordButtonProps = {
  doses: Group<GroupedDose>;
  /** The doses were just recorded. The button then undoes that, or has no effect if it cannot be undone yet. */
  isRecorded?: boolean;
  onUndo?: (() => void) | null;
  variant?: "outline" | "link";
  className?: string;
};

/** Opens the form for one dose, or for the same dose of several dogs. */
export function RecordButton({
  doses,
  isRecorded = false,
  onUndo = null,
  variant = "outline",
  className,
}: RecordButtonProps) {
  const { open } = useHealthDialog();
  const [{ vaccineName }] = doses;
  const isSeveral = doses.length > 1;
  const whose = `${vaccineName} of ${doses.map(nameOfPatient).join(", ")}`;
  const given = { for: joinKeys(doses.map(keyOfPatient)), vaccine: vaccineName };
  if (isRecorded) {
    // 'disabled' would take the focus away.
    return (
      <Button
        variant={variant}
        size="sm"
        aria-disabled={onUndo === null}
        className={className}
        aria-label={onUndo ? `Undo: ${whose}` : `Recorded: ${whose}`}
        onClick={() => onUndo?.()}
      >
        {onUndo ? <Undo2 aria-hidden /> : <Check aria-hidden />}
        {onUndo ? "Undo" : "Recorded"}
      </Button>
    );
  }
  return (
    <Button
      variant={variant}
      size="sm"
      className={cn("max-sm:[&_svg]:hidden", className)}
      aria-label={isSeveral ? `Record for ${doses.length}: ${whose}` : `Record dose: ${whose}`}
      onClick={() => open(isSeveral ? "batch" : "dose", NEW, given)}
    >
      {isSeveral ? <Users aria-hidden /> : <Syringe aria-hidden />}
      {isSeveral ? `Record for ${doses.length}` : "Record Dose"}
    </Button>
  );
}
