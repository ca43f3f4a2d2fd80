/** Who else views or edits a dog; also shows the breeder to them. */
import { Companions } from "@/entities/people/companions";
import type { DogId } from "@/entities/dogs/types";
import { useDogCompanions } from "@/hooks/use-stay";

type DogCompanionsProps = { dogId: DogId; isEditing?: boolean; className?: string };

/** Renders the others with the dog; nothing when alone. */
export function DogCompanions({ dogId, isEditing = false, className }: DogCompanionsProps) {
  const people = useDogCompanions(dogId, isEditing);
  return <Companions people={people} viewing="viewing" hasSentence {...(className && { className })} />;
}
