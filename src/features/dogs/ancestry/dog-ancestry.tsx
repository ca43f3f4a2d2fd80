/** The Ancestry tab of a dog's page: the drawn pedigree, the coefficient, matings to try, and comparisons. */
import { useAncestryAddress } from "@/features/dogs/ancestry/ancestry-address";
import { AncestryPanel } from "@/features/dogs/ancestry/ancestry-panel";
import { DogComparison } from "@/features/dogs/detail/dog-comparison";
import { InbreedingPanel } from "@/features/dogs/ancestry/inbreeding-panel";
import { MatingTrial } from "@/features/dogs/ancestry/mating-trial";
import type { Dog } from "@/features/dogs/types";
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
