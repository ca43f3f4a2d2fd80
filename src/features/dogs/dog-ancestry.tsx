/** The Ancestry tab of a dog's page: the drawn pedigree and the coefficient of inbreeding. */
import { useAncestryAddress } from "@/features/dogs/ancestry-address";
import { AncestryPanel } from "@/features/dogs/ancestry-panel";
import { InbreedingPanel } from "@/features/dogs/inbreeding-panel";

/** Renders both; a place of the tree opens its dog's page. */
export function DogAncestry({ dogId, today }: { dogId: string; today: string }) {
  const { goToDog } = useAncestryAddress();
  return (
    <div className="flex flex-col gap-6">
      <AncestryPanel dogId={dogId} today={today} onOpenDog={goToDog} />
      <InbreedingPanel dogId={dogId} />
    </div>
  );
}
