/** The form of a new or recorded dog: what it stands on and how it is saved (components/record-form). */
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
import type { Dog } from "@/features/dogs/types";
import { useDogEdits, useLiveDog, useSaveDog } from "@/features/dogs/form/use-save-dog";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { dogFormSchema, type DogFormOutput } from "@domain/schemas/dog";

type UseDogFormOptions = { dog: Dog | null; today: string; onSaved: () => void };

const toField = (name: string): keyof DogFormValues | null => (isDogField(name) ? name : null);

/** Returns the form of a new or a recorded dog, the record as it is stored now, and who changed it. */
export function useDogForm({ dog, today, onSaved }: UseDogFormOptions): {
  recordForm: RecordForm<DogFormValues, DogFormOutput>;
  record: Dog | null;
  edits: readonly Edit[];
} {
  const { kennelId } = useKennel();
  const live = useLiveDog(dog?._id);
  const save = useSaveDog();
  const recordForm = useRecordForm<DogFormValues, DogFormOutput, Dog>({
    opened: dog,
    live: live.dog,
    isDeleted: live.isDeleted,
    valuesOf: valuesOfDog,
    newValues: newDogValues,
    resolver: zodResolver(dogFormSchema),
    groups: DOG_GROUPS,
    draftKey: dog ? `dog.${dog._id}` : `dog.new.${kennelId}`,
    toField,
    save: async (values, basis) => {
      const version = basis && { base: basis.base, updatedAt: basis.version };
      return await save({ dogId: dog?._id, version, values: settleRights(values), today });
    },
    // A death is asked about once more before it is recorded.
    isDoubtful: ({ status }, basis) => status === "deceased" && basis?.base.status !== "deceased",
    savedText: dog ? "Dog updated successfully" : "Dog added successfully",
    failureTextOf: saveFailureText,
    onSaved,
  });
  return { recordForm, record: live.dog ?? dog, edits: useDogEdits(dog?._id, recordForm.since) };
}
