/**
 * Sire or dam of a breeding. The field searches the kennel's breeding dogs on the server while the breeder types.
 * Deceased or sold dogs are found by name. A sire can also be recorded here as an external dog. Sources: BRD-06 to
 * BRD-09, decisions GAP-BRD-10 and GAP-DOG-05.
 */
import type { BreedingFormValues } from "@/features/breedings/breeding-form-values";
import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useDogName, type PickedDog } from "@/entities/dogs/dog-combobox";
import { ExternalAncestorDialog } from "@/entities/dogs/external-ancestor-dialog";
import { narrowDogs } from "@/entities/dogs/dog-combobox";
import { optionOf } from "@/entities/dogs/parent-choices";
import { Combobox, type ComboboxOption } from "@/components/ui/combobox";
import { FormField } from "@/components/ui/form-field";
import { useDebouncedValue } from "@/hooks/use-debounced-value";
import { useKennel } from "@/hooks/use-kennel";
import { useLastData } from "@/hooks/use-last";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

const SEARCH_DELAY_MS = 200;
const ADD_EXTERNAL = "add-external-sire";

const roles = {
  sire: { label: "Sire", idField: "sireId", nameField: "sireName", gender: "male", plural: "males" },
  dam: { label: "Dam", idField: "damId", nameField: "damName", gender: "female", plural: "females" },
} as const;

type MateRole = keyof typeof roles;

/** Searches nothing while `typed` is null, because the list is closed. */
function useMateChoices(role: MateRole, typed: string | null) {
  const { kennelId } = useKennel();
  const search = typed ?? "";
  const isOpen = typed !== null;
  const settled = useDebouncedValue(search, SEARCH_DELAY_MS);
  const args = { kennelId, gender: roles[role].gender, search: settled };
  const result = useLiveQuery(api.breedings.breedings.mateChoices, isOpen ? args : "skip");
  const found = useLastData(result, isOpen);
  const isCurrent = result.status === "ready" && settled === search;
  return {
    choices: isCurrent ? result.data.choices : narrowDogs(found?.choices ?? [], search),
    hasBreedingDogs: found?.hasBreedingDogs,
    isLoading: isOpen && !isCurrent,
  };
}

type Choice = ReturnType<typeof useMateChoices>["choices"][number];

/** The option of an external dog says that the dog is external. */
function toOption(choice: Choice): ComboboxOption {
  const option = optionOf(choice);
  if (!choice.isExternal) return option;
  return {
    ...option,
    content: (
      <>
        {option.content}
        <span className="block text-sm text-muted-foreground italic">Outside the kennel</span>
      </>
    ),
  };
}

type MateFieldProps = {
  role: MateRole;
  recorded: PickedDog | null;
};

export function MateField({ role, recorded }: MateFieldProps) {
  const { label, idField, nameField, gender, plural } = roles[role];
  const mayRecord = useKennel().can("dogs", "write");
  const { control, clearErrors } = useFormContext<BreedingFormValues>();
  const id = useController({ control, name: idField });
  const nameOnly = useController({ control, name: nameField });
  const [picked, setPicked] = useState<PickedDog | null>(null);
  const name = useDogName(id.field.value, picked ?? recorded);
  const isNameOnly = id.field.value === "" && nameOnly.field.value !== "";
  const [search, setSearch] = useState<string | null>(null);
  const [external, setExternal] = useState<{ name: string } | null>(null);
  const { choices, hasBreedingDogs, isLoading } = useMateChoices(role, search);
  // An external dog most likely has the breed of the first offered dog.
  const [breed, setBreed] = useState("");
  if (breed === "" && choices[0]) setBreed(choices[0].breed);

  const pick = (dogId: string, dogName: string) => {
    clearErrors(["sireId", "damId"]);
    id.field.onChange(dogId);
    setPicked({ _id: dogId, name: dogName });
  };
  const select = (option: ComboboxOption) => {
    if (option.value === ADD_EXTERNAL) {
      setExternal({ name: search?.trim() ?? "" });
      return;
    }
    const choice = choices.find(({ _id }) => _id === option.value);
    if (choice) pick(choice._id, choice.name);
  };
  const helper = isNameOnly
    ? "The dog's record was deleted; the breeding keeps its name"
    : search !== null && hasBreedingDogs === false && choices.length > 0
      ? `No ${role === "sire" ? "male" : "female"} is marked as a breeding dog, so you see all ${plural}`
      : undefined;
  const hasExternal = role === "sire" && mayRecord;
  return (
    <>
      <FormField label={label} required error={id.fieldState.error?.message} helper={helper}>
        {(props) => (
          <Combobox
            {...props}
            ref={id.field.ref}
            placeholder={`Search ${gender} dogs`}
            text={isNameOnly ? nameOnly.field.value : name}
            onSearch={setSearch}
            isLoading={isLoading}
            emptyText={`No ${gender} dog found`}
            options={[
              ...choices.map(toOption),
              ...(hasExternal
                ? [{ value: ADD_EXTERNAL, label: "Add a sire from outside", isAction: true }]
                : []),
            ]}
            selectedValue={id.field.value}
            onSelect={select}
            onEmpty={() => pick("", "")}
          />
        )}
      </FormField>
      {external ? (
        <ExternalAncestorDialog
          gender={gender}
          name={external.name}
          breed={breed}
          title="Add a sire from outside"
          onAdded={(dog) => {
            pick(dog.id, dog.name);
            setExternal(null);
          }}
          onClose={() => setExternal(null)}
        />
      ) : null}
    </>
  );
}
