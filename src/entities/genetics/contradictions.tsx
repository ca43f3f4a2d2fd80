/**
 * Contradictions in the records of a dog, its parents and its offspring. Each entry has links to its dogs and says
 * what would solve it. Contradictions that somebody marked as known are folded, with the name and date. Without a
 * contradiction, nothing is shown.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { TriangleAlert } from "lucide-react";
import { RecordFields } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { Button } from "@/components/ui/button";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { Link } from "@/lib/router";
import { api } from "@convex/_generated/api";
import { localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import { KNOWN_CONTRADICTION_FIELDS } from "@domain/genetics/record";
import { pageOf } from "@domain/history/places";

type Contradiction = NonNullable<FunctionReturnType<typeof api.genetics.contradictions.ofDog>>[number];
type Known = FunctionReturnType<typeof api.genetics.contradictions.get>;
type ShownDog = { readonly _id: string; readonly name: string };

const knownContradictionForm = recordForm({
  fields: KNOWN_CONTRADICTION_FIELDS,
  noun: "known contradiction",
  title: "Known Contradiction",
  nameOf: ({ saidBy }: Known) => saidBy ?? "Known contradiction",
  functions: api.genetics.contradictions,
  id: "knownContradictionId",
});

const keyOf = ({ kind, dog, others, locus }: Contradiction): string =>
  [kind, locus, dog._id, ...others.map(({ _id }) => _id)].join(" ");

const useContradictions = (dogId: string): readonly Contradiction[] =>
  useLiveQuery(api.genetics.contradictions.ofDog, { dogId }).data ?? [];

/** The other dogs of a contradiction, each with a link to its page. */
function OtherDogs({ found: { dog, others }, dogId }: { found: Contradiction; dogId: string }) {
  const named = [dog, ...others].filter(({ _id }) => _id !== dogId);
  if (named.length === 0) return null;
  return (
    <p className="text-sm">
      Open{" "}
      {named.map(({ _id, name }, at) => (
        <span key={_id}>
          {at > 0 ? ", " : ""}
          <Link to={pageOf("dogs", _id)} className="underline underline-offset-4 hover:text-primary">
            {name}
          </Link>
        </span>
      ))}
    </p>
  );
}

/** Who marked the contradiction as known, and when. */
const knownText = ({ saidBy, notes, createdAt }: NonNullable<Contradiction["known"]>): string =>
  [`Known${saidBy === null ? "" : ` to ${saidBy}`} since ${formatDay(localDay(new Date(createdAt)))}`, notes]
    .filter(Boolean)
    .join(": ");

/** Users who may write health records can mark a contradiction as known. */
export function Contradictions({ dog }: { dog: ShownDog }) {
  const canWrite = useKennel().can("health", "write");
  const found = useContradictions(dog._id);
  const remove = useMutation(api.genetics.contradictions.remove);
  const [saying, setSaying] = useState<Contradiction | null>(null);
  const [leaving, setLeaving] = useState<NonNullable<Contradiction["known"]> | null>(null);
  if (found.length === 0) return null;
  const [open, known] = [found.filter((each) => !each.known), found.filter((each) => each.known)];
  return (
    <section aria-label="Contradictions" className="flex flex-col gap-3 pb-3">
      {open.length > 0 ? (
        <ul aria-label="What cannot be true" className="flex flex-col gap-3">
          {open.map((each) => (
            <li
              key={keyOf(each)}
              className="flex flex-col gap-1 rounded-md border border-warning/40 bg-warning-soft px-4 py-3"
            >
              <p className="flex items-start gap-2 font-semibold">
                <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
                <span className="min-w-0 break-words">{each.message}</span>
              </p>
              <p className="text-sm">{each.solution}</p>
              <OtherDogs found={each} dogId={dog._id} />
              {canWrite ? (
                <div className="pt-1">
                  <Button variant="outline" size="sm" onClick={() => setSaying(each)}>
                    We Know
                    <span className="sr-only">: {each.message}</span>
                  </Button>
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {known.length > 0 ? (
        <details className="text-sm">
          <summary className="cursor-pointer py-1">
            {known.length === 1 ? "1 known contradiction" : `${known.length} known contradictions`}
          </summary>
          <ul aria-label="Known contradictions" className="divide-y">
            {known.map((each) => (
              <li key={keyOf(each)} className="flex flex-col gap-1 py-2">
                <p className="break-words">{each.message}</p>
                <p className="break-words text-muted-foreground">{each.known && knownText(each.known)}</p>
                {canWrite ? (
                  <div>
                    <Button variant="ghost" size="sm" onClick={() => setLeaving(each.known)}>
                      Warn Again
                      <span className="sr-only">: {each.message}</span>
                    </Button>
                  </div>
                ) : null}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {saying ? (
        <knownContradictionForm.FormDialog
          record={null}
          given={{
            dogId: saying.dog._id,
            otherId: saying.others[0]?._id ?? "",
            kind: saying.kind,
            locus: saying.locus ?? "",
          }}
          title="We Know of This"
          submitLabel="Save"
          savedText="This contradiction is no longer warned of"
          onClose={() => setSaying(null)}
        >
          <p className="sm:col-span-2">{saying.message}</p>
          <RecordFields except={["dogId", "otherId", "kind", "locus", "saidBy"]} />
        </knownContradictionForm.FormDialog>
      ) : null}
      {leaving ? (
        <DeleteQuestion
          recordId={leaving._id}
          noun="known contradiction"
          remove={async () => await remove({ knownContradictionId: leaving._id })}
          onClose={() => setLeaving(null)}
        >
          <p>The contradiction is warned of again.</p>
        </DeleteQuestion>
      ) : null}
    </section>
  );
}

/** Links to the contradictions. Renders nothing if all of them are known. */
export function ContradictionBanner({ dogId }: { dogId: string }) {
  const mayReadHealth = useKennel().can("health", "read");
  const open = useContradictions(dogId).filter(({ known }) => !known);
  const [first] = open;
  if (!first) return null;
  return (
    <div className="flex items-start gap-2 rounded-md border border-warning/40 bg-warning-soft px-4 py-3">
      <TriangleAlert role="img" aria-label="Caution" className="mt-0.5 size-5 shrink-0 text-warning" />
      <p className="min-w-0 break-words">
        {first.message}
        {open.length > 1 ? ` And ${open.length - 1} more.` : ""}{" "}
        {mayReadHealth ? (
          <Link
            to={`/dashboard/dogs/${dogId}?tab=health`}
            className="font-semibold underline underline-offset-4 hover:text-primary"
          >
            See what would solve it
          </Link>
        ) : (
          first.solution
        )}
      </p>
    </div>
  );
}
