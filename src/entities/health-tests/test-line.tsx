/** One test of a dog with its result, how long it holds, its certificate, and the earlier results of the same test. */
import { FileCheck2, Pencil, Trash2 } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { HistoryIcon } from "@/entities/history/record-history";
import {
  validityVariants,
  verdictVariants,
  type HealthTest,
  type TestLine,
} from "@/entities/health-tests/test-words";
import { apiUrl } from "@/lib/api-url";
import { SHOWN_FILE_TYPES } from "@domain/files/rules";
import { formatDay } from "@domain/formatting/formatting";
import { describeResult, testTitle, verdictOf } from "@domain/health/test-results";
import { validityOf } from "@domain/health/test-validity";

type Actions = {
  today: string;
  /** Whether it matters how long a result holds; not of a dog that is gone. */
  hasValidity: boolean;
  /** Null where the person may only look. */
  onEdit: ((test: HealthTest) => void) | null;
  onDelete: ((test: HealthTest) => void) | null;
};

/** Renders the newest test and, folded away, the ones before. */
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
  hasValidity,
  onEdit,
  onDelete,
}: { test: HealthTest; isNewest: boolean } & Actions) {
  const verdict = verdictOf(test);
  const validity = isNewest && hasValidity ? validityOf(test.validUntil, today) : null;
  const title = testTitle(test);
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
