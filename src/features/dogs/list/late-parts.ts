/**
 * Parts of the Dogs page that load on demand: the dialogs over the list, and the table. Together they are more than
 * twice as large as the list, so they load after the list is shown.
 */
import { late } from "@/components/late";
import { RecordHistoryDialog } from "@/entities/history/record-history";
import { useAncestryAddress, useCertificateAddress } from "@/features/pedigree/pedigree-address";

const isWanted = () => true;
const isAddressed = ({ dogId }: { dogId: string | undefined }) => dogId !== undefined;
const hasDog = ({ dog }: { dog: unknown }) => dog !== null;

export const AddDog = late(async () => (await import("@/features/dogs/list/add-dog")).AddDog, isWanted);
export const DogDetailDialog = late(
  async () => (await import("@/features/dogs/detail/dog-detail-dialog")).DogDetailDialog,
  isAddressed,
);
export const DogFormDialog = late(
  async () => (await import("@/features/dogs/form/dog-form-dialog")).DogFormDialog,
  hasDog,
);
export const DogStatusDialog = late(
  async () => (await import("@/features/dogs/form/dog-status-dialog")).DogStatusDialog,
  hasDog,
);
export const PhotoManagerDialog = late(
  async () => (await import("@/entities/photos/photo-manager-dialog")).PhotoManagerDialog,
  ({ owner }) => owner !== null,
);
export const DogDeleteDialog = late(
  async () => (await import("@/features/dogs/detail/dog-delete-dialog")).DogDeleteDialog,
  hasDog,
);
export const AncestryDialog = late(
  async () => (await import("@/features/pedigree/ancestry-dialog")).AncestryDialog,
  () => useAncestryAddress().dogId !== null,
);
export const CertificateDialog = late(
  async () => (await import("@/features/pedigree/certificate-dialog")).CertificateDialog,
  () => useCertificateAddress().dogId !== null,
);
export const ImportDialog = late(
  async () => (await import("@/features/imports/import-dialog")).ImportDialog,
  isWanted,
);
export const DogTable = late(async () => (await import("@/features/dogs/list/dog-table")).DogTable, isWanted);
export const ColumnsDialog = late(
  async () => (await import("@/features/dogs/list/columns-dialog")).ColumnsDialog,
  isWanted,
);
export const SaveViewDialog = late(
  async () => (await import("@/features/dogs/list/save-view-dialog")).SaveViewDialog,
  isWanted,
);
export const ViewsDialog = late(
  async () => (await import("@/features/dogs/list/views-dialog")).ViewsDialog,
  isWanted,
);

const PARTS = [
  AddDog,
  DogDetailDialog,
  DogFormDialog,
  DogStatusDialog,
  PhotoManagerDialog,
  DogDeleteDialog,
  RecordHistoryDialog,
  AncestryDialog,
  CertificateDialog,
  ImportDialog,
  DogTable,
  ColumnsDialog,
  SaveViewDialog,
  ViewsDialog,
];

export async function fetchLateDogParts(): Promise<void> {
  await Promise.all(PARTS.map((part) => part.fetch()));
}
