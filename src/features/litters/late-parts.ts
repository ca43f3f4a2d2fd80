/** The dialogs of a litter's page. They load on demand, because together they are as large as the page itself. */
import { late } from "@/components/late";
import { whenQuiet } from "@/lib/quiet";
import { lateLazy } from "@/lib/ready-lazy";
import { RecordHistoryDialog } from "@/entities/history/record-history";

/** The rarer facts of a puppy. Their descriptions are as large as all other code of a card. */
export const PuppyPapers = lateLazy(
  async () => (await import("@/features/litters/puppy-papers")).PuppyPapers,
);
/** For a puppy without rare facts. It may have former placements, but the page does not wait for them. */
export const FormerPapers = lateLazy(async () => {
  await whenQuiet();
  return (await import("@/features/litters/puppy-papers")).PuppyPapers;
});
export const DiaryButton = lateLazy(
  async () => (await import("@/features/litters/diary-section")).DiaryButton,
);
export const DiarySection = lateLazy(
  async () => (await import("@/features/litters/diary-section")).DiarySection,
);
export const PuppySignatures = lateLazy(
  async () => (await import("@/features/litters/puppy-papers")).PuppySignatures,
);
export const SoldPuppyStep = lateLazy(
  async () => (await import("@/entities/placements/placements")).SoldPuppyStep,
);
export const FurtherContract = lateLazy(
  async () => (await import("@/entities/placements/placements")).FurtherContract,
);
export const LitterFormDialog = late(
  async () => (await import("@/features/litters/litter-form-dialog")).LitterFormDialog,
);
export const PuppyFormDialog = late(
  async () => (await import("@/features/litters/puppy-form-dialog")).PuppyFormDialog,
);
export const PuppySaleDialog = late(
  async () => (await import("@/features/litters/puppy-sale-dialog")).PuppySaleDialog,
);
export const PuppyOfferDialog = late(
  async () => (await import("@/features/litters/puppy-offer-dialog")).PuppyOfferDialog,
);
export const AddToDogsDialog = late(
  async () => (await import("@/features/litters/add-to-dogs-dialog")).AddToDogsDialog,
);
export const PuppyContract = late(
  async () => (await import("@/features/litters/puppy-contract")).PuppyContract,
);
export const PuppyChecksDialog = late(
  async () => (await import("@/features/litters/puppy-checks-dialog")).PuppyChecksDialog,
);
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
