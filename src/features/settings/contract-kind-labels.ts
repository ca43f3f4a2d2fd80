/** What the kinds of contracts are called. */
import type { ContractKind } from "@domain/constants/contracts";

export const contractKindLabels: Record<ContractKind, string> = {
  stud: "Stud service",
  sale: "Puppy sale",
  coown: "Co-ownership",
};
