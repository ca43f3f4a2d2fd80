/**
 * The waiting list: who waits for a puppy, in the breeder's order, with wishes, deposit and the offer they have; below,
 * who has left it.
 */
import { useState } from "react";
import { Plus, Users } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { MoneyNote } from "@/components/money-note";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { ApplicantDialog } from "@/features/litters/applicant-dialog";
import { ApplicantRow, FormerRow } from "@/features/litters/applicant-row";
import { ApplicantOfferDialog } from "@/features/litters/applicant-offer-dialog";
import type { Applicant } from "@/features/litters/waiting-list-words";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { formatCents } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

/** Renders the part of the Breeding screen. */
export function WaitingListPart() {
  return useKennel().hasRight("finances", "read") ? <WaitingList /> : <MoneyNote />;
}

function WaitingList() {
  const { kennelId, can } = useKennel();
  const canWrite = can("breeding", "write") && can("finances", "write");
  const today = useToday();
  const result = useLiveQuery(api.litters.waitingList.list, { kennelId });
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
  const { active, former } = result.data;
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
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Summary active={active} />
            {add}
          </div>
          <ol aria-label="Waiting list" className="flex flex-col gap-3">
            {active.map((applicant, index) => (
              <ApplicantRow
                key={applicant._id}
                applicant={applicant}
                place={index + 1}
                isLast={index === active.length - 1}
                today={today}
                canWrite={canWrite}
                onEdit={() => setEdited(applicant)}
                onOffer={() => setOffered(applicant)}
              />
            ))}
          </ol>
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

function Summary({ active }: { active: readonly Applicant[] }) {
  const deposits = active.reduce((sum, { depositCents }) => sum + (depositCents ?? 0), 0);
  return (
    <p className="text-muted-foreground">
      {active.length === 1 ? "1 person waiting" : `${active.length} people waiting`}
      {deposits > 0 ? `, ${formatCents(deposits)} in deposits` : ""}
    </p>
  );
}
