/** The waiting list, in the order that the breeder chose. Former applicants are listed below. */
import { useMemo, useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { Plus, Users } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { MoneyNote } from "@/components/money-note";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { ApplicantRow, FormerRow } from "@/features/litters/applicant-row";
import { PuppyDot } from "@/features/litters/puppy-dot";
import { type Applicant, readyText, wishesText } from "@/features/litters/waiting-list-words";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { formatCents } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";
import { RecordFields } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { contactControl } from "@/entities/contacts/contact-field";
import { BreedControl } from "@/entities/dogs/breed-field";
import { failureText } from "@/lib/failure-text";
import { PLACES } from "@domain/contacts/naming";
import { APPLICANT_FIELDS } from "@domain/litters/record";
import { Loaded } from "@/components/loaded";
import { makePersonTest } from "@domain/text/text";
import { SearchBox } from "@/components/search-box";
import { useFold } from "@/components/use-fold";
import { Badge } from "@/components/ui/badge";
import { holderOf, OfferChoices, OfferDialog } from "@/entities/litters/offer-dialog";
import { mismatchLabels } from "@domain/litters/words";
import { goingHomeOn, mismatchesOf } from "@domain/litters/matching";

type ApplicantOfferDialogProps = {
  applicant: Applicant;
  active: readonly Applicant[];
  today: string;
  onClose: () => void;
};

/** The offer is valid until a date. */
function ApplicantOfferDialog({ active, today, onClose, ...props }: ApplicantOfferDialogProps) {
  const { kennelId } = useKennel();
  // The applicant with current wishes, which may have changed since the dialog opened.
  const applicant = active.find(({ _id }) => _id === props.applicant._id) ?? props.applicant;
  const puppies = useLiveQuery(api.litters.waitingList.offerable, { kennelId });
  const choices = (puppies.data ?? [])
    .map((puppy) => ({
      ...puppy,
      mismatches: mismatchesOf(applicant, puppy),
      holder: holderOf(puppy._id, active, today),
    }))
    // Suitable puppies are first. Otherwise the order stays that of the litters.
    .sort((one, other) => Number(one.mismatches.length > 0) - Number(other.mismatches.length > 0));
  const [chosen, setChosen] = useState<(typeof choices)[number]>();
  return (
    <OfferDialog
      title={`Offer a Puppy to ${applicant.name}`}
      description={`Wishes: ${wishesText(applicant)}`}
      puppy={chosen}
      isAvailable={!puppies.data || choices.some(({ _id }) => _id === chosen?._id)}
      {...{ applicant, active, today, onClose }}
    >
      <Loaded query={puppies} failureText="Failed to load puppies. Please try again." height="h-32">
        {() => (
          <OfferChoices
            label="Puppy"
            emptyText="No puppy is available at the moment."
            className="flex-col items-start gap-0.5"
            chosenId={chosen?._id ?? ""}
            onChoose={(id) => setChosen(choices.find(({ _id }) => _id === id))}
            isOff={({ holder }) => holder !== undefined}
            choices={choices}
          >
            {({ name, gender, color, collarColor, parents, bornOn, mismatches, holder }) => (
              <>
                <span className="flex items-center gap-2 text-base font-semibold">
                  <PuppyDot puppy={{ collarColor }} />
                  {name}
                </span>
                {holder ? <Badge variant="warning">Offered to {holder.name}</Badge> : null}
                <span className="text-muted-foreground">
                  {[gender, color, parents].filter((part) => part !== null).join(", ")}
                </span>
                <span className="text-muted-foreground">{readyText(goingHomeOn(bornOn), today)}</span>
                {mismatches.length > 0 ? (
                  <span className="flex flex-wrap gap-1">
                    {mismatches.map((mismatch) => (
                      <Badge key={mismatch} variant="warning">
                        {mismatchLabels[mismatch]}
                      </Badge>
                    ))}
                  </span>
                ) : null}
              </>
            )}
          </OfferChoices>
        )}
      </Loaded>
    </OfferDialog>
  );
}

export const applicantForm = recordForm({
  fields: APPLICANT_FIELDS,
  noun: "applicant",
  isPlain: true,
  nameOf: ({ name }: Applicant) => name,
  functions: api.litters.waitingList,
  id: "applicantId",
  isOfKennel: true,
  controls: { breed: BreedControl, name: contactControl(PLACES.waitingList[0]) },
  // If the server refuses a contact, the message is shown at the name.
  beside: { empty: {}, of: () => ({}), send: () => ({}), names: { contactId: "name" } },
  failureOf: (error) => failureText("Failed to save applicant", error),
});

type ApplicantDialogProps = {
  /** The applicant as they were when the dialog opened. Null for a new applicant. */
  applicant: Applicant | null;
  /** The applicant as currently stored. Null if somebody deleted the applicant. */
  live: Applicant | null;
  onClose: () => void;
};

export function ApplicantDialog({ applicant, live, onClose }: ApplicantDialogProps) {
  const savedText = applicant ? "Applicant saved" : "Added to the waiting list";
  return (
    <applicantForm.FormDialog record={applicant} {...{ live, savedText, onClose }}>
      <p className="text-muted-foreground sm:col-span-2">
        Only the name is required. Leave the rest empty if they have no preference.
      </p>
      <RecordFields except={["contactId"]} />
    </applicantForm.FormDialog>
  );
}

export function WaitingListPart() {
  return useKennel().hasRight("finances", "read") ? <WaitingList /> : <MoneyNote title="Waiting list" />;
}

/** A longer list can be searched. */
const FIRST_APPLICANTS = 20;

type Offerable = FunctionReturnType<typeof api.litters.waitingList.offerable>;

/** With the names of the available puppies that suit the applicant. */
const matched = (applicant: Applicant, place: number, puppies: Offerable) => ({
  ...{ applicant, place, wishes: wishesText(applicant) },
  suiting:
    applicant.status === "waiting"
      ? puppies.filter((puppy) => mismatchesOf(applicant, puppy).length === 0).map(({ name }) => name)
      : [],
});

function WaitingList() {
  const { kennelId, can } = useKennel();
  const canWrite = can("breeding", "write") && can("finances", "write");
  const today = useToday();
  const result = useLiveQuery(api.litters.waitingList.list, { kennelId });
  const offerable = useLiveQuery(api.litters.waitingList.offerable, canWrite ? { kennelId } : "skip").data;
  const active = result.data?.active ?? [];
  const [search, setSearch] = useState("");
  const [isSuitedOnly, setSuitedOnly] = useState(false);
  // Not calculated again at each key press in the search.
  const waiting = useMemo(
    () =>
      (result.data?.active ?? []).map((applicant, index) => matched(applicant, index + 1, offerable ?? [])),
    [result.data, offerable],
  );
  const isWanted = makePersonTest(search);
  const found = waiting.filter(({ applicant: { name, email, phone, notes, puppy }, wishes, suiting }) => {
    if (isSuitedOnly && suiting.length === 0) return false;
    return isWanted([name, email, notes, puppy?.name, wishes], phone);
  });
  const { shown, more } = useFold(found, FIRST_APPLICANTS);
  const [edited, setEdited] = useState<Applicant | "new" | null>(null);
  const [offered, setOffered] = useState<Applicant | null>(null);
  if (result.status === "error") {
    return <LoadError message="Failed to load the waiting list. Please try again." onRetry={result.retry} />;
  }
  if (result.status === "loading") {
    return (
      <div className="flex flex-col gap-3">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    );
  }
  const { former } = result.data;
  const add = canWrite ? (
    <Button onClick={() => setEdited("new")}>
      <Plus aria-hidden />
      Add Applicant
    </Button>
  ) : null;
  return (
    <div className="flex flex-col gap-5">
      {active.length === 0 ? (
        <EmptyState
          icon={<Users aria-hidden className="size-9 text-brass" />}
          title="Nobody is waiting"
          text={
            canWrite
              ? "Keep everybody who asks for a puppy here, with their wishes and deposit, and offer each puppy to the next person."
              : "People who ask for a puppy appear here, with their wishes and deposit."
          }
          action={add}
        />
      ) : (
        <>
          <div className="flex items-center justify-between gap-3">
            <Summary active={active} found={found.length} />
            {add}
          </div>
          {active.length > FIRST_APPLICANTS || search !== "" || isSuitedOnly ? (
            <div className="flex flex-wrap items-center gap-3">
              <SearchBox
                label="Search the waiting list"
                placeholder="Name, wish or note"
                search={search}
                onSearch={setSearch}
              />
              {(offerable?.length ?? 0) > 0 || isSuitedOnly ? (
                <Button
                  variant={isSuitedOnly ? "default" : "outline"}
                  aria-pressed={isSuitedOnly}
                  onClick={() => setSuitedOnly(!isSuitedOnly)}
                >
                  A Puppy Suits
                </Button>
              ) : null}
            </div>
          ) : null}
          {found.length === 0 ? <p role="status">No applicant matches.</p> : null}
          <ol
            aria-label="Waiting list"
            hidden={found.length === 0}
            className="divide-y rounded-lg border bg-card shadow-page"
          >
            {shown.map(({ applicant, place, suiting }) => (
              <ApplicantRow
                key={applicant._id}
                applicant={applicant}
                place={place}
                isLast={place === active.length}
                today={today}
                canWrite={canWrite}
                suiting={suiting}
                onEdit={() => setEdited(applicant)}
                onOffer={() => setOffered(applicant)}
              />
            ))}
          </ol>
          {more}
        </>
      )}
      {former.length > 0 ? (
        <section aria-labelledby="former-applicants" className="border-t pt-4">
          <h2 id="former-applicants" className="font-title mb-2 text-lg">
            No longer waiting
          </h2>
          <ul className="flex flex-col divide-y">
            {former.map((applicant) => (
              <FormerRow key={applicant._id} applicant={applicant} today={today} canWrite={canWrite} />
            ))}
          </ul>
        </section>
      ) : null}
      {edited ? (
        <ApplicantDialog
          applicant={edited === "new" ? null : edited}
          live={edited === "new" ? null : (active.find(({ _id }) => _id === edited._id) ?? null)}
          onClose={() => setEdited(null)}
        />
      ) : null}
      {offered ? (
        <ApplicantOfferDialog
          applicant={offered}
          active={active}
          today={today}
          onClose={() => setOffered(null)}
        />
      ) : null}
    </div>
  );
}

/** While the list is searched, the number of applicants found is added. */
function Summary({ active, found }: { active: readonly Applicant[]; found: number }) {
  const deposits = active.reduce((sum, { depositCents }) => sum + (depositCents ?? 0), 0);
  if (found < active.length) {
    return (
      <p role="status" className="text-muted-foreground">
        {found} of {active.length} people
      </p>
    );
  }
  return (
    <p className="text-muted-foreground">
      {active.length === 1 ? "1 person waiting" : `${active.length} people waiting`}
      {deposits > 0 ? `, ${formatCents(deposits)} in deposits` : ""}
    </p>
  );
}
