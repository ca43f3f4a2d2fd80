/** Every dialog of a breeding, whichever part of the screen it is opened over. */
import type { ReactNode } from "react";
import { EditLoader } from "@/components/record-dialog";
import type { useDialogAddress } from "@/features/breeding/breeding-address";
import { BreedingDeleteDialog } from "@/features/breeding/breeding-delete-dialog";
import { BreedingDetailDialog } from "@/features/breeding/breeding-detail-dialog";
import { BreedingFormDialog } from "@/features/breeding/breeding-form-dialog";
import { NOT_GIVEN } from "@/features/breeding/breeding-form-values";
import { StatusQuestion } from "@/features/breeding/status-question";
import type { StepValues } from "@/features/breeding/step-dialog";
import type { Breeding } from "@/features/breeding/types";
import type { OpenBreedings } from "@/features/breeding/use-breeding-actions";
import { WhelpDialog } from "@/features/breeding/whelp-dialog";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useKennel } from "@/hooks/use-kennel";
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
            onStatusAlone={(breeding, values) => status.store(breeding, "whelped", values)}
          />
          <StatusQuestion today={today} change={status} />
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
  onStatusAlone: (breeding: Breeding, values: StepValues) => Promise<void>;
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

/** Renders what needs a breeding once it is there. */
function WithBreeding({ breedingId, ...form }: WithBreedingProps) {
  const result = useLiveQuery(api.breedings.breedings.get, { breedingId });
  return (
    <EditLoader
      result={result}
      thing="breeding"
      failureText="Failed to load breedings. Please try again."
      {...form}
    />
  );
}
