/** A dog's coefficient over its whole known pedigree, at any depth, beside the mean of all dogs. */
import { Link } from "@/lib/router";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

type BreedMeanProps = { dogId: string; isKnown: boolean };

/** Renders the sentence, without the dog where its own is not known; nothing while a change is being calculated. */
export function BreedMean({ dogId, isKnown }: BreedMeanProps) {
  const { data } = useLiveQuery(api.pedigree.coefficients.ofDog, { dogId });
  if (!data) return null;
  return (
    <p className="text-sm text-muted-foreground">
      {isKnown
        ? `Over the whole known pedigree: ${percent(data.coefficient)}, while the mean of all `
        : "Over the whole known pedigree, the mean of all "}
      {data.dogs.toLocaleString("en-US")} dogs and ancestors is {percent(data.mean)}.{" "}
      <Link
        to="/dashboard/dogs/pedigree-database"
        className="underline underline-offset-4 hover:text-foreground"
      >
        Pedigree database
      </Link>
    </p>
  );
}
