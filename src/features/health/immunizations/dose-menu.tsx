/** What can be done with a dose: the entries of its menu, and the question before it is deleted. */
import { History, Pencil, Syringe, Trash2 } from "lucide-react";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { NEW, useHealthDialog } from "@/features/health/health-address";
import { useDoseActions } from "@/features/health/immunizations/dose-actions";
import type { Dose } from "@/features/health/immunizations/types";
import { keyOfPatient } from "@/features/health/patients";

/** Renders the entries; only for who may change doses. */
export function DoseMenuItems({ dose }: { dose: Dose }) {
  const { open } = useHealthDialog();
  const { showHistory, askToDelete } = useDoseActions();
  return (
    <>
      {dose.isNewest && keyOfPatient(dose) !== "" ? (
        <DropdownMenuItem
          onSelect={() => open("dose", NEW, { for: keyOfPatient(dose), vaccine: dose.vaccineName })}
        >
          <Syringe aria-hidden />
          Record Next Dose
        </DropdownMenuItem>
      ) : null}
      <DropdownMenuItem onSelect={() => open("dose", dose._id)}>
        <Pencil aria-hidden />
        Edit Immunization
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => showHistory(dose)}>
        <History aria-hidden />
        History
      </DropdownMenuItem>
      <DropdownMenuItem variant="destructive" onSelect={() => askToDelete(dose)}>
        <Trash2 aria-hidden />
        Delete Immunization
      </DropdownMenuItem>
    </>
  );
}
