/** The kennel's breedings: search, file, tabs by status, cards, and the dialogs that plan, show and change one. */
import { useState } from "react";
import { Plus, RefreshCw } from "lucide-react";
import { SearchBox } from "@/components/search-box";
import { Button } from "@/components/ui/button";
import {
  useBreedingListAddress,
  useDetailAddress,
  useDialogAddress,
} from "@/features/breeding/breeding-address";
import { BreedingDeleteDialog } from "@/features/breeding/breeding-delete-dialog";
import { BreedingDetailDialog } from "@/features/breeding/breeding-detail-dialog";
import { BreedingDialogs } from "@/features/breeding/breeding-dialogs";
import { BreedingList } from "@/features/breeding/breeding-list";
import { ExportMenu } from "@/features/breeding/export-menu";
import { StatusQuestion } from "@/features/breeding/status-question";
import { StatusTabs } from "@/features/breeding/status-tabs";
import type { Breeding } from "@/features/breeding/types";
import { useBreedingPage } from "@/features/breeding/use-breeding-list";
import { useStatusChange } from "@/features/breeding/use-status-change";
import { useKennel } from "@/hooks/use-kennel";
import { useStableCallback } from "@/hooks/use-stable-callback";
import { useToday } from "@/hooks/use-today";
import { cn } from "@/lib/utils";

/** Renders the section. */
export function BreedingsSection() {
  const canWrite = useKennel().can("breeding", "write");
  const today = useToday();
  const address = useBreedingListAddress();
  const filter = { status: address.status, search: address.search };
  const first = useBreedingPage(filter, 1);
  const detail = useDetailAddress();
  const dialog = useDialogAddress();
  const [deleted, setDeleted] = useState<Breeding | null>(null);
  const whelp = (breeding: Breeding) => dialog.open("whelp", breeding._id);
  const { change, question, answer, store } = useStatusChange(today, whelp);
  const plan = () => dialog.open("add", "1");
  const actions = {
    onView: useStableCallback((breeding: Breeding) => detail.open(breeding._id)),
    onStatus: useStableCallback(change),
    onEdit: useStableCallback((breeding: Breeding) => dialog.open("edit", breeding._id)),
    onDelete: setDeleted,
  };

  return (
    <div className="flex flex-col gap-4 pb-20 sm:pb-0">
      <div className="flex items-center gap-2 sm:gap-3">
        <SearchBox
          label="Search breedings"
          placeholder="Search by sire, dam or notes..."
          search={address.search}
          onSearch={address.setSearch}
        />
        <ExportMenu filter={filter} today={today} />
        <Button
          variant="outline"
          className="h-11 px-3 sm:px-4"
          aria-label="Refresh"
          aria-disabled={first.isStale}
          onClick={first.isStale ? undefined : first.retry}
        >
          <RefreshCw aria-hidden className={cn(first.isStale && "motion-safe:animate-spin")} />
          <span className="hidden md:inline">Refresh</span>
        </Button>
        {canWrite ? (
          <Button className="hidden h-11 sm:inline-flex" onClick={plan}>
            <Plus aria-hidden />
            Plan Breeding
          </Button>
        ) : null}
      </div>
      <StatusTabs status={address.status} counts={first.page?.counts} onStatus={address.setTab} />
      <BreedingList
        first={first}
        filter={filter}
        today={today}
        canWrite={canWrite}
        onAdd={plan}
        {...actions}
      />
      {canWrite ? (
        <Button
          size="icon"
          aria-label="Plan Breeding"
          onClick={plan}
          className="fixed right-4 bottom-4 z-20 size-14 rounded-full shadow-raised sm:hidden"
        >
          <Plus aria-hidden className="size-6" />
        </Button>
      ) : null}
      <BreedingDetailDialog
        breedingId={detail.breedingId}
        today={today}
        canWrite={canWrite}
        onClose={detail.close}
        {...actions}
      />
      {canWrite ? (
        <>
          <BreedingDialogs
            address={dialog}
            today={today}
            onStatusAlone={(breeding) => store(breeding, "whelped")}
          />
          <StatusQuestion question={question} today={today} onAnswer={answer} />
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
    </div>
  );
}
