/** The dialogs of a litter's page. They load on demand, because together they are as large as the page itself. */
import { late } from "@/components/late";
import { whenQuiet } from "@/lib/quiet";
import { lateLazy } from "@/lib/ready-lazy";
import { RecordHistoryDialog } from "@/entities/history/record-history";

/** The rarer facts of a puppy. Their descriptions are as large as all other code of a card. */
export const PuppyPapers = lateLazy(
  async () => (await import("@/features/litters/puppy-papers")).PuppyPapers,
);
/**
 * The same part for a puppy without such facts. It may have former placements, but the page does not wait for them.
 */
export const FormerPapers = lateLazy(async () => {
  await whenQuiet();
  return (await import("@/features/litters/puppy-papers")).PuppyPapers;
});
/** Writes in the diary of the litter. */
export const DiaryButton = lateLazy(
  async () => (await import("@/features/litters/diary-section")).DiaryButton,
);
/** The diary of the litter. */
export const DiarySection = lateLazy(
  async () => (await import("@/features/litters/diary-section")).DiarySection,
);
export const PuppySignatures = lateLazy(
  async () => (await import("@/features/litters/puppy-papers")).PuppySignatures,
);
/** The next steps of a sold puppy. */
export const SoldPuppyStep = lateLazy(
  async () => (await import("@/entities/placements/placements")).SoldPuppyStep,
);
/** Changes the litter. */
export const LitterFormDialog = late(
  async () => (await import("@/features/litters/litter-form-dialog")).LitterFormDialog,
);
/** Changes a puppy. */
export const PuppyFormDialog = late(
  async () => (await import("@/features/litters/puppy-form-dialog")).PuppyFormDialog,
);
/** Reserves or sells a puppy. */
export const PuppySaleDialog = late(
  async () => (await import("@/features/litters/puppy-sale-dialog")).PuppySaleDialog,
);
/** Offers a puppy to the waiting list. */
export const PuppyOfferDialog = late(
  async () => (await import("@/features/litters/puppy-offer-dialog")).PuppyOfferDialog,
);
/** Records a puppy as a dog of the kennel. */
export const AddToDogsDialog = late(
  async () => (await import("@/features/litters/add-to-dogs-dialog")).AddToDogsDialog,
);
/** Creates a contract about a puppy. */
export const PuppyContract = late(
  async () => (await import("@/features/litters/puppy-contract")).PuppyContract,
);
/** Records a puppy's health checks. */
export const PuppyChecksDialog = late(
  async () => (await import("@/features/litters/puppy-checks-dialog")).PuppyChecksDialog,
);
/** Records a puppy's death. */
export const PuppyDeathDialog = late(
  async () => (await import("@/features/litters/puppy-death-dialog")).PuppyDeathDialog,
);
export const PuppyPhotos = late(async () => (await import("@/features/litters/puppy-photos")).PuppyPhotos);

export const LATE_LITTER_PARTS = [
  LitterFormDialog,
  PuppyFormDialog,
  PuppySaleDialog,
  PuppyOfferDialog,
  AddToDogsDialog,
  PuppyContract,
  PuppyChecksDialog,
  PuppyDeathDialog,
  PuppyPhotos,
  RecordHistoryDialog,
];
