/**
 * The patients that can be chosen for vaccinations: the kennel's dogs, and puppies of its litters that are not
 * recorded as dogs.
 */
import type { FunctionReturnType } from "convex/server";
import { standingMark } from "@/entities/dogs/dog-labels";
import { useDogChoices } from "@/entities/dogs/dog-combobox";
import { keyOfDog, keyOfPuppy, patientArgs } from "@/entities/health/patients";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { isGone } from "@domain/dogs/standing";
import { puppyName, puppyStatusLabels } from "@domain/litters/words";
import { formatDay } from "@domain/formatting/formatting";
import { matchesWords, searchWords } from "@domain/text/text";
import { api } from "@convex/_generated/api";

export type Patient = {
  key: string;
  name: string;
  callName: string | null;
  /** The breed of a dog, or the litter of a puppy. */
  detail: string;
  /** The word for an unusual status: sold, deceased. */
  mark: string | null;
  /** Nothing is planned for a deceased or sold patient. */
  isGone: boolean;
};

export type PatientLitter = { _id: string; title: string; bornOn: string; patients: Patient[] };

type LitterEntry = FunctionReturnType<typeof api.litters.litters.list>["data"][number];
type Puppy = LitterEntry["puppies"][number];

/** The youngest litters are offered. */
const OFFERED_LITTERS = 20;

/** A litter is named by its parents. */
const litterTitle = ({ breeding }: LitterEntry): string =>
  [breeding.sire?.name ?? breeding.sireName, breeding.dam?.name ?? breeding.damName]
    .map((name) => name ?? "unknown")
    .join(" × ");

/** A puppy that is recorded as a dog is chosen as that dog. */
const isHere = ({ status, isStillborn }: Puppy): boolean => !isStillborn && !isGone({ status });

function toPatient(puppy: Puppy, title: string): Patient {
  return {
    key: puppy.dogId === null ? keyOfPuppy(puppy._id) : keyOfDog(puppy.dogId),
    name: puppyName(puppy),
    callName: null,
    detail: title,
    mark: puppy.status === "reserved" ? puppyStatusLabels.reserved : null,
    isGone: isGone(puppy),
  };
}

/** Lists only puppies that can be chosen. */
export function useLitterPatients(isWanted: boolean): PatientLitter[] {
  const { kennelId, can } = useKennel();
  const isAsked = isWanted && can("breeding", "read");
  const result = useLiveQuery(
    api.litters.litters.list,
    isAsked ? { kennelId, page: 1, limit: OFFERED_LITTERS } : "skip",
  );
  return (result.data?.data ?? []).flatMap((litter) => {
    const title = litterTitle(litter);
    const patients = litter.puppies.filter(isHere).map((puppy) => toPatient(puppy, title));
    return patients.length === 0
      ? []
      : [{ _id: litter._id, title, bornOn: formatDay(litter.whelpingDate), patients }];
  });
}

/** With null, returns nothing. A puppy that is recorded as a dog of the kennel is listed once. */
export function usePatientChoices(search: string | null): {
  dogs: Patient[];
  puppies: Patient[];
  isLoading: boolean;
  moreText: string | undefined;
} {
  const { dogs, isLoading, moreText } = useDogChoices(search);
  const litters = useLitterPatients(search !== null);
  const words = searchWords(search ?? "");
  return {
    isLoading,
    moreText,
    dogs: dogs.map((dog) => ({
      key: keyOfDog(dog._id),
      name: dog.name,
      callName: dog.callName,
      detail: dog.breed,
      mark: standingMark(dog),
      isGone: isGone(dog),
    })),
    puppies: litters
      .flatMap(({ patients }) => patients)
      .filter(({ key, name, detail }) => key.startsWith("puppy:") && matchesWords(words, [name, detail])),
  };
}

/** Finds the name even if the patient was not chosen from a list. */
export function usePatientName(key: string, known: Patient | { name: string } | null): string {
  const args = patientArgs(key);
  const isUnknown = known === null && key !== "";
  const dog = useLiveQuery(api.dogs.dogs.get, isUnknown && "dogId" in args ? args : "skip");
  const puppy = useLiveQuery(api.litters.puppies.get, isUnknown && "puppyId" in args ? args : "skip");
  if (known) return known.name;
  return dog.data?.name ?? (puppy.data ? puppyName(puppy.data) : "");
}
