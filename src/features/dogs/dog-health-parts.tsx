/** All parts of a dog's Health Records tab, one under the other. */
import { HealthTestsSection } from "@/components/health-tests/health-tests-section";
import { DogReminders } from "@/components/reminders/record-reminders";
import { DogHealth } from "@/features/dogs/dog-health";
import { DogVeterinarians } from "@/features/dogs/dog-veterinarians";
import type { Dog } from "@/features/dogs/types";

/** Renders the parts. */
export function DogHealthParts({ dog, today }: { dog: Dog; today: string }) {
  return (
    <div className="flex flex-col gap-8">
      <DogHealth dog={dog} today={today} />
      <DogVeterinarians dog={dog} />
      <DogReminders dogId={dog._id} today={today} />
      <HealthTestsSection dog={dog} today={today} />
    </div>
  );
}
