/**
 * The contract dialog in the address of the page below it: `contract={puppy | breeding}&template=…`. A user who
 * leaves the dialog to record a missing value finds it as it was. The missing values that the user accepted are kept
 * beside the address, because a link must not accept anything for the person who opens it.
 */
import { text, useMarks, useOverlay, useScreenAddress } from "@/lib/screen-address";

export type ContractChoice = {
  /** Empty for the standard template. */
  template: string;
  /** The labels of the missing values that the user accepted. */
  accepted: readonly string[];
};

export const NO_CHOICE: ContractChoice = { template: "", accepted: [] };

const BESIDE = ["template"];

export const CONTRACT_NAMES = ["contract", ...BESIDE];

const CHOICE = { template: text };

/** The id of the button that opens the dialog. */
export const contractButtonId = (puppyId: string): string => `contract-of-${puppyId}`;

export function useContractAddress() {
  const { valueOf, open, close } = useOverlay(["contract"], BESIDE);
  const [{ template }, change] = useScreenAddress(CHOICE);
  const marks = useMarks();
  const contractOf = valueOf("contract");
  const isSame = marks?.accepted?.of === contractOf;
  return {
    /** The puppy, or the breeding of a contract without a puppy. */
    contractOf,
    openContract: (id: string) => open("contract", id),
    dialog: {
      choice: { template, accepted: (isSame && marks?.accepted?.labels) || NO_CHOICE.accepted },
      onChoice: ({ template: next, accepted: labels }: ContractChoice) =>
        change(
          { template: next },
          { replace: true, state: { ...marks, accepted: { of: contractOf, labels } } },
        ),
      onClose: close,
    },
  };
}
