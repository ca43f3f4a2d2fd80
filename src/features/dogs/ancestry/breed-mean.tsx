/** A dog's exact coefficient beside the mean of the whole pedigree database, where that has been calculated. */
import { Link } from "react-router-dom";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** Renders the sentence; nothing where the dog was not part of a calculation. */
export function BreedMean({ dogId }: { dogId: string }) {
  const { data } = useLiveQuery(api.pedigree.coefficients.ofDog, { dogId });
  if (!data) return null;
  return (
    <p className="text-sm text-muted-foreground">
      Over the whole pedigree database: {percent(data.coefficient)}, while the mean of its{" "}
      {data.dogs.toLocaleString("en-US")} dogs is {percent(data.mean)}
      {data.isOutOfDate ? " (out of date)" : ""}.{" "}
      <Link
        to="/dashboard/dogs/pedigree-database"
        className="underline underline-offset-4 hover:text-foreground"
      >
        Pedigree database
      </Link>
    </p>
  );
}
