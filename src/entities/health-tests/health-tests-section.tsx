/**
 * A dog's health tests on its page: what was tested with which result, what runs out, and what its breed's club asks for as long as
 * it is in the kennel.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Plus } from "lucide-react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { DetailSection } from "@/components/detail-section";
import { TestFormDialog } from "@/entities/health-tests/test-form-dialog";
import { TestLineItem } from "@/entities/health-tests/test-line";
import { groupTests, type HealthTest } from "@/entities/health-tests/test-words";
import { Loaded } from "@/components/loaded";
import { Button } from "@/components/ui/button";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import type { DogStatus } from "@domain/dogs/rules";
import { isGone, isInKennel } from "@domain/dogs/standing";
import { formatDay } from "@domain/formatting/formatting";
import { missingTests, recommendedTests } from "@domain/health/breed-tests";
import { GROUP_LABELS } from "@domain/health/test-kinds";
import { testTitle } from "@domain/health/test-results";
import { api } from "@convex/_generated/api";

type TestedDog = { _id: string; name: string; breed: string; isExternal: boolean; status: DogStatus };
type HealthTestsSectionProps = { dog: TestedDog; today: string };

/** Renders the section; recording is offered to those who may write. */
export function HealthTestsSection({ dog, today }: HealthTestsSectionProps) {
  const canWrite = useKennel().can("health", "write");
  const tests = useLiveQuery(api.health.healthTests.list, { dogId: dog._id });
  const [edited, setEdited] = useState<{ testId: string | null } | null>(null);
  const [leaving, setLeaving] = useState<HealthTest | null>(null);
  const live = tests.data?.find(({ _id }) => _id === edited?.testId) ?? null;
  return (
    <DetailSection
      title="Health Tests"
      action={
        canWrite ? (
          <Button variant="outline" size="sm" onClick={() => setEdited({ testId: null })}>
            <Plus aria-hidden />
            Record Test
          </Button>
        ) : undefined
      }
    >
      <Loaded query={tests} failureText="Failed to load health tests. Please try again." height="h-24">
        {(data) => (
          <TestList
            dog={dog}
            tests={data ?? []}
            today={today}
            onEdit={canWrite ? ({ _id }) => setEdited({ testId: _id }) : null}
            onDelete={canWrite ? setLeaving : null}
          />
        )}
      </Loaded>
      {edited && (edited.testId === null || live) ? (
        <TestFormDialog
          key={edited.testId}
          dog={dog}
          test={live}
          today={today}
          onClose={() => setEdited(null)}
        />
      ) : null}
      {leaving ? (
        <DeleteTest key={leaving._id} dog={dog} test={leaving} onClose={() => setLeaving(null)} />
      ) : null}
    </DetailSection>
  );
}

type TestListProps = HealthTestsSectionProps & {
  tests: readonly HealthTest[];
  onEdit: ((test: HealthTest) => void) | null;
  onDelete: ((test: HealthTest) => void) | null;
};

function TestList({ dog, tests, ...actions }: TestListProps) {
  return (
    <div className="flex flex-col gap-4">
      {tests.length === 0 ? <p className="text-muted-foreground">No health tests recorded</p> : null}
      {groupTests(tests).map(({ group, lines }) => (
        <section
          key={group}
          aria-label={GROUP_LABELS[group]}
          className="sm:grid sm:grid-cols-[6rem_minmax(0,1fr)] sm:gap-x-4"
        >
          <h4 className="text-sm font-semibold text-muted-foreground sm:pt-3">{GROUP_LABELS[group]}</h4>
          <ul className="flex flex-col divide-y">
            {lines.map((line) => (
              <TestLineItem key={line.key} line={line} hasValidity={!isGone(dog)} {...actions} />
            ))}
          </ul>
        </section>
      ))}
      {isInKennel(dog) ? <Missing breed={dog.breed} tests={tests} /> : null}
    </div>
  );
}

function Missing({ breed, tests }: { breed: string; tests: readonly HealthTest[] }) {
  const missing = missingTests(breed, tests);
  const { source } = recommendedTests(breed);
  return (
    <p className="text-sm text-muted-foreground">
      {missing.length === 0 ? (
        <>All tests recommended before breeding are recorded.</>
      ) : (
        <>
          Recommended before breeding, not recorded:{" "}
          <span className="text-foreground">{missing.join(", ")}</span>.
        </>
      )}{" "}
      Source: {source}.
    </p>
  );
}

type DeleteTestProps = { dog: TestedDog; test: HealthTest; onClose: () => void };

function DeleteTest({ dog, test, onClose }: DeleteTestProps) {
  const remove = useMutation(api.health.healthTests.remove);
  const act = async () => {
    await remove({ dogId: dog._id, testId: test._id });
    toast.success("Health test deleted");
    onClose();
  };
  return (
    <ActionQuestion
      title="Delete this health test?"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      act={act}
      failureOf={(error) => failureText("The health test could not be deleted", error)}
      onCancel={onClose}
    >
      <p>
        {testTitle(test)} of {formatDay(test.testedOn)}
        {test.certificate ? " is deleted for everybody, with its certificate" : " is deleted for everybody"}.
      </p>
    </ActionQuestion>
  );
}
