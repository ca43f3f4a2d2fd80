/** Records an ancestor that is not one of the kennel's dogs; it appears in pedigrees only. */
import { Controller, useForm } from "react-hook-form";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "convex/react";
import { SaveDialog } from "@/components/save-dialog";
import { TextField } from "@/components/text-field";
import { BreedField } from "@/entities/dogs/breed-field";
import { genderLabels } from "@/entities/dogs/dog-labels";
import { useKennel } from "@/hooks/use-kennel";
import type { Gender } from "@domain/dogs/rules";
import { getErrorData } from "@domain/errors";
import { externalDogSchema } from "@domain/dogs/schemas";
import { api } from "@convex/_generated/api";

const ANCESTOR_TITLE = "Add external ancestor";

type ExternalAncestorDialogProps = {
  gender: Gender;
  name: string;
  breed: string;
  /** What the dialog is called, where the dog is not wanted as an ancestor. */
  title?: string;
  onAdded: (dog: { id: string; name: string }) => void;
  onClose: () => void;
};

/** Renders the small form over the dog form. */
export function ExternalAncestorDialog({
  gender,
  name,
  breed,
  title = ANCESTOR_TITLE,
  onAdded,
  onClose,
}: ExternalAncestorDialogProps) {
  const { kennelId } = useKennel();
  const createExternal = useMutation(api.dogs.dogs.createExternal);
  const { control, register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(externalDogSchema),
    defaultValues: { name, breed, gender, registrationNumber: "", titles: "", color: "" },
  });
  const { errors, isSubmitting } = formState;

  const save = handleSubmit(async (values) => {
    try {
      const added = await createExternal({ kennelId, ...values });
      onAdded({ id: added._id, name: added.name });
    } catch (failure) {
      const fields = getErrorData(failure)?.details.fields ?? {};
      for (const field of ["name", "breed", "registrationNumber", "titles", "color"] as const) {
        if (fields[field]) setError(field, { message: fields[field] });
      }
      setError("root", { message: "Failed to save dog" });
    }
  });

  return (
    <SaveDialog
      title={title}
      description={`${genderLabels[gender]} · appears in pedigrees, not in your list of dogs`}
      isSaving={isSubmitting}
      onClose={onClose}
      failure={errors.root?.message ?? null}
      saveLabel={title === ANCESTOR_TITLE ? "Add Ancestor" : "Add Dog"}
      onSave={() => save()}
    >
      <TextField
        label="Name"
        required
        error={errors.name?.message}
        autoComplete="off"
        {...register("name")}
      />
      <Controller
        control={control}
        name="breed"
        render={({ field: { value, onChange, onBlur } }) => (
          <BreedField
            required
            value={value}
            onValue={onChange}
            onBlur={onBlur}
            error={errors.breed?.message}
          />
        )}
      />
      <TextField
        label="Registration Number"
        error={errors.registrationNumber?.message}
        autoComplete="off"
        {...register("registrationNumber")}
      />
      <TextField label="Titles" error={errors.titles?.message} autoComplete="off" {...register("titles")} />
      <TextField label="Color" error={errors.color?.message} autoComplete="off" {...register("color")} />
    </SaveDialog>
  );
}
