/** The Ancestry tab of a dog's page: the drawn pedigree, the coefficient, matings to try, and comparisons. */
import { useAncestryAddress } from "@/features/pedigree/ancestry-address";
import { AncestryPanel } from "@/features/pedigree/ancestry-panel";
import { DogComparison } from "@/features/pedigree/dog-comparison";
import { InbreedingPanel } from "@/features/pedigree/inbreeding-panel";
import { MatingTrial } from "@/features/pedigree/mating-trial";
import type { Dog } from "@/entities/dogs/types";
import { isGone } from "@domain/dogs/standing";

/** Renders them; a place of the tree opens its dog's page. A dog that is gone is no mate any more. */
export function DogAncestry({ dog, today }: { dog: Dog; today: string }) {
  const dogId = dog._id;
  const { goToDog } = useAncestryAddress();
  return (
    <div className="flex flex-col gap-6">
      <AncestryPanel dogId={dogId} today={today} onOpenDog={goToDog} />
      <InbreedingPanel dogId={dogId} />
      {isGone(dog) ? null : <MatingTrial dog={dog} />}
      <DogComparison dog={dog} />
    </div>
  );
}
