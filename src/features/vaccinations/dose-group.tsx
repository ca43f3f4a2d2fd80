/**
 * Doses of one vaccine that are due on one day, so that one visit gives all of them: the patients' names, and one
 * form for all.
 */
import { Fragment } from "react";
import { DoseButton } from "@/entities/health/dose-button";
import { useHealthDialog } from "@/entities/health/health-address";
import { PatientLink } from "@/entities/health/patient-link";
import { joinKeys, keyOfPatient, nameOfPatient } from "@/entities/health/patients";
import type { Fates } from "@/entities/health/recorded-doses";
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

type PatientLinksProps = {
  doses: Group<GroupedDose>;
  fates?: Fates;
};

/**
 * Dogs have their call names. Each name links to the dog or to the puppy's litter. If only some of the doses are
 * still due, the names of the others are struck out.
 */
export function PatientLinks({ doses, fates }: PatientLinksProps) {
  const fateOf = ({ _id }: GroupedDose) => fates?.fateOf(_id);
  const isPart = doses.some((dose) => fateOf(dose) === undefined);
  return (
    <span className="min-w-0">
      {doses.map((dose, index) => {
        const fate = isPart ? fateOf(dose) : undefined;
        return (
          <Fragment key={dose._id}>
            {index === 0 ? null : index === doses.length - 1 ? " and " : ", "}
            <PatientLink
              patient={dose}
              isShort
              className={cn("break-words", fate !== undefined && "text-muted-foreground line-through")}
            />
            {fate === undefined ? null : <span className="sr-only"> ({fate})</span>}
          </Fragment>
        );
      })}
    </span>
  );
}

type RecordButtonProps = {
  doses: Group<GroupedDose>;
  /** The doses were just recorded, or are due no longer for another reason. */
  fates?: Fates;
  variant?: "outline" | "link";
  isIconOnPhones?: boolean;
  className?: string;
};

/** Opens the form for one dose, or for the same dose of several dogs. What the user has recorded can be undone. */
export function RecordButton({ doses, fates, ...looks }: RecordButtonProps) {
  const { open } = useHealthDialog();
  const fateOf = ({ _id }: GroupedDose) => fates?.fateOf(_id);
  const due = doses.filter((dose) => fateOf(dose) === undefined);
  const left = doses.filter((dose) => fateOf(dose) !== undefined);
  const onUndo = fates?.undoOf(left.map(({ _id }) => _id)) ?? null;
  const button = (of: readonly GroupedDose[], fate: string | undefined) => (
    <DoseButton
      {...looks}
      whose={`${doses[0].vaccineName} of ${of.map(nameOfPatient).join(", ")}`}
      count={of.length}
      fate={fate}
      onUndo={fate === undefined ? null : onUndo}
      onRecord={() =>
        open(of.length > 1 ? "batch" : "dose", NEW, {
          for: joinKeys(of.map(keyOfPatient)),
          vaccine: doses[0].vaccineName,
        })
      }
    />
  );
  if (due.length === 0) return button(left, fatesInWords(doses, fates));
  if (onUndo === null) return button(due, undefined);
  return (
    <span className="flex flex-col gap-1.5 sm:flex-row">
      {button(left, "Recorded")}
      {button(due, undefined)}
    </span>
  );
}

/** Undefined if some of the doses are still due. */
export function fatesInWords(doses: readonly GroupedDose[], fates: Fates | undefined): string | undefined {
  const words = doses.map(({ _id }) => fates?.fateOf(_id));
  if (words.includes(undefined)) return undefined;
  return [...new Set(words)].join(", ");
}
