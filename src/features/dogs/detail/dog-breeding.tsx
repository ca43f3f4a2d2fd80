/** The Breeding tab of a dog's page: breedings with their litters, offspring and siblings. */
import { HeatLog } from "@/entities/heats/heat-log";
import { DogBreedings } from "@/features/dogs/detail/dog-breedings";
import { DogOffspring } from "@/features/dogs/detail/dog-offspring";
import { DogSiblings } from "@/features/dogs/detail/dog-siblings";
import type { Dog } from "@/features/dogs/types";
import { useKennel } from "@/hooks/use-kennel";

/** Renders the tab; breedings only for those who may read them. */
export function DogBreeding({ dog, today }: { dog: Dog; today: string }) {
  const { can } = useKennel();
  return (
    <div className="flex flex-col gap-7">
      {can("breeding", "read") ? <DogBreedings dog={dog} /> : null}
      {can("breeding", "read") && dog.gender === "female" ? <HeatLog dog={dog} today={today} /> : null}
      <DogOffspring dogId={dog._id} today={today} />
      <DogSiblings dog={dog} today={today} />
    </div>
  );
}
