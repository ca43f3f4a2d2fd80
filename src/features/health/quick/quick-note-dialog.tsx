/**
 * A note about a dog in a few taps: who, what, Save. The first line becomes the title; whatever else a record holds can
 * be added in the whole form, which takes over what was typed.
 */
import { useId } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { DogCombobox, useDogChoices } from "@/entities/dogs/dog-combobox";
import { distinctCallName } from "@/entities/dogs/dog-labels";
import { DialogForm } from "@/components/dialog-form";
import { Button } from "@/components/ui/button";
import { TitledDialog } from "@/components/titled-dialog";
import { LongTextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { serverTextOr } from "@/features/health/health-words";
import { NEW, useHealthDialog } from "@/features/health/health-address";
import { QUICK_ADDS } from "@/features/health/quick/quick-adds";
import { useKeptNote, type Note } from "@/features/health/quick/kept-note";
import { titleOfNote } from "@/features/health/quick/note-title";
import { useSaving } from "@/hooks/use-saving";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";

/** Dogs that are one tap away; the others are found by typing. */
const DOG_CHIPS = 8;

type QuickNoteDialogProps = { dogId: string; today: string; onClose: () => void };

/** Renders the open sheet. */
export function QuickNoteDialog({ dogId: givenDogId, today, onClose }: QuickNoteDialogProps) {
  const { open } = useHealthDialog();
  const create = useMutation(api.health.healthRecords.create);
  const { note, change: keep, forget } = useKeptNote(givenDogId);
  const { errors, setErrors, failure, isSaving, check, save } = useSaving();
  const change = (changes: Partial<Note>) => {
    setErrors({});
    keep(changes);
  };
  const store = async () => {
    const description = note.text.trim();
    const found = {
      ...(note.dogId === "" && { dogId: "Please select a dog." }),
      ...(description === "" && { description: "Please enter a description." }),
    };
    if (!check(found)) return;
    await save(
      async () => {
        const fields = { title: titleOfNote(description), description, dateRecorded: today };
        await create({ today, dogId: note.dogId, recordType: "other", ...fields });
        forget();
        toast.success("Health record saved");
        onClose();
      },
      (error) => serverTextOr("Failed to save health record. Please try again.", error),
    );
  };
  return (
    <TitledDialog title="Quick Note" isBusy={isSaving} onClose={onClose} size="sm">
      <DialogForm
        isSaving={isSaving}
        failure={failure}
        saveLabel="Save Note"
        onSave={store}
        onCancel={onClose}
      >
        <div className="flex flex-wrap gap-2">
          {QUICK_ADDS.map(({ label, icon: Icon, dialog }) => (
            <Button
              key={dialog}
              variant="outline"
              className="h-11 flex-1"
              onClick={() => open(dialog, NEW, { for: note.dogId })}
            >
              <Icon aria-hidden />
              {label}
            </Button>
          ))}
        </div>
        <DogChoice dogId={note.dogId} error={errors.dogId} onDogId={(dogId) => change({ dogId })} />
        <LongTextField
          label="What happened?"
          required
          error={errors.description}
          rows={4}
          value={note.text}
          onText={(text) => change({ text })}
        />
      </DialogForm>
    </TitledDialog>
  );
}

type DogChoiceProps = { dogId: string; error: string | undefined; onDogId: (dogId: string) => void };

/** A kennel of few dogs chooses by a tap, a bigger one by typing, too. */
function DogChoice({ dogId, error, onDogId }: DogChoiceProps) {
  const { dogs } = useDogChoices("");
  const groupId = useId();
  const living = dogs.filter(({ status }) => status === "active" || status === "retired");
  const chips = living.slice(0, DOG_CHIPS);
  return (
    <div className="flex flex-col gap-2.5">
      {chips.length === 0 ? null : (
        <div role="group" aria-labelledby={groupId} className="flex flex-wrap gap-2">
          <span id={groupId} className="sr-only">
            Choose a dog
          </span>
          {chips.map((dog) => (
            <button
              key={dog._id}
              type="button"
              aria-pressed={dog._id === dogId}
              onClick={() => onDogId(dog._id)}
              className={cn(
                "min-h-11 max-w-full truncate rounded-full border px-4 font-semibold",
                dog._id === dogId
                  ? "border-primary bg-primary text-primary-foreground"
                  : "border-input bg-card hover:bg-accent",
              )}
            >
              {distinctCallName(dog) ?? dog.name}
            </button>
          ))}
        </div>
      )}
      <FormField label="Dog" required error={error}>
        {(control) => <DogCombobox {...control} dogId={dogId} onDog={(dog) => onDogId(dog?._id ?? "")} />}
      </FormField>
    </div>
  );
}
