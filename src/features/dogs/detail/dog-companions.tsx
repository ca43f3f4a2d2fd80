/** The other users who view or edit a dog. They also see this user. */
import { Companions } from "@/entities/people/companions";
import type { DogId } from "@/entities/dogs/types";
import { useDogCompanions } from "@/hooks/use-stay";

type DogCompanionsProps = { dogId: DogId; isEditing?: boolean; className?: string };

/** Renders nothing if nobody else is here. */
export function DogCompanions({ dogId, isEditing = false, className }: DogCompanionsProps) {
  const people = useDogCompanions(dogId, isEditing);
  return <Companions people={people} viewing="viewing" hasSentence {...(className && { className })} />;
}
