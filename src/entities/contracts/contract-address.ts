/**
 * The contract dialog in the address of the page below it: `contract={puppy | breeding}&template=…&without=…`. A
 * user who leaves the dialog to record a missing value finds it as it was.
 */
import { text, useMarks, useOverlay, useScreenAddress } from "@/lib/screen-address";

export type ContractChoice = {
  /** Empty for the standard template. */
  template: string;
  /** The labels of the missing values that the user accepted. */
  accepted: readonly string[];
};

export const NO_CHOICE: ContractChoice = { template: "", accepted: [] };

const BESIDE = ["template", "without"];

export const CONTRACT_NAMES = ["contract", ...BESIDE];

const CHOICE = { template: text, without: text };

export function useContractAddress() {
  const { valueOf, open, close } = useOverlay(["contract"], BESIDE);
  const [{ template, without }, change] = useScreenAddress(CHOICE);
  const state = useMarks();
  return {
    /** The puppy, or the breeding of a contract without a puppy. */
    contractOf: valueOf("contract"),
    openContract: (id: string) => open("contract", id),
    dialog: {
      choice: { template, accepted: without === "" ? [] : without.split("\n") },
      onChoice: (next: ContractChoice) =>
        change({ template: next.template, without: next.accepted.join("\n") }, { replace: true, state }),
      onClose: close,
    },
  };
}
