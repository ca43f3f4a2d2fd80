/** The Dogs page. The open dog is part of the address, so the Back button closes its page. */
import { useState } from "react";
import { Plus } from "lucide-react";
import { FloatingAddButton } from "@/components/floating-add-button";
import { EditLoader } from "@/components/record-dialog";
import { LoadError } from "@/components/load-error";
import { SearchBox } from "@/components/search-box";
import { Alert, AlertTitle } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { LimitUpgrade } from "@/entities/billing/limit-upgrade";
import { asOwner } from "@/entities/photos/photo-owner";
import { DogActionsMenu } from "@/features/dogs/list/dog-actions-menu";
import { useImportAddress } from "@/features/imports/import-address";
import { ImportStatus } from "@/features/imports/import-status";
import type { DogField } from "@/features/dogs/detail/dog-overview";
import { DogFilterPanel } from "@/features/dogs/list/dog-filter-panel";
import { NO_FILTERS } from "@/features/dogs/list/dog-filters";
import { DogList, DogListTools, FoundDogs } from "@/features/dogs/list/dog-list";
import { useDogListParams } from "@/features/dogs/list/dog-list-params";
import {
  AddDog,
  AncestryDialog,
  CertificateDialog,
  DogDeleteDialog,
  DogDetailDialog,
  DogFormDialog,
  DogStatusDialog,
  PhotoManagerDialog,
} from "@/features/dogs/list/late-parts";
import { useDogColumns } from "@/features/dogs/list/use-dog-columns";
import { useDogList } from "@/features/dogs/list/use-dog-list";
import type { Dog } from "@/entities/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useStableCallback } from "@/hooks/use-stable-callback";
import { useToday } from "@/hooks/use-today";
import { useLocation, useNavigate, useParams } from "@/lib/router";
import { id, text, useMarks, useOverlay, useRecordPlace, useScreenAddress } from "@/lib/screen-address";
import { api } from "@convex/_generated/api";
import { limitWarningOf, nextTierText, roomText, usageText } from "@domain/billing/dog-limit";
import type { DogStatus } from "@domain/dogs/rules";

const NO_DOGS: readonly Dog[] = [];
const DOGS_PATH = "/dashboard/dogs";

function useDetailAddress() {
  const { dogId } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const state = useMarks();
  return {
    dogId,
    ...useRecordPlace(DOGS_PATH, ["tab", "edit", "field"]),
    /** Back still closes the page. */
    turnTo: (turned: string) =>
      void navigate({ pathname: `${DOGS_PATH}/${turned}`, search }, { state, replace: true }),
  };
}

/** Other pages can link to the form of a new dog: `add=1`, or `add=past`. */
function useAddAddress() {
  const [said, change] = useScreenAddress({ adding: { ...id, as: "add" }, name: text });
  const setAdding = (adding: "1" | "past" | null) =>
    change({ adding, ...(adding === null && { name: "" }) }, { replace: true });
  return { ...said, setAdding };
}

