/**
 * A dog's health tests on its page: results, and tests that expire soon. While the dog is in the kennel, also the
 * tests that its breed's club requires.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Plus, FileCheck2, Pencil, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { ActionQuestion } from "@/components/action-question";
import { DetailSection } from "@/components/detail-section";
import { TestFormDialog } from "@/entities/health-tests/test-form-dialog";
import {
  groupTests,
  type HealthTest,
  validityVariants,
  verdictVariants,
  type TestLine,
} from "@/entities/health-tests/test-words";
import { Loaded } from "@/components/loaded";
import { Button } from "@/components/ui/button";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import type { DogStatus, Gender } from "@domain/dogs/rules";
import { isGone, isInKennel } from "@domain/dogs/standing";
import { formatDay } from "@domain/formatting/formatting";
import { describeSource, missingTests, recommendedTests } from "@domain/health/breed-tests";
import { askAboutCode } from "@domain/health/certificate-codes";
import { GROUP_LABELS } from "@domain/health/test-kinds";
import { testTitle, describeResult, verdictOf } from "@domain/health/test-results";
import { api } from "@convex/_generated/api";
import { Badge } from "@/components/ui/badge";
import { HistoryIcon } from "@/entities/history/record-history";
import { apiUrl } from "@/lib/api-url";
import { SHOWN_FILE_TYPES } from "@domain/files/rules";
import { validityOf } from "@domain/health/test-validity";

type Actions = {
  today: string;
  /** Some certificate numbers contain the dog's sex. Undefined if the sex is not known here. */
  gender?: Gender | undefined;
  /** The validity of tests does not matter after a dog has left or died. */
  hasValidity: boolean;
  /** Null if the user may only read. */
  onEdit: ((test: HealthTest) => void) | null;
  onDelete: ((test: HealthTest) => void) | null;
};

export function TestLineItem({ line: { newest, earlier }, ...actions }: { line: TestLine } & Actions) {
  return (
    <li className="py-2.5">
      <TestEntry test={newest} isNewest {...actions} />
      {earlier.length > 0 ? (
        <details className="mt-1 text-sm">
          <summary className="w-fit cursor-pointer rounded-sm py-1 text-muted-foreground underline decoration-1 underline-offset-4">
            {earlier.length === 1 ? "1 earlier result" : `${earlier.length} earlier results`}
          </summary>
          <ul className="mt-1 flex flex-col gap-2 border-l pl-3">
            {earlier.map((test) => (
              <li key={test._id}>
                <TestEntry test={test} isNewest={false} {...actions} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </li>
  );
}

function TestEntry({
  test,
  isNewest,
  today,
  gender,
  hasValidity,
  onEdit,
  onDelete,
}: { test: HealthTest; isNewest: boolean } & Actions) {
  const verdict = verdictOf(test);
  const validity = isNewest && hasValidity ? validityOf(test.validUntil, today) : null;
  const title = testTitle(test);
  const question = askAboutCode({ ...test, gender });
  const facts = [formatDay(test.testedOn), test.laboratory, test.certificateNumber]
    .filter(Boolean)
    .join(" · ");
  const about = `${title} of ${formatDay(test.testedOn)}`;
  return (
    <article aria-label={about} className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h5 className="font-semibold break-words">{title}</h5>
          <Badge variant={verdict ? verdictVariants[verdict] : "neutral"} className="whitespace-normal">
            {describeResult(test)}
          </Badge>
          {validity ? <Badge variant={validityVariants[validity.state]}>{validity.text}</Badge> : null}
        </div>
        <p className="text-sm break-words text-muted-foreground">{facts}</p>
        {question ? <p className="text-sm break-words text-warning">{question}</p> : null}
        {test.notes ? <p className="mt-1 text-sm break-words whitespace-pre-wrap">{test.notes}</p> : null}
        {test.certificate ? <CertificateLink certificate={test.certificate} about={about} /> : null}
      </div>
      {onEdit ? (
        <Button variant="ghost" size="icon-sm" aria-label={`Edit ${about}`} onClick={() => onEdit(test)}>
          <Pencil aria-hidden />
        </Button>
      ) : null}
      <HistoryIcon table="healthTests" recordId={test._id} name={about} />
      {onDelete ? (
        <Button variant="ghost" size="icon-sm" aria-label={`Delete ${about}`} onClick={() => onDelete(test)}>
          <Trash2 aria-hidden />
        </Button>
      ) : null}
    </article>
  );
}

type CertificateLinkProps = { certificate: NonNullable<HealthTest["certificate"]>; about: string };

function CertificateLink({ certificate: { downloadPath, fileName, mimeType }, about }: CertificateLinkProps) {
  const url = apiUrl(downloadPath);
  const isShown = SHOWN_FILE_TYPES.includes(mimeType);
  return (
    <a
      href={isShown ? `${url}&show=true` : url}
      {...(isShown ? { target: "_blank", rel: "noreferrer" } : { download: fileName })}
      aria-label={`Certificate of ${about}: ${fileName}`}
      className="mt-1 inline-flex max-w-full items-center gap-1.5 text-sm underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      <FileCheck2 aria-hidden className="size-4 shrink-0 text-brass" />
      <span className="min-w-0 break-words">{fileName}</span>
    </a>
  );
}

type TestedDog = {
  _id: string;
  name: string;
  breed: string;
  gender?: Gender;
  isExternal: boolean;
  status: DogStatus;
};
type HealthTestsSectionProps = { dog: TestedDog; today: string };

/** Users who may write can record tests. */
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
              <TestLineItem
                key={line.key}
                line={line}
                hasValidity={!isGone(dog)}
                gender={dog.gender}
                {...actions}
              />
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
  const recommended = recommendedTests(breed);
  const isHint = recommended.certainty === "starter";
  return (
    <p className="text-sm text-muted-foreground">
      {missing.length === 0 ? (
        <>{isHint ? "All tests of a starter list" : "All tests recommended before breeding"} are recorded.</>
      ) : (
        <>
          {isHint ? "A starter list names, not recorded" : "Recommended before breeding, not recorded"}:{" "}
          <span className="text-foreground">{missing.join(", ")}</span>.
        </>
      )}{" "}
      Source: {describeSource(recommended)}
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
