/**
 * A note about a dog in a few taps: who, what, Save. The first line becomes the title; whatever else a record holds can
 * be added in the whole form, which takes over what was typed.
 */
import { useId, useState } from "react";
import { useMutation } from "convex/react";
import { ClipboardPlus, type LucideIcon, Syringe } from "lucide-react";
import { toast } from "sonner";
import { z } from "zod";
import { DialogForm } from "@/components/dialog-form";
import { LongTextField } from "@/components/text-field";
import { TitledDialog } from "@/components/titled-dialog";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { DogCombobox, useDogChoices } from "@/entities/dogs/dog-combobox";
import { distinctCallName } from "@/entities/dogs/dog-labels";
import { type DialogName, NEW, useHealthDialog } from "@/entities/health/health-address";
import { serverTextOr } from "@/entities/health/health-words";
import { useKennel } from "@/hooks/use-kennel";
import { useSaving } from "@/hooks/use-saving";
import { useIdentity } from "@/identity/identity";
import { attempt } from "@/lib/attempt";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";

/** Dogs that are one tap away; the others are found by typing. */
const DOG_CHIPS = 8;

type QuickNoteDialogProps = { dogId: string; today: string; onClose: () => void };

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

const noteSchema = z.object({ dogId: z.string(), text: z.string() });
type Note = z.infer<typeof noteSchema>;

const EMPTY: Note = { dogId: "", text: "" };

const read = (key: string): Note =>
  attempt(() => noteSchema.parse(JSON.parse(sessionStorage.getItem(key) ?? "null")), EMPTY);

/**
 * A quick note that was typed and not sent: it survives the sheet, a reload and another page, in this tab and for
 * the person who typed it, as the drafts of the big forms do. `dogId` names the dog that the sheet was opened for.
 */
function useKeptNote(dogId: string): {
  note: Note;
  change: (changes: Partial<Note>) => void;
  forget: () => void;
} {
  const { kennelId } = useKennel();
  const email = useIdentity().user?.email ?? "";
  const key = `studbook.draft.${email}.quick-note.${kennelId}`;
  const [note, setNote] = useState<Note>(() => {
    const kept = read(key);
    return { ...kept, dogId: dogId || kept.dogId };
  });
  return {
    note,
    change: (changes) => {
      const next = { ...note, ...changes };
      attempt(() => sessionStorage.setItem(key, JSON.stringify(next)), undefined);
      setNote(next);
    },
    forget: () => attempt(() => sessionStorage.removeItem(key), undefined),
  };
}

/** Letters of a title that is cut out of a longer text. */
const TITLE_LENGTH = 60;

/** The title of a note that was typed as one text. It is the first line, or its beginning up to a whole word. */
function titleOfNote(text: string): string {
  const line = text.trim().split("\n", 1)[0]?.trim() ?? "";
  if (line.length <= TITLE_LENGTH) return line;
  const cut = line.slice(0, TITLE_LENGTH);
  const end = cut.lastIndexOf(" ");
  return `${(end > 0 ? cut.slice(0, end) : cut).trimEnd()}…`;
}

type QuickAdd = { dialog: DialogName; label: string; icon: LucideIcon };

/** What the quick-add sheet leads to besides a note, each to the dialog that does it. */
const QUICK_ADDS: readonly QuickAdd[] = [
  { dialog: "shot", label: "Shot", icon: Syringe },
  { dialog: "record", label: "Whole Record", icon: ClipboardPlus },
];
