/** All parts of a dog's Health Records tab, one under the other; of a dog from outside only some are kept. */
import { HealthTestsSection } from "@/entities/health-tests/health-tests-section";
import { MedicationSection } from "@/entities/medications/medication-section";
import { DogReminders } from "@/entities/reminders/record-reminders";
import { WeightSection } from "@/entities/weights/weight-section";
import { DogHealth } from "@/features/dogs/detail/dog-health";
import { DogVeterinarians } from "@/features/dogs/detail/dog-veterinarians";
import type { Dog } from "@/features/dogs/types";

/** Renders the parts. */
export function DogHealthParts({ dog, today }: { dog: Dog; today: string }) {
  return (
    <div className="flex flex-col gap-8">
      <DogHealth dog={dog} today={today} />
      <DogVeterinarians dog={dog} />
      <DogReminders dog={dog} today={today} />
      {dog.isExternal ? null : <MedicationSection dog={dog} today={today} />}
      <HealthTestsSection dog={dog} today={today} />
      {dog.isExternal ? null : <WeightSection dog={dog} today={today} />}
    </div>
  );
}
