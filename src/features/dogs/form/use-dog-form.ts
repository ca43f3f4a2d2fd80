/** The form of a new or recorded dog: what it stands on and how it is saved (components/record-form). */
import { useState } from "react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useRecordForm, type RecordForm } from "@/components/record-form/use-record-form";
import {
  isDogField,
  newDogValues,
  settleRights,
  valuesOfDog,
  type DogFormValues,
} from "@/features/dogs/form/dog-form-values";
import { DOG_GROUPS } from "@/features/dogs/form/dog-merge";
import { saveFailureText } from "@/features/dogs/form/save-failure";
import type { Dog, DogId } from "@/features/dogs/types";
import { useDogEdits, useLiveDog, useSaveDog } from "@/features/dogs/form/use-save-dog";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { dogFormSchema, type DogFormOutput } from "@domain/schemas/dog";

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
export function useDogForm(options: UseDogFormOptions): {
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
