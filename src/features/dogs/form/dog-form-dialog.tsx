/** The dialog for adding or changing a dog, with sections in the product documents' order. */
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useConvex } from "convex/react";
import { ImagePlus, X } from "lucide-react";
import { useFormContext, useWatch } from "react-hook-form";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { ClosedSection } from "@/components/record-form/closed-section";
import {
  ChoiceControl,
  RecordField,
  RecordFields,
  type Control,
} from "@/components/record-form/record-field";
import { Button } from "@/components/ui/button";
import { statusLabels } from "@/entities/dogs/dog-labels";
import { addPhotos } from "@/entities/photos/add-photos";
import { PhotoInput, TakePhoto } from "@/entities/photos/photo-input";
import { DogCompanions } from "@/features/dogs/detail/dog-companions";
import { dogForm, type DogFormValues } from "@/features/dogs/form/dog-form";
import { ParentField } from "@/features/dogs/form/parent-field";
import type { Dog } from "@/entities/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { DOG_CONTACTS, ORIGIN_FIELDS, PROOF_FIELDS, RECORD_BOOK_FIELDS } from "@domain/dogs/record";
import { namesOf } from "@domain/records/record";

type DogFormDialogProps = {
  /** Null for a new dog. */
  dog: Dog | null;
  /** Whether a new dog was sold or died before the user adds it. */
  isPast?: boolean;
  /** The field that gets the focus first. By default, this is the first field. */
  firstField?: keyof DogFormValues | undefined;
  newName?: string;
  newBreed?: string;
  isOpen: boolean;
  today: string;
  /** Called after a dog was saved, to start another dog of the same breed. */
  onAnother?: (breed: string) => void;
  onClose: () => void;
};

/** Every opening has a new form. */
export function DogFormDialog({ isOpen, ...props }: DogFormDialogProps) {
  return isOpen ? <OpenDogForm key={props.dog?._id ?? "new"} {...props} /> : null;
}

function OpenDogForm(props: Omit<DogFormDialogProps, "isOpen">) {
  const { dog, isPast = false, newName = "", newBreed = "", today, onAnother, onClose } = props;
  const { kennelId } = useKennel();
  const client = useConvex();
  const [photos, setPhotos] = useState<readonly File[]>([]);
  return (
    <dogForm.FormDialog
      record={dog}
      given={{ name: newName, breed: newBreed, ...(isPast && { status: "sold" }) }}
      args={{ today }}
      {...(isPast && { draftKey: `dog.past.${kennelId}` })}
      title={dog ? "Edit Dog" : isPast ? "Add Past Dog" : "Add New Dog"}
      savedText={dog ? "Dog updated successfully" : "Dog added successfully"}
      // Uploads continue after the form is closed.
      afterSave={async (dogId) => {
        if (!dog) addPhotos(client, { kind: "dog", id: dogId }, 0, photos);
      }}
      // The death of an existing dog needs a further confirmation.
      isDoubtful={({ status }, basis) =>
        status === "deceased" && basis !== null && basis.base.status !== status
      }
      question={(doubt, { name }) => (
        <ConfirmDialog
          isOpen={doubt !== null}
          title={`Record ${name} as deceased?`}
          confirmLabel="Mark as Deceased"
          busyLabel="Saving..."
          isBusy={false}
          onConfirm={() => doubt?.confirm()}
          onCancel={() => doubt?.cancel()}
        >
          <p>The record stays in the register, and the age stops at the date you gave.</p>
        </ConfirmDialog>
      )}
      hasMore={photos.length > 0}
      companions={dog ? <DogCompanions dogId={dog._id} isEditing /> : null}
      bodyClassName="flex flex-col gap-7"
      onAnother={onAnother && (({ breed }) => onAnother(breed))}
      onClose={onClose}
    >
      {(record) => (
        <DogFormSections
          dog={record}
          isPast={isPast}
          firstField={props.firstField}
          photos={dog ? null : <NewPhotosField files={photos} onFiles={setPhotos} />}
          today={today}
        />
      )}
    </dogForm.FormDialog>
  );
}

type DogFormSectionsProps = {
  dog: Dog | null;
  /** Whether a new dog has already left the kennel. */
  isPast: boolean;
  firstField: DogFormDialogProps["firstField"];
  /** Only for a new dog. An existing dog has its own tab for photos. The documents have no such section. */
  photos: ReactNode;
  today: string;
};

const BASIC = ["name", "callName", "breed", "gender", "dateOfBirth", "registrationNumber", "microchipNumber"];
const OWNER = ["currentOwnerName", "currentOwnerPhone", "currentOwnerEmail"];
const HOME = "livesWithName";

const ORIGIN = namesOf(ORIGIN_FIELDS);
const RECORD_BOOK = namesOf(RECORD_BOOK_FIELDS);
const PROOFS = namesOf(PROOF_FIELDS);
const CHIP = ["chipDatabase", "chippedOn"] as const;

