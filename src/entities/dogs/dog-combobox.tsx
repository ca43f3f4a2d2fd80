/**
 * Chooses one of the kennel's dogs. The first two hundred are offered immediately, and typing finds the others.
 * Sold and deceased dogs come last and are marked, because their records may be completed later. Plans leave out
 * these dogs. Source: rule HLT-22.
 */
import { useState, type ComponentProps } from "react";
import { standingMark } from "@/entities/dogs/dog-labels";
import { namedOption } from "@/entities/dogs/named-option";
import { Combobox, type ComboboxOption } from "@/components/ui/combobox";
import { useDebouncedValue } from "@/hooks/use-debounced-value";
import { useKennel } from "@/hooks/use-kennel";
import { useLastData } from "@/hooks/use-last";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { DogStatus } from "@domain/dogs/rules";
import { isDead } from "@domain/dogs/standing";
import { api } from "@convex/_generated/api";
import { matchesWords, searchWords } from "@domain/text/text";

type Found = { name: string; callName: string | null; breed: string; registrationNumber: string | null };

/**
 * Filters the result of the previous search while the next search is running. The user then cannot choose a dog
 * that no longer matches.
 */
export function narrowDogs<Dog extends Found>(dogs: readonly Dog[], typed: string): Dog[] {
  const words = searchWords(typed);
  return dogs.filter(({ name, callName, breed, registrationNumber }) =>
    matchesWords(words, [name, callName, breed, registrationNumber]),
  );
}

const SEARCH_DELAY_MS = 200;

/** Source: rule HLT-22. */
const PICKER_LIMIT = 200;

export type PickedDog = { _id: string; name: string };
type OfferedDog = PickedDog & { callName: string | null; breed: string; status: DogStatus };

const toOption = (dog: OfferedDog): ComboboxOption =>
  namedOption(dog._id, { ...dog, detail: dog.breed, mark: standingMark(dog) });

/**
 * Searches words of the dogs' names. Alphabetical order, with sold and deceased dogs last. With null, searches
 * nothing.
 */
export function useDogChoices(search: string | null) {
  const { kennelId } = useKennel();
  const wanted = (search ?? "").trim();
  const settled = useDebouncedValue(wanted, SEARCH_DELAY_MS);
  const args = {
    kennelId,
    page: 1,
    limit: PICKER_LIMIT,
    hasGoneLast: true,
    ...(settled !== "" && { search: settled }),
  };
  const result = useLiveQuery(api.dogs.dogs.list, search === null ? "skip" : args);
  const found = useLastData(result, search !== null);
  const isCurrent = result.status === "ready" && settled === wanted;
  const isLoading = search !== null && !isCurrent;
  const dogs = isLoading ? narrowDogs(found?.data ?? [], wanted) : (found?.data ?? []);
  const total = result.data?.pagination.totalItems ?? 0;
  return {
    dogs,
    isLoading,
    /** Set if the kennel has more dogs than are offered. */
    moreText:
      isCurrent && total > dogs.length
        ? `The first ${dogs.length} of ${total} dogs. Type to find the others.`
        : undefined,
  };
}

/** Also finds a dog that was not chosen from the list. */
export function useDogName(dogId: string, known: PickedDog | null | undefined): string {
  const isKnown = known?._id === dogId;
  const result = useLiveQuery(api.dogs.dogs.get, dogId === "" || isKnown ? "skip" : { dogId });
  return isKnown ? known.name : (result.data?.name ?? "");
}

type DogComboboxProps = Omit<ComponentProps<"input">, "value" | "onChange" | "onSelect" | "list"> & {
  dogId: string;
  /** Receives null if the choice was cleared. */
  onDog: (dog: PickedDog | null) => void;
  recorded?: PickedDog | null;
  /** For plans. Sold and deceased dogs are left out. */
  isPlanning?: boolean;
};

export function DogCombobox({
  dogId,
  onDog,
  recorded = null,
  isPlanning = false,
  ...props
}: DogComboboxProps) {
  const [picked, setPicked] = useState<PickedDog | null>(null);
  const name = useDogName(dogId, picked?._id === dogId ? picked : recorded);
  const [search, setSearch] = useState<string | null>(null);
  const { dogs: found, isLoading, moreText } = useDogChoices(search);
  const dogs = isPlanning ? found.filter((dog) => !isDead(dog)) : found;
  const choose = (dog: PickedDog | null) => {
    setPicked(dog);
    onDog(dog);
  };
  return (
    <Combobox
      placeholder="Search your dogs"
      {...props}
      text={name}
      onSearch={setSearch}
      isLoading={isLoading}
      emptyText="No dog found"
      moreText={moreText}
      options={dogs.map(toOption)}
      selectedValue={dogId}
      onSelect={({ value }) => {
        const dog = dogs.find(({ _id }) => _id === value);
        if (dog) choose({ _id: dog._id, name: dog.name });
      }}
      onEmpty={() => choose(null)}
    />
  );
}
