/**
 * The field of a breed: it suggests the kennel's own breeds first, then common ones, and accepts any other text.
 */
import { useId } from "react";
import type { Control } from "@/components/record-form/record-field";
import { Combobox, type ComboboxOption } from "@/components/ui/combobox";
import { isNamedBy, matchOptions } from "@/components/ui/combobox-matches";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { breedAliases } from "@domain/dogs/breeds";

/** For forms and filters. Other names of a breed also find its option. */
export const breedOptions = (breeds: readonly string[]): ComboboxOption[] =>
  breeds.map((breed) => ({ value: breed, label: breed, alsoNamed: breedAliases(breed) }));

/** The option for exactly the typed text, even if a known breed contains that text. */
const AS_TYPED = "as typed";

type BreedControlProps = Pick<Parameters<Control>[0], "described" | "value" | "onValue"> &
  Partial<Pick<Parameters<Control>[0], "onBlur" | "inputRef">>;

/** Shows a note if the kennel has no dog of the breed. */
export function BreedControl({ described, value, onValue, onBlur, inputRef }: BreedControlProps) {
  const { kennelId } = useKennel();
  const noteId = useId();
  const breeds = useLiveQuery(api.dogs.dogs.breeds, { kennelId }).data;
  const known = breedOptions(breeds ?? []);
  const typed = value.trim();
  const isNew = breeds !== undefined && typed !== "" && !known.some((option) => isNamedBy(option, typed));
  const asTyped = { value: AS_TYPED, label: `Use “${typed}” as typed`, isAction: true };
  return (
    <>
      <Combobox
        {...described}
        {...(inputRef && { ref: inputRef })}
        {...(onBlur && { onBlur })}
        aria-describedby={[described["aria-describedby"], isNew && noteId].filter(Boolean).join(" ")}
        text={value}
        onText={onValue}
        isKnownFirst
        options={isNew && matchOptions(known, typed).length > 0 ? [...known, asTyped] : known}
        onSelect={(option) => onValue(option.value === AS_TYPED ? typed : option.value)}
        emptyText={typed === "" ? undefined : `No breed with this name; “${typed}” will be stored as typed`}
      />
      {isNew ? (
        <p id={noteId} className="text-sm text-muted-foreground">
          “{typed}” is a new breed in your kennel.
        </p>
      ) : null}
    </>
  );
}
