/**
 * The Breeding screen. The app passes further parts (litters, heats, …), each with its own name in the address's
 * `tab`.
 */
import { type ReactNode, Suspense, useState } from "react";
import { late, useFetchedWhenUsed } from "@/components/late";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { useBreedingListAddress, type useDialogAddress } from "@/features/breedings/breeding-address";
import { BreedingsSection } from "@/features/breedings/breedings-section";
import {
  useBreedingActions,
  type OpenBreedings,
  type useStatusChange,
} from "@/features/breedings/use-breeding-actions";
import { useToday } from "@/hooks/use-today";
import { useMutation } from "convex/react";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { EditLoader } from "@/components/record-dialog";
import { Alert } from "@/components/ui/alert";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { BreedingDetailDialog } from "@/features/breedings/breeding-detail-dialog";
import { NOT_GIVEN } from "@/features/breedings/breeding-form-values";
import { failureSentence, titleOf } from "@/features/breedings/breeding-words";
import {
  StepDialog,
  type StepValues,
  doubtsOf,
  hasFields,
  stepLabel,
} from "@/features/breedings/step-dialog";
import type { Breeding } from "@/features/breedings/breeding-words";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { getErrorData } from "@domain/errors";

const BreedingFormDialog = late(
  async () => (await import("@/features/breedings/breeding-form-dialog")).BreedingFormDialog,
);
const WhelpDialog = late(async () => (await import("@/features/breedings/whelp-dialog")).WhelpDialog);

/** Loaded once the user begins to use the page. */
export const BREEDING_FORMS = [BreedingFormDialog, WhelpDialog] as const;

type BreedingDialogsProps = { today: string; open: OpenBreedings };

function BreedingDialogs({ today, open }: BreedingDialogsProps) {
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

/** Planning, editing or whelping. */
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

type BreedingDeleteDialogProps = {
  breeding: Breeding | null;
  onDeleted: () => void;
  onClose: () => void;
};

/** Deleting is impossible while the breeding has a litter. */
function BreedingDeleteDialog({ breeding, ...rest }: BreedingDeleteDialogProps) {
  return breeding ? <OpenDeleteDialog key={breeding._id} breeding={breeding} {...rest} /> : null;
}

function OpenDeleteDialog({ breeding, ...after }: BreedingDeleteDialogProps & { breeding: Breeding }) {
  const remove = useMutation(api.breedings.breedings.remove);
  // The server may know of a litter that was added after this list was loaded.
  const [hasLitter, setHasLitter] = useState(breeding.litterId !== null);
  const failureOf = (error: unknown): string | null => {
    if (getErrorData(error)?.code !== "HAS_LITTERS") {
      return failureSentence("Failed to delete breeding. Please try again.", error);
    }
    setHasLitter(true);
    return null;
  };
  return (
    <DeleteQuestion
      recordId={breeding._id}
      title="Are you sure you want to delete this breeding record?"
      isConfirmDisabled={hasLitter}
      remove={async () => await remove({ breedingId: breeding._id })}
      deletedText="Breeding deleted successfully"
      failureOf={failureOf}
      {...after}
    >
      <p className="font-semibold text-foreground">{titleOf(breeding)}</p>
      {hasLitter ? (
        <Alert variant="warning">
          This breeding has a litter, so it cannot be deleted. Delete the litter first, or keep the breeding.
        </Alert>
      ) : (
        <p>For 30 days the record and its documents can be brought back from the history.</p>
      )}
    </DeleteQuestion>
  );
}

type StatusQuestionProps = { today: string; change: ReturnType<typeof useStatusChange> };

/** For a status change that is unusual or needs details. */
function StatusQuestion({ today, change }: StatusQuestionProps) {
  const { question, answer, take } = change;
  if (!question) return null;
  if (hasFields(question, today)) {
    return <StepDialog question={question} today={today} onStep={take} onClose={() => answer(false)} />;
  }
  const label = stepLabel(question.status);
  return (
    <ConfirmDialog
      isOpen
      tone="default"
      title={`${label}?`}
      confirmLabel={label}
      busyLabel={label}
      isBusy={false}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      <p className="font-semibold text-foreground">{titleOf(question.breeding)}</p>
      {doubtsOf(question).map((doubt) => (
        <p key={doubt}>{doubt}</p>
      ))}
    </ConfirmDialog>
  );
}

const BREEDINGS = "breedings";

export type BreedingPart = { value: string; label: string; content: ReactNode };

/** Without further parts, renders only the breedings. */
export function BreedingPage({ parts = [] }: { parts?: readonly BreedingPart[] }) {
  const today = useToday();
  const open = useBreedingActions(today);
  useFetchedWhenUsed(BREEDING_FORMS);
  const breedings = <BreedingsSection today={today} actions={open.actions} onPlan={open.plan} />;
  return (
    <>
      {parts.length === 0 ? breedings : <Parts parts={parts} breedings={breedings} />}
      <BreedingDialogs today={today} open={open} />
    </>
  );
}

function Parts({ parts, breedings }: { parts: readonly BreedingPart[]; breedings: ReactNode }) {
  const { tab, setTab } = useBreedingListAddress();
  const shown = parts.some(({ value }) => value === tab) ? tab : BREEDINGS;
  return (
    <Tabs
      value={shown}
      onValueChange={(value) => setTab(value === BREEDINGS ? "all" : value)}
      activationMode="manual"
    >
      <TabsList aria-label="Parts of Breeding" className="-mx-3 px-3 sm:mx-0 sm:px-0">
        <TabsTrigger value={BREEDINGS}>Breedings</TabsTrigger>
        {parts.map(({ value, label }) => (
          <TabsTrigger key={value} value={value}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={BREEDINGS}>{breedings}</TabsContent>
      {parts.map(({ value, content }) => (
        <TabsContent key={value} value={value}>
          <Suspense fallback={<Skeleton className="h-64" />}>{content}</Suspense>
        </TabsContent>
      ))}
    </Tabs>
  );
}
