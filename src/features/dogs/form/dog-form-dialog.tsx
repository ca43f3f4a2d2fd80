/** The dialog in which a dog is added or changed (components/record-form). */
import { useEffect, useMemo, useRef, useState } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useConvex } from "convex/react";
import { ImagePlus, X } from "lucide-react";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { type RecordForm, useRecordForm } from "@/components/record-form/use-record-form";
import { Button } from "@/components/ui/button";
import { addPhotos } from "@/entities/photos/add-photos";
import { PhotoInput, TakePhoto } from "@/entities/photos/photo-input";
import { DogCompanions } from "@/features/dogs/detail/dog-companions";
import { DogFormSections } from "@/features/dogs/form/dog-form-sections";
import {
  type DogFormValues,
  isDogField,
  newDogValues,
  settleRights,
  valuesOfDog,
} from "@/features/dogs/form/dog-form-values";
import { DOG_GROUPS } from "@/features/dogs/form/dog-merge";
import { saveFailureText, useDogEdits, useLiveDog, useSaveDog } from "@/features/dogs/form/use-save-dog";
import type { Dog, DogId } from "@/entities/dogs/types";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { type DogFormOutput, dogFormSchema } from "@domain/dogs/schemas";

type DogFormDialogProps = {
  /** The dog to edit, or null to add one. */
  dog: Dog | null;
  /** Whether a new dog was sold or died before it comes in. */
  isPast?: boolean;
  /** The name that a new dog begins with. */
  newName?: string;
  /** The breed that it begins with. */
  newBreed?: string;
  isOpen: boolean;
  today: string;
  /** Begins another new dog after one of this breed was stored. */
  onAnother?: (breed: string) => void;
  onClose: () => void;
};

/** Renders the dialog while it is open; every opening begins with a fresh form. */
export function DogFormDialog({ isOpen, ...props }: DogFormDialogProps) {
  return isOpen ? <OpenDogForm key={props.dog?._id ?? "new"} {...props} /> : null;
}

type OpenDogFormProps = Omit<DogFormDialogProps, "isOpen">;

function OpenDogForm(props: OpenDogFormProps) {
  const { dog, isPast = false, newName, newBreed, today, onAnother, onClose } = props;
  const isAnotherWanted = useRef(false);
  const onSaved = () => {
    if (isAnotherWanted.current) onAnother?.(recordForm.form.getValues("breed"));
    else onClose();
  };
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const client = useConvex();
  const { recordForm, record, edits } = useDogForm({
    ...{ dog, isPast, newName, newBreed, today, onSaved },
    onCreated: (dogId) => addPhotos(client, { kind: "dog", id: dogId }, 0, photos),
  });
  const saveAndAnother = async () => {
    isAnotherWanted.current = true;
    await recordForm.submit();
    // It may have been refused, and saved for itself afterwards.
    isAnotherWanted.current = false;
  };
  const { doubt } = recordForm;
  return (
    <>
      <RecordFormDialog
        recordForm={recordForm}
        title={dog ? "Edit Dog" : isPast ? "Add Past Dog" : "Add New Dog"}
        noun="dog"
        name={record?.name ?? "This Dog"}
        submitLabel={dog ? "Update Dog" : "Add Dog"}
        edits={edits}
        {...(onAnother && { onSaveAndAnother: () => void saveAndAnother() })}
        hasMore={photos.length > 0}
        companions={dog ? <DogCompanions dogId={dog._id} isEditing /> : null}
        onClose={onClose}
      >
        <DogFormSections
          dog={record}
          isPast={isPast}
          photos={dog ? null : <NewPhotosField files={photos} onFiles={setPhotos} />}
          today={today}
        />
      </RecordFormDialog>
      <ConfirmDialog
        isOpen={doubt !== null}
        title={`Record ${record?.name ?? "this dog"} as deceased?`}
        confirmLabel="Mark as Deceased"
        busyLabel="Saving..."
        isBusy={false}
        onConfirm={() => doubt?.confirm()}
        onCancel={() => doubt?.cancel()}
      >
        <p>The record stays in the register, and the age stops at the date you gave.</p>
      </ConfirmDialog>
    </>
  );
}