export function DogsPage() {
  const { can } = useKennel();
  const canWrite = can("dogs", "write");
  const today = useToday();
  const params = useDogListParams();
  const list = useDogList(params, today);
  const columns = useDogColumns(params);
  const detail = useDetailAddress();
  const { adding, name, setAdding } = useAddAddress();
  const form = useOverlay(["edit"], ["field"]);
  const editedId = form.valueOf("edit");
  const [edited, setEdited] = useState<{ dog: Dog; field?: DogField | undefined } | null>(null);
  const [statusChange, setStatusChange] = useState<{ dog: Dog; chosen: DogStatus | undefined } | null>(null);
  const [photosDog, setPhotosDog] = useState<Dog | null>(null);
  const [deletedDog, setDeletedDog] = useState<Dog | null>(null);
  const { openImport } = useImportAddress();
  const view = useStableCallback((dog: Dog) => detail.open(dog._id));
  const edit = useStableCallback((dog: Dog) => setEdited({ dog }));
  const startAdding = () => setAdding("1");
  const addPast = () => setAdding("past");

  return (
    <div className="flex flex-col gap-4 pb-20 sm:pb-0">
      {canWrite ? <DogLimitBanner /> : null}
      <ImportStatus kind="dogs" onShow={openImport} />
      <DogFilterPanel
        filters={params}
        onChange={params.change}
        onClearAll={() => params.change({ ...NO_FILTERS, search: "" })}
        search={
          <div className="flex min-w-52 flex-1 sm:max-lg:basis-full">
            <SearchBox
              label="Search dogs"
              placeholder="Search dogs by name, call name, or registration number..."
              search={params.search}
              onSearch={(search) => params.change({ search })}
            />
          </div>
        }
        tools={
          <>
            <DogListTools list={list} params={params} columns={columns} />
            <DogActionsMenu
              list={list}
              params={params}
              today={today}
              canWrite={canWrite}
              onAddPast={addPast}
            />
            {canWrite ? (
              <Button
                className="ml-auto hidden h-11 sm:inline-flex"
                data-tour="add-dog"
                onClick={startAdding}
              >
                <Plus aria-hidden />
                Add Dog
              </Button>
            ) : null}
          </>
        }
        found={<FoundDogs list={list} params={params} />}
      />
      <DogList
        list={list}
        params={params}
        columns={columns}
        today={today}
        canWrite={canWrite}
        onAdd={startAdding}
        onView={view}
        onEdit={edit}
        onManagePhotos={setPhotosDog}
        onStatus={(dog, chosen) => setStatusChange({ dog, chosen })}
        onDelete={setDeletedDog}
      />
      {canWrite ? (
        <FloatingAddButton
          aria-label="Add Dog"
          data-tour="add-dog"
          className="sm:hidden [:root:has([data-selection])_&]:bottom-18"
          onClick={startAdding}
        />
      ) : null}
      <AncestryDialog today={today} />
      <CertificateDialog today={today} />
      <DogDetailDialog
        dogId={detail.dogId}
        listed={list.page?.data ?? NO_DOGS}
        today={today}
        canWrite={canWrite}
        onEdit={(dog, field) => setEdited({ dog, field })}
        onTurnTo={detail.turnTo}
        onClose={detail.close}
      />
      {canWrite ? (
        <>
          {adding ? (
            <AddDog
              key={adding}
              name={name}
              isPast={adding === "past"}
              today={today}
              onPast={addPast}
              onClose={() => setAdding(null)}
            />
          ) : null}
          <DogFormDialog
            dog={edited?.dog ?? null}
            firstField={edited?.field}
            isOpen={edited !== null}
            today={today}
            onClose={() => setEdited(null)}
          />
          {editedId === null ? null : (
            <AddressedDogForm key={editedId} dogId={editedId} today={today} onClose={form.close} />
          )}
          <DogStatusDialog dog={null} {...statusChange} today={today} onClose={() => setStatusChange(null)} />
          <PhotoManagerDialog owner={photosDog && asOwner(photosDog)} onClose={() => setPhotosDog(null)} />
          <DogDeleteDialog dog={deletedDog} onClose={() => setDeletedDog(null)} />
        </>
      ) : null}
    </div>
  );
}

type AddressedDogFormProps = { dogId: string; today: string; onClose: () => void };

/** Other pages can link to a field of a dog: `edit={dog}&field=…`. */
function AddressedDogForm({ dogId, today, onClose }: AddressedDogFormProps) {
  return (
    <EditLoader
      result={useLiveQuery(api.dogs.dogs.get, { dogId })}
      title="Edit Dog"
      thing="dog"
      failureText="Failed to load dogs. Please try again."
      onClose={onClose}
    >
      {(dog) => <DogFormDialog dog={dog} isOpen today={today} onClose={onClose} />}
    </EditLoader>
  );
}

/** Renders nothing unless the plan is nearly full or the limit cannot be checked. */
function DogLimitBanner() {
  const { kennelId } = useKennel();
  const result = useLiveQuery(api.billing.billing.dogLimitCheck, { kennelId });
  if (result.status === "error") {
    return <LoadError message="Failed to check dog limit" retryLabel="Retry" onRetry={result.retry} />;
  }
  const check = result.data;
  const warning = check ? limitWarningOf(check) : null;
  if (!check || warning === null) return null;
  return (
    <Alert variant={check.canAddDog ? "warning" : "error"} role="status">
      <AlertTitle>
        {warning} {usageText(check)} ({roomText(check)})
      </AlertTitle>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-foreground">{nextTierText(check.planType)}</p>
        <LimitUpgrade planType={check.planType} size="sm" />
      </div>
    </Alert>
  );
}