/** These fields have sections of their own. All other fields are in the basic section. */
const PLACED = [
  ...[...ORIGIN, ...RECORD_BOOK, ...PROOFS, ...CHIP, "causeOfDeath", "causeOfDeathNotes"],
  ...[
    "status",
    "statusChangedOn",
    "weight",
    "height",
    "color",
    "markings",
    "isBreedingDog",
    "breedingRights",
  ],
  ...[
    "otherRegistrations",
    "sireId",
    "damId",
    "sireName",
    "damName",
    ...OWNER,
    ...[HOME, "notes"],
    ...namesOf(DOG_CONTACTS),
  ],
];

/** The status is shown only for an existing dog and for a new dog that has left the kennel. */
function DogFormSections({ dog, isPast, firstField, photos, today }: DogFormSectionsProps) {
  const { setFocus } = useFormContext<DogFormValues>();
  useEffect(() => {
    if (firstField === undefined) return;
    // When the dialog opens, it focuses its first field. This code must run after that.
    const timer = setTimeout(() => setFocus(firstField), 0);
    return () => clearTimeout(timer);
  }, [firstField, setFocus]);
  const setsContacts = useKennel().hasRight("finances", "write");
  const isBreedingDog = useWatch<DogFormValues, "isBreedingDog">({ name: "isBreedingDog" });
  return (
    <>
      <FormSection title="Basic Information">
        {BASIC.map((name) => (
          <RecordField
            key={name}
            name={name}
            {...(name === "dateOfBirth" && { max: today })}
            // One of the two sexes is preselected, so the field is never empty.
            {...(name === "gender" && { required: false })}
          />
        ))}
        <ChipFields today={today} />
        <RecordFields except={[...BASIC, ...PLACED]} />
        {dog || isPast ? <StatusFields today={today} /> : null}
      </FormSection>
      {photos}
      <FormSection title="Physical Characteristics">
        <RecordField name="weight" {...MEASURE} />
        <RecordField name="height" {...MEASURE} />
        <RecordField name="color" />
        <RecordField name="markings" />
      </FormSection>
      <FormSection title="Breeding Information">
        <RecordField name="isBreedingDog" label="This is a breeding dog" isSwitch className="sm:col-span-2" />
        {isBreedingDog ? <RecordField name="breedingRights" /> : null}
      </FormSection>
      <FormSection title="Parentage">
        <ParentField role="sire" excludeDogId={dog?._id} recorded={dog?.sire} />
        <ParentField role="dam" excludeDogId={dog?._id} recorded={dog?.dam} />
      </FormSection>
      {setsContacts ? (
        <FormSection title="Current Owner Information">
          {OWNER.map((name) => (
            <RecordField key={name} name={name} />
          ))}
        </FormSection>
      ) : null}
      <FormSection title="Notes">
        <RecordField name="notes" />
      </FormSection>
      <ClosedSection title="Origin" names={ORIGIN} past={["acquiredOn"]} today={today} />
      <ClosedSection title="Proof of Parents" names={PROOFS} />
      <ClosedSection title="Record Book" names={[...RECORD_BOOK, HOME]} />
      <ClosedSection
        title="Other Registrations"
        names={["otherRegistrations"]}
        labels={{ otherRegistrations: "Besides the registration number above" }}
      />
    </>
  );
}

const MEASURE = { type: "number", min: 0, step: 0.1 } as const;

function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-title mb-3 w-full border-b pb-1 text-lg">{title}</legend>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

/** Shown once a chip number is typed. */
function ChipFields({ today }: { today: string }) {
  const values = useWatch<DogFormValues, ["microchipNumber", ...typeof CHIP]>({
    name: ["microchipNumber", ...CHIP],
  });
  if (values.every((value) => value.trim() === "")) return null;
  return CHIP.map((name) => (
    <RecordField key={name} name={name} {...(name === "chippedOn" && { max: today })} />
  ));
}

/**
 * A dog that has left the kennel is deceased or sold. The date is empty, because users rarely remember an old date.
 */
function StatusControl(props: Parameters<Control>[0]) {
  const { clearErrors, getValues, setValue } = useFormContext<DogFormValues>();
  const { active: _, retired: __, ...gone } = statusLabels;
  return (
    <ChoiceControl
      {...props}
      choices={props.record ? statusLabels : gone}
      onValue={(status) => {
        clearErrors("statusChangedOn");
        props.onValue(status);
        if (props.record && status !== "active" && !getValues("statusChangedOn")) {
          setValue("statusChangedOn", String(props.max));
        }
      }}
    />
  );
}

function StatusFields({ today }: { today: string }) {
  const status = useWatch<DogFormValues, "status">({ name: "status" });
  return (
    <>
      <RecordField name="status" max={today} control={StatusControl} />
      {status === "active" ? null : (
        <RecordField name="statusChangedOn" label={`${statusLabels[status]} on`} max={today} />
      )}
      {status === "deceased" ? (
        <>
          <RecordField name="causeOfDeath" />
          <RecordField name="causeOfDeathNotes" rows={2} />
        </>
      ) : null}
    </>
  );
}

type NewPhotosFieldProps = { files: readonly File[]; onFiles: (files: readonly File[]) => void };

/** The photos are uploaded after the dog was saved. */
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
      {/* Some browsers cannot draw some formats. Then the file's name is shown instead. */}
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
