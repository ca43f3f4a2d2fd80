/**
 * A patient in the text of forms and addresses: `dog:{id}` or `puppy:{id}`. Several patients are separated by spaces.
 */
import { joinWords } from "@/hooks/edit-authors";

type NamedPatient = {
  dog: { _id: string; name: string; callName?: string | null } | null;
  puppy: { _id: string; name: string } | null;
};

export const keyOfDog = (dogId: string): string => `dog:${dogId}`;

export const keyOfPuppy = (puppyId: string): string => `puppy:${puppyId}`;

/** Empty if the patient's record was deleted. */
export const keyOfPatient = ({ dog, puppy }: NamedPatient): string =>
  dog ? keyOfDog(dog._id) : puppy ? keyOfPuppy(puppy._id) : "";

export const nameOfPatient = ({ dog, puppy }: NamedPatient): string =>
  dog?.name ?? puppy?.name ?? "A dog that was deleted";

/** Such as 'Bella, Rex and Juno', 'Bella, Rex, Juno and 5 others'. */
export function namesInWords(names: readonly string[], hasMore = false): string {
  if (names.length <= 4) return joinWords([...names, ...(hasMore ? ["others"] : [])]);
  const others = hasMore ? "others" : `${names.length - 3} others`;
  return joinWords([...names.slice(0, 3), others]);
}

export const keysIn = (text: string): string[] => text.split(" ").filter((key) => key !== "");

export const joinKeys = (keys: readonly string[]): string => keys.join(" ");

/** The address contains patient keys or dog ids. */
export const givenPatients = (text: string): string[] =>
  keysIn(text).map((key) => (key.includes(":") ? key : keyOfDog(key)));

/** Arguments of a server function for one patient. */
export function patientArgs(key: string): { dogId: string } | { puppyId: string } {
  const [kind, id = ""] = key.split(":");
  return kind === "puppy" ? { puppyId: id } : { dogId: id };
}

/** Arguments of a server function for several patients. */
export function batchPatientArgs(keys: readonly string[]): { dogIds: string[]; puppyIds: string[] } {
  const idsOf = (prefix: string) =>
    keys.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  return { dogIds: idsOf("dog:"), puppyIds: idsOf("puppy:") };
}
