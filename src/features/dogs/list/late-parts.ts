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

/** Adds a dog, if the plan has room for it. */
export const AddDog = late(async () => (await import("@/features/dogs/list/add-dog")).AddDog, isWanted);
/** One dog's page. */
export const DogDetailDialog = late(
  async () => (await import("@/features/dogs/detail/dog-detail-dialog")).DogDetailDialog,
  isAddressed,
);
/** Changes a dog. */
export const DogFormDialog = late(
  async () => (await import("@/features/dogs/form/dog-form-dialog")).DogFormDialog,
  hasDog,
);
/** Changes a dog's status. */
export const DogStatusDialog = late(
  async () => (await import("@/features/dogs/form/dog-status-dialog")).DogStatusDialog,
  hasDog,
);
/** Adds, sorts and removes photos. */
export const PhotoManagerDialog = late(
  async () => (await import("@/entities/photos/photo-manager-dialog")).PhotoManagerDialog,
  ({ owner }) => owner !== null,
);
/** Asks before a dog is deleted. */
export const DogDeleteDialog = late(
  async () => (await import("@/features/dogs/detail/dog-delete-dialog")).DogDeleteDialog,
  hasDog,
);
/** A dog's pedigree, drawn. */
export const AncestryDialog = late(
  async () => (await import("@/features/pedigree/ancestry-dialog")).AncestryDialog,
  () => useAncestryAddress().dogId !== null,
);
/** Prints a pedigree certificate. */
export const CertificateDialog = late(
  async () => (await import("@/features/pedigree/certificate-dialog")).CertificateDialog,
  () => useCertificateAddress().dogId !== null,
);
/** Imports dogs or ancestors from a file. */
export const ImportDialog = late(
  async () => (await import("@/features/imports/import-dialog")).ImportDialog,
  isWanted,
);
/** The dogs as a table. */
export const DogTable = late(async () => (await import("@/features/dogs/list/dog-table")).DogTable, isWanted);
/** Chooses the table's columns. */
export const ColumnsDialog = late(
  async () => (await import("@/features/dogs/list/columns-dialog")).ColumnsDialog,
  isWanted,
);
/** Saves the list's state as a view. */
export const SaveViewDialog = late(
  async () => (await import("@/features/dogs/list/save-view-dialog")).SaveViewDialog,
  isWanted,
);
/** Renames and deletes saved views. */
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

/** Loads the code of all parts. */
export async function fetchLateDogParts(): Promise<void> {
  await Promise.all(PARTS.map((part) => part.fetch()));
}
