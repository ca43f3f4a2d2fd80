/** Every dialog of a breeding, whichever part of the screen it is opened over. */
import { useState, type ReactNode } from "react";
import { LoadError } from "@/components/load-error";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { useDialogAddress } from "@/features/breeding/breeding-address";
import { BreedingDeleteDialog } from "@/features/breeding/breeding-delete-dialog";
import { BreedingDetailDialog } from "@/features/breeding/breeding-detail-dialog";
import { BreedingFormDialog } from "@/features/breeding/breeding-form-dialog";
import { NOT_GIVEN } from "@/features/breeding/breeding-form-values";
import { StatusQuestion } from "@/features/breeding/status-question";
import type { Breeding } from "@/features/breeding/types";
import type { OpenBreedings } from "@/features/breeding/use-breeding-actions";
import { WhelpDialog } from "@/features/breeding/whelp-dialog";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useKennel } from "@/hooks/use-kennel";
import { isNotFound } from "@/lib/not-found";
import { api } from "@convex/_generated/api";

type BreedingDialogsProps = { today: string; open: OpenBreedings };

/** Renders the dialogs; those that change something only for who may. */
export function BreedingDialogs({ today, open }: BreedingDialogsProps) {
  const canWrite = useKennel().can("breeding", "write");
  const { actions, detail, dialog, status, deleted, setDeleted } = open;
  return (
    <>
      <BreedingDetailDialog
        breedingId={detail.breedingId}
        today={today}
        canWrite={canWrite}
        onClose={detail.close}
        {...actions}
      />
      {canWrite ? (
        <>
          <AddressDialog
            address={dialog}
            today={today}
            onStatusAlone={(breeding) => status.store(breeding, "whelped")}
          />
          <StatusQuestion question={status.question} today={today} onAnswer={status.answer} />
          <BreedingDeleteDialog
            breeding={deleted}
            onDeleted={() => {
              if (detail.breedingId === deleted?._id) detail.close();
              setDeleted(null);
            }}
            onClose={() => setDeleted(null)}
          />
        </>
      ) : null}
    </>
  );
}

type AddressDialogProps = {
  address: ReturnType<typeof useDialogAddress>;
  today: string;
  onStatusAlone: (breeding: Breeding) => Promise<void>;
};

/** The one dialog that the address opens: planning, editing or whelping. */
function AddressDialog({ address, today, onStatusAlone }: AddressDialogProps) {
  const { isAdding, given, editedId, whelpedId, close } = address;
  if (isAdding) return <BreedingFormDialog breeding={null} given={given} onClose={close} />;
  if (editedId !== null) {
    return (
      <WithBreeding key={editedId} breedingId={editedId} title="Edit Breeding" onClose={close}>
        {(breeding) => <BreedingFormDialog breeding={breeding} given={NOT_GIVEN} onClose={close} />}
      </WithBreeding>
    );
  }
  if (whelpedId !== null) {
    return (
      <WithBreeding key={whelpedId} breedingId={whelpedId} title="Mark as Whelped" onClose={close}>
        {(breeding) => (
          <WhelpDialog breeding={breeding} today={today} onStatusAlone={onStatusAlone} onClose={close} />
        )}
      </WithBreeding>
    );
  }
  return null;
}

type WithBreedingProps = {
  breedingId: string;
  title: string;
  onClose: () => void;
  children: (breeding: Breeding) => ReactNode;
};

/** Renders what needs a breeding once it is there; the dialog goes on with it when the record is deleted later. */
function WithBreeding({ breedingId, title, onClose, children }: WithBreedingProps) {
  const { kennelId } = useKennel();
  const result = useLiveQuery(api.breedings.breedings.get, { breedingId });
  const [begun, setBegun] = useState<Breeding | null>(null);
  if (begun === null && result.data?.kennelId === kennelId) setBegun(result.data);
  if (begun) return children(begun);
  const isMissing = (result.status === "error" && isNotFound(result.error)) || result.status === "ready";
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent size="md" aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
        </DialogHeader>
        <DialogBody>
          {isMissing ? (
            <p role="status">
              This breeding was not found. It may have been deleted, or it belongs to another kennel.
            </p>
          ) : result.status === "error" ? (
            <LoadError message="Failed to load breedings. Please try again." onRetry={result.retry} />
          ) : (
            <Skeleton className="h-64" />
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
