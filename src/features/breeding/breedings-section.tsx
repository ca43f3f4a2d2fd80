/** The kennel's breedings: search, file, tabs by status and cards. */
import { Plus } from "lucide-react";
import { RefreshButton } from "@/components/growing-list";
import { FloatingAddButton } from "@/components/floating-add-button";
import { SearchBox } from "@/components/search-box";
import { Button } from "@/components/ui/button";
import { useBreedingListAddress } from "@/features/breeding/breeding-address";
import { BreedingList } from "@/features/breeding/breeding-list";
import type { BreedingActions } from "@/features/breeding/breeding-menu";
import { ExportBreedings } from "@/features/breeding/export-breedings";
import { StatusTabs } from "@/features/breeding/status-tabs";
import { useBreedingList } from "@/features/breeding/use-breeding-list";
import { useKennel } from "@/hooks/use-kennel";
import { useLivePage } from "@/hooks/use-live-page";

type BreedingsSectionProps = { today: string; actions: BreedingActions; onPlan: () => void };

/** Renders the section. */
export function BreedingsSection({ today, actions, onPlan }: BreedingsSectionProps) {
  const canWrite = useKennel().can("breeding", "write");
  const address = useBreedingListAddress();
  const filter = { status: address.status, search: address.search };
  const list = useBreedingList(filter);
  const first = useLivePage(list, 1);
  return (
    <div className="flex flex-col gap-4 pb-20 sm:pb-0">
      <div className="flex items-center gap-2 sm:gap-3">
        <SearchBox
          label="Search breedings"
          placeholder="Search by sire, dam or notes..."
          search={address.search}
          onSearch={address.setSearch}
        />
        <ExportBreedings filter={filter} today={today} />
        <RefreshButton list={first} className="px-3 sm:px-4" />
        {canWrite ? (
          <Button className="hidden h-11 sm:inline-flex" data-tour="plan-breeding" onClick={onPlan}>
            <Plus aria-hidden />
            Plan Breeding
          </Button>
        ) : null}
      </div>
      <StatusTabs status={address.status} counts={first.page?.counts} onStatus={address.setTab} />
      <BreedingList
        list={list}
        first={first}
        filter={filter}
        today={today}
        canWrite={canWrite}
        onAdd={onPlan}
        {...actions}
      />
      {canWrite ? (
        <FloatingAddButton
          aria-label="Plan Breeding"
          data-tour="plan-breeding"
          className="sm:hidden"
          onClick={onPlan}
        />
      ) : null}
    </div>
  );
}
