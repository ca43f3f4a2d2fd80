/** Breeds as a combobox lists them, for filters that have no form as well as for fields. */
import type { ComboboxOption } from "@/components/ui/combobox";
import { breedAliases } from "@domain/dogs/breeds";

/** Makes the list's entries of breeds, found by their other names as well. */
export const breedOptions = (breeds: readonly string[]): ComboboxOption[] =>
  breeds.map((breed) => ({ value: breed, label: breed, alsoNamed: breedAliases(breed) }));
