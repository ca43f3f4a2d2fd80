/**
 * Records a vaccination in three taps. Due patients are at the top: one tap records their dose as given today, with
 * an undo button. For any other patient, the user chooses dog and vaccine and saves. The whole form has the other
 * fields of a dose.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { dueStateVariants } from "@/entities/health/due-colors";
import { FormDialog } from "@/components/form-dialog";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { FormField } from "@/components/ui/form-field";
import { useHealthDialog } from "@/entities/health/health-address";
import { NEW } from "@/lib/screen-address";
import { doseForm, givenDose, toDoseFields } from "@/features/vaccinations/dose-form-values";
import { type Dose, dueStateOfDose, saveFailureText } from "@/features/vaccinations/dose-words";
import { useTellRecorded } from "@/entities/health/recorded-doses";
import { PatientCombobox } from "@/entities/health/patient-combobox";
import { givenPatients, keyOfPatient, nameOfPatient, patientArgs } from "@/entities/health/patients";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useSaving } from "@/hooks/use-saving";
import { cn } from "@/lib/utils";
import { COMMON_VACCINES, PATIENT_MISSING } from "@domain/vaccinations/rules";
import { api } from "@convex/_generated/api";

/** The tabs list all due doses. */
const OFFERED_DOSES = 6;

type QuickShotDialogProps = { dogId: string; today: string; onClose: () => void };

/** The doses that are overdue longest are first. */
function useDueDoses(today: string): Dose[] {
  const { kennelId } = useKennel();
  const args = { kennelId, today, page: 1, limit: OFFERED_DOSES };
  const overdue = useLiveQuery(api.health.healthAlerts.overdue, args).data?.data ?? [];
  const upcoming = useLiveQuery(api.health.healthAlerts.upcoming, args).data?.data ?? [];
  return [...overdue, ...upcoming].slice(0, OFFERED_DOSES);
}

type Shot = { patient: string; vaccine: string; type: string };

/** Records the shot as given today. The message has an undo button. */
function useRecordShot(today: string) {
  const create = useMutation(api.vaccinations.immunizations.create);
  const tellRecorded = useTellRecorded();
  return async ({ patient, vaccine, type }: Shot): Promise<void> => {
    const given = givenDose({ patients: [patient], vaccine }, today);
    const fields = toDoseFields({ ...doseForm.emptyValues, ...given });
    tellRecorded([await create({ ...fields, vaccineType: type, ...patientArgs(patient), today })]);
  };
}

export function QuickShotDialog({ dogId, today, onClose }: QuickShotDialogProps) {
  const { open } = useHealthDialog();
  const record = useRecordShot(today);
  const due = useDueDoses(today);
  const [shot, setShot] = useState<Shot>({ patient: givenPatients(dogId)[0] ?? "", vaccine: "", type: "" });
  const { errors, setErrors, failure, isSaving, check, save } = useSaving();
  const change = (changes: Partial<Shot>) => {
    setErrors({});
    setShot({ ...shot, ...changes });
  };
  const store = async (given: Shot) => {
    if (isSaving) return;
    await save(
      async () => {
        await record(given);
        onClose();
      },
      (error, fields) => Object.values(fields)[0] ?? saveFailureText(error),
    );
  };
  const saveChosen = () => {
    const found = {
      ...(shot.patient === "" && { patient: PATIENT_MISSING }),
      ...(shot.vaccine === "" && { vaccine: "Please enter a vaccine name." }),
    };
    if (check(found)) void store(shot);
  };
  return (
    <FormDialog
      title="Record a Shot"
      description="Given today. Everything else can be added later."
      size="sm"
      isSaving={isSaving}
      onClose={onClose}
    >
      <DialogBody className="flex flex-col gap-4">
        {due.length > 0 ? (
          <DueShots
            due={due}
            today={today}
            isBusy={isSaving}
            onGiven={(dose) =>
              void store({ patient: keyOfPatient(dose), vaccine: dose.vaccineName, type: dose.vaccineType })
            }
          />
        ) : null}
        {/* This field comes before the dog's field. Otherwise the dog's field would get the focus, and a phone's keyboard would cover the sheet. */}
        <VaccineChips
          title={due.length > 0 ? "Another vaccine" : "Vaccine"}
          chosen={shot.vaccine}
          error={errors.vaccine}
          onChosen={(vaccine, type) => change({ vaccine, type })}
        />
        <FormField label="Dog" error={errors.patient}>
          {(props) => (
            <PatientCombobox
              {...props}
              patientKey={shot.patient}
              inKennelAlone
              onPatient={(patient) => change({ patient })}
            />
          )}
        </FormField>
        {failure ? <Alert variant="error">{failure}</Alert> : null}
      </DialogBody>
      <DialogFooter>
        <Button
          variant="outline"
          disabled={isSaving}
          onClick={() => open("dose", NEW, { for: shot.patient, vaccine: shot.vaccine })}
        >
          More Details
        </Button>
        <Button disabled={isSaving} onClick={saveChosen}>
          {isSaving ? "Saving..." : "Save Shot"}
        </Button>
      </DialogFooter>
    </FormDialog>
  );
}

type DueShotsProps = {
  due: readonly Dose[];
  today: string;
  isBusy: boolean;
  onGiven: (dose: Dose) => void;
};

function DueShots({ due, today, isBusy, onGiven }: DueShotsProps) {
  return (
    <section aria-label="Due now">
      <h3 className="mb-1.5 text-sm font-semibold">Due: tap what was given today</h3>
      <ul className="flex flex-col gap-1.5">
        {due.map((dose) => {
          const state = dueStateOfDose(dose, today);
          return (
            <li key={dose._id}>
              <button
                type="button"
                aria-disabled={isBusy}
                onClick={() => onGiven(dose)}
                className="flex min-h-12 w-full items-center gap-3 rounded-md border border-input bg-card px-3 py-1.5 text-left hover:bg-accent"
              >
                <span className="min-w-0 flex-1">
                  <span className="font-title block leading-snug break-words">{nameOfPatient(dose)}</span>
                  <span className="block truncate text-sm text-muted-foreground">{dose.vaccineName}</span>
                </span>
                {state ? <Badge variant={dueStateVariants[state.state]}>{state.text}</Badge> : null}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type VaccineChipsProps = {
  title: string;
  chosen: string;
  error: string | undefined;
  onChosen: (vaccine: string, type: string) => void;
};

function VaccineChips({ title, chosen, error, onChosen }: VaccineChipsProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{title}</legend>
      <div className="flex flex-wrap gap-2">
        {COMMON_VACCINES.map(({ name, type }) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === chosen}
            onClick={() => onChosen(name, type)}
            className={cn(
              "min-h-11 rounded-full border px-4 font-semibold",
              name === chosen
                ? "border-primary bg-primary text-primary-foreground"
                : "border-input bg-card hover:bg-accent",
            )}
          >
            {name}
          </button>
        ))}
      </div>
      {error ? (
        <p role="alert" className="mt-1.5 text-sm font-semibold text-error">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
