/** The Health Records tab of a dog's page: what was found and done, and its vaccinations, the newest first. */
import type { ReactNode } from "react";
import { Stethoscope } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { DetailSection } from "@/components/detail-section";
import { DogHealthActions } from "@/features/dogs/detail/dog-health-actions";
import { DoseEntry, HealthRecordEntry } from "@/features/dogs/detail/health-entries";
import { RelativesSkeleton } from "@/features/dogs/detail/relatives-skeleton";
import type { Dog } from "@/features/dogs/types";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

/** Renders the part, with what can be added above it. */
export function DogHealth({ dog, today }: { dog: Dog; today: string }) {
  return (
    <div className="flex flex-col gap-5">
      <DogHealthActions dog={dog} />
      <DogHealthHistory dog={dog} today={today} />
    </div>
  );
}

function DogHealthHistory({ dog, today }: { dog: Dog; today: string }) {
  const result = useLiveQuery(api.health.dogHealth.list, { dogId: dog._id });
  if (result.status === "error") {
    return <LoadError message="Failed to load health data. Please try again." onRetry={result.retry} />;
  }
  if (result.status === "loading") return <RelativesSkeleton />;
  const { records = [], immunizations = [] } = result.data ?? {};
  if (records.length === 0 && immunizations.length === 0) {
    return (
      <EmptyState
        icon={<Stethoscope aria-hidden className="size-9 text-brass" />}
        title="No health records found"
        text={`Examinations, treatments and vaccinations of ${dog.name} are listed here`}
      />
    );
  }
  return (
    <div className="flex flex-col gap-7">
      <DetailSection title="Health Records">
        <Entries label="Health Records" empty="No health records found">
          {records.map((record) => (
            <Entry key={record._id}>
              <HealthRecordEntry record={record} />
            </Entry>
          ))}
        </Entries>
      </DetailSection>
      <DetailSection title="Immunizations">
        <Entries label="Immunizations" empty="No immunizations found">
          {immunizations.map((dose) => (
            <Entry key={dose._id}>
              <DoseEntry dose={dose} today={today} />
            </Entry>
          ))}
        </Entries>
      </DetailSection>
    </div>
  );
}

function Entry({ children }: { children: ReactNode }) {
  return <li className="rounded-md border bg-card p-3">{children}</li>;
}

function Entries({ label, empty, children }: { label: string; empty: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="text-muted-foreground">{empty}</p>;
  return (
    <ul aria-label={label} className="flex flex-col gap-2">
      {children}
    </ul>
  );
}