type NewPhotosFieldProps = { files: readonly File[]; onFiles: (files: readonly File[]) => void };

/**
 * The photos of a dog that is not stored yet: on a phone also by its camera. They are uploaded once the dog is
 * there.
 */
function NewPhotosField({ files, onFiles }: NewPhotosFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const add = (more: readonly File[]) => onFiles([...files, ...more]);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <PhotoInput ref={input} onFiles={add} />
      <PhotoInput ref={camera} isCamera onFiles={add} />
      {files.length > 0 ? (
        <ul aria-label="Photos to add" className="flex flex-wrap gap-3">
          {files.map((file, index) => (
            <li key={index}>
              <Thumbnail file={file} onRemove={() => onFiles(files.filter((each) => each !== file))} />
            </li>
          ))}
        </ul>
      ) : null}
      <TakePhoto onClick={() => camera.current?.click()} />
      <Button variant="outline" className="h-11" onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden />
        Add Photos
      </Button>
    </div>
  );
}

function Thumbnail({ file, onRemove }: { file: File; onRemove: () => void }) {
  const address = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <div className="relative flex size-24 items-center justify-center overflow-hidden rounded-md border bg-muted text-xs break-all">
      {/* Not every browser draws every format; the name stands for those. */}
      <img src={address} alt={file.name} className="size-full object-cover" />
      <Button
        variant="outline"
        size="icon"
        aria-label={`Remove ${file.name}`}
        className="absolute top-0 right-0"
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
    </div>
  );
}

type UseDogFormOptions = {
  dog: Dog | null;
  /** Whether a new dog was sold or died before it comes in. */
  isPast: boolean;
  /** The name that a new dog begins with. */
  newName?: string | undefined;
  /** The breed that it begins with. */
  newBreed?: string | undefined;
  today: string;
  /** Told of a new dog as soon as it is there. */
  onCreated: (dogId: DogId) => void;
  onSaved: () => void;
};

const toField = (name: string): keyof DogFormValues | null => (isDogField(name) ? name : null);

/** Returns the form of a new or a recorded dog, the record as it is stored now, and who changed it. */
function useDogForm(options: UseDogFormOptions): {
  recordForm: RecordForm<DogFormValues, DogFormOutput>;
  record: Dog | null;
  edits: readonly Edit[];
} {
  const { dog, isPast, newName = "", newBreed = "", today, onCreated, onSaved } = options;
  const { kennelId } = useKennel();
  const [newValues] = useState((): DogFormValues => ({
    ...newDogValues,
    name: newName,
    breed: newBreed,
    ...(isPast && { status: "sold" }),
  }));
  const live = useLiveDog(dog?._id);
  const save = useSaveDog();
  const recordForm = useRecordForm<DogFormValues, DogFormOutput, Dog>({
    opened: dog,
    live: live.dog,
    isDeleted: live.isDeleted,
    valuesOf: valuesOfDog,
    newValues,
    resolver: zodResolver(dogFormSchema),
    groups: DOG_GROUPS,
    draftKey: dog ? `dog.${dog._id}` : `dog.${isPast ? "past" : "new"}.${kennelId}`,
    toField,
    save: async (values, basis) => {
      const version = basis && { base: basis.base, updatedAt: basis.version };
      const saved = await save({ dogId: dog?._id, version, values: settleRights(values), today });
      if (!dog) onCreated(saved._id);
      return saved.warnings;
    },
    // The death of a recorded dog is asked about once more.
    isDoubtful: ({ status }, basis) =>
      status === "deceased" && basis !== null && basis.base.status !== status,
    savedText: dog ? "Dog updated successfully" : "Dog added successfully",
    failureTextOf: saveFailureText,
    onSaved,
  });
  return { recordForm, record: live.dog ?? dog, edits: useDogEdits(dog?._id, recordForm.since) };
}
