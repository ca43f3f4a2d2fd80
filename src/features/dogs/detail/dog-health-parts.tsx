/**
 * All parts of a dog's Health Records tab, one under the other; of a dog from outside only some are kept. Its
 * veterinarians stand here, the rest in files of their own.
 */
import { Pencil, Phone, Plus } from "lucide-react";
import { DetailSection } from "@/components/detail-section";
import { Loaded } from "@/components/loaded";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { HealthTestsSection } from "@/entities/health-tests/health-tests-section";
import { HealthDialogLink } from "@/entities/health/health-dialog-link";
import { MedicationSection } from "@/entities/medications/medication-section";
import { DogReminders } from "@/entities/reminders/record-reminders";
import { WeightSection } from "@/entities/weights/weight-section";
import { DogHealth } from "@/features/dogs/detail/dog-health";
import type { Dog } from "@/entities/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { MAX_VETERINARIANS_PER_DOG } from "@domain/vaccinations/rules";

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

/** A dog's veterinarians on its page, the primary one first: whom to call, at a tap. */
export function DogVeterinarians({ dog }: { dog: Dog }) {
  const { kennelId, can } = useKennel();
  const canWrite = can("health", "write");
  const limit = MAX_VETERINARIANS_PER_DOG;
  const result = useLiveQuery(api.health.veterinaryRecords.list, {
    kennelId,
    dogId: dog._id,
    page: 1,
    limit,
  });
  return (
    <DetailSection
      title="Veterinarians"
      action={
        canWrite ? (
          <Button asChild variant="outline" size="sm">
            <HealthDialogLink dialog="vet" dogId={dog._id}>
              <Plus aria-hidden />
              Add Veterinarian
            </HealthDialogLink>
          </Button>
        ) : null
      }
    >
      <Loaded query={result} failureText="Failed to load health data. Please try again." height="h-16">
        {(data) =>
          data.data.length === 0 ? (
            <p className="text-muted-foreground">No veterinarians recorded</p>
          ) : (
            <ul aria-label="Veterinarians" className="flex flex-col gap-2">
              {data.data.map((vet) => (
                <li key={vet._id} className="flex items-start gap-3 rounded-md border bg-card p-3">
                  <div className="min-w-0 flex-1">
                    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                      <span className="font-semibold break-words">{vet.veterinarianName}</span>
                      {vet.isPrimary ? <Badge variant="brass">Primary</Badge> : null}
                      {vet.specialization ? <Badge>{vet.specialization}</Badge> : null}
                    </p>
                    <p className="break-words text-muted-foreground">
                      {[vet.veterinaryClinic, vet.clinicAddress].filter(Boolean).join(", ")}
                    </p>
                    {vet.clinicPhone ? (
                      <a
                        href={`tel:${vet.clinicPhone.replace(/[^\d+]/gu, "")}`}
                        className="mt-1 inline-flex min-h-9 items-center gap-1.5 font-semibold text-primary tabular-nums underline decoration-1 underline-offset-4"
                      >
                        <Phone aria-hidden className="size-4" />
                        {vet.clinicPhone}
                      </a>
                    ) : null}
                    {vet.licenseNumber ? (
                      <p className="text-sm break-words text-muted-foreground">
                        License number {vet.licenseNumber}
                      </p>
                    ) : null}
                    {vet.notes ? (
                      <p className="text-sm break-words whitespace-pre-wrap">{vet.notes}</p>
                    ) : null}
                  </div>
                  {canWrite ? (
                    <Button asChild variant="ghost" size="icon">
                      <HealthDialogLink dialog="vet" value={vet._id}>
                        <Pencil aria-hidden />
                        <span className="sr-only">Edit {vet.veterinarianName}</span>
                      </HealthDialogLink>
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </DetailSection>
  );
}
