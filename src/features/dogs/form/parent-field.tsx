/**
 * The sire or dam of a dog. The field searches the kennel's dogs of that sex on the server while the user types,
 * and offers to record an external ancestor. A parent that is known only by name stays until the user chooses
 * another.
 */
import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { X } from "lucide-react";
import { Combobox, type ComboboxOption } from "@/components/ui/combobox";
import { FormField } from "@/components/ui/form-field";
import { useDogName, type PickedDog } from "@/entities/dogs/dog-combobox";
import type { DogFormValues } from "@/features/dogs/form/dog-form";
import { ExternalAncestorDialog } from "@/entities/dogs/external-ancestor-dialog";
import { optionOf, useParentChoices } from "@/entities/dogs/parent-choices";

const ADD_EXTERNAL = "add-external-ancestor";

const roles = {
  sire: { label: "Sire", idField: "sireId", nameField: "sireName", proof: "sireProof", gender: "male" },
  dam: { label: "Dam", idField: "damId", nameField: "damName", proof: "damProof", gender: "female" },
} as const;

type ParentRole = keyof typeof roles;

type ParentFieldProps = {
  role: ParentRole;
  /** The edited dog cannot be its own parent. */
  excludeDogId: string | undefined;
  /** The parent that the record had when the form opened. */
  recorded: PickedDog | null | undefined;
};

export function ParentField({ role, excludeDogId, recorded }: ParentFieldProps) {
  const { label, idField, nameField, proof, gender } = roles[role];
  const { control, clearErrors, getValues, setValue } = useFormContext<DogFormValues>();
  const id = useController({ control, name: idField });
  const nameOnly = useController({ control, name: nameField });
  const [picked, setPicked] = useState<PickedDog | null>(null);
  const parentId = id.field.value;
  const parentName = useDogName(parentId, picked ?? recorded);
  const isNameOnly = parentId === "" && nameOnly.field.value !== "";
  const shownName = isNameOnly ? nameOnly.field.value : parentName;
  const hasParent = parentId !== "" || isNameOnly;
  const [search, setSearch] = useState<string | null>(null);
  const [isAddingExternal, setAddingExternal] = useState(false);
  const [externalName, setExternalName] = useState("");
  const { choices, isLoading } = useParentChoices(gender, excludeDogId, search);

  const pick = (dogId: string, name: string) => {
    clearErrors(idField);
    // The proof of parentage belongs to the former parent.
    if (dogId !== parentId) setValue(proof, "", { shouldDirty: true });
    id.field.onChange(dogId);
    nameOnly.field.onChange("");
    setPicked({ _id: dogId, name });
  };
  const select = (option: ComboboxOption) => {
    if (option.value === ADD_EXTERNAL) {
      setExternalName(search?.trim() ?? "");
      setAddingExternal(true);
      return;
    }
    const choice = choices.find((candidate) => candidate._id === option.value);
    if (choice) pick(choice._id, choice.name);
  };
  return (
    <>
      <FormField
        label={label}
        error={id.fieldState.error?.message ?? nameOnly.fieldState.error?.message}
        helper={isNameOnly ? "Known by name only" : undefined}
        action={
          hasParent ? (
            <button
              type="button"
              aria-label={`Clear ${label.toLowerCase()}`}
              onClick={() => pick("", "")}
              className="inline-flex items-center gap-1 rounded-sm text-sm leading-5 text-muted-foreground underline underline-offset-4 hover:text-foreground"
            >
              <X aria-hidden className="size-3.5" />
              Clear
            </button>
          ) : null
        }
      >
        {(props) => (
          <Combobox
            {...props}
            ref={id.field.ref}
            placeholder={`Search ${gender} dogs`}
            text={shownName}
            onSearch={setSearch}
            isLoading={isLoading}
            options={[
              ...choices.map(optionOf),
              { value: ADD_EXTERNAL, label: "Add external ancestor", isAction: true },
            ]}
            selectedValue={parentId}
            onSelect={select}
            onEmpty={() => (hasParent ? pick("", "") : undefined)}
          />
        )}
      </FormField>
      {isAddingExternal ? (
        <ExternalAncestorDialog
          gender={gender}
          name={externalName}
          breed={getValues("breed")}
          onAdded={(dog) => {
            pick(dog.id, dog.name);
            setAddingExternal(false);
          }}
          onClose={() => setAddingExternal(false)}
        />
      ) : null}
    </>
  );
}
