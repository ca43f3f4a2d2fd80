/** Creates a contract about a puppy, which is added to the documents of its breeding. */
import { useContractAddress } from "@/entities/contracts/contract-address";
import { ContractDialog } from "@/entities/contracts/contract-dialog";
import type { Puppy } from "@/features/litters/litter-words";
import { useLiveQuery } from "@/hooks/use-live-query";
import { puppyName } from "@domain/litters/words";
import { api } from "@convex/_generated/api";

/** Waits until the puppy's breeding is loaded. The litter's page has already requested it. */
export function PuppyContract({ puppy }: { puppy: Puppy }) {
  const { dialog } = useContractAddress();
  const litter = useLiveQuery(api.litters.litters.get, { litterId: puppy.litterId });
  if (!litter.data) return null;
  const buyer = puppy.buyer ? ` for ${puppy.buyer.name}` : "";
  return (
    <ContractDialog
      breedingId={litter.data.breedingId}
      puppyId={puppy._id}
      about={`${puppyName(puppy)}${buyer}`}
      kinds={["sale", "coown"]}
      {...dialog}
    />
  );
}
