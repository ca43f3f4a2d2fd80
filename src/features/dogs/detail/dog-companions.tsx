/** Who else views or edits a dog, and lets them see the breeder in turn. */
import { Companions } from "@/entities/people/companions";
import type { DogId } from "@/entities/dogs/types";
import { useDogCompanions } from "@/hooks/use-stay";

type DogCompanionsProps = { dogId: DogId; isEditing?: boolean; className?: string };

/** Renders the others with the dog; nothing while there is nobody. */
export function DogCompanions({ dogId, isEditing = false, className }: DogCompanionsProps) {
  const people = useDogCompanions(dogId, isEditing);
  return <Companions people={people} viewing="viewing" hasSentence {...(className && { className })} />;
}
