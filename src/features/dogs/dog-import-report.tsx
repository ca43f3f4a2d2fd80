/** What a checked import would do, and which lines it leaves out and why. */
import { Alert } from "@/components/ui/alert";
import type { ImportReport } from "@/features/dogs/use-dog-import";
import { limitReachedText, nextTierText } from "../../../domain/billing/dog-limit";
import { MAX_DOGS_PER_KENNEL } from "../../../domain/constants/dogs";

/** Lines with errors that are shown; more are only counted. */
const SHOWN_ERRORS = 100;

/** Renders the report. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const { added, updated, skipped, ancestors, errors, isOverLimit, dogLimit } = report;
  const hidden = errors.length - SHOWN_ERRORS;
  return (
    <div className="flex flex-col gap-3">
      <Alert variant={errors.length > 0 ? "warning" : "success"}>
        <p className="text-foreground">
          {added} new, {updated} updated, {skipped} skipped, {ancestors} external ancestors, {errors.length}{" "}
          with errors
        </p>
      </Alert>
      {dogLimit ? (
        <Alert variant="error">
          <p>Dog limit reached! {limitReachedText(dogLimit)}</p>
          <p className="text-foreground">{nextTierText(dogLimit.planType)}</p>
        </Alert>
      ) : null}
      {isOverLimit ? (
        <Alert variant="error">
          The kennel cannot hold that many: at most {MAX_DOGS_PER_KENNEL} dogs and ancestors.
        </Alert>
      ) : null}
      {errors.length > 0 ? (
        <section>
          <h3 className="font-title mb-2 border-b pb-1 text-lg">Lines that are left out</h3>
          <ul className="flex flex-col gap-1 text-sm">
            {errors.slice(0, SHOWN_ERRORS).map(({ line, fields }) => (
              <li key={line} className="break-words">
                <span className="font-semibold">Line {line}:</span> {Object.values(fields).join(". ")}
              </li>
            ))}
            {hidden > 0 ? <li>and {hidden} more</li> : null}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
