/** A litter in the list: its parents, day, numbers, and where its puppies stand. */
import { Link } from "@/lib/router";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { PUPPY_STATUSES } from "@domain/constants/litters";
import { formatDay } from "@domain/formatting/formatting";
import { puppyStatusLabels } from "@domain/litters/labels";
import { litterPath } from "@/features/litters/litter-paths";
import { countsText, litterAge, parentNames, puppyStatusVariants } from "@/features/litters/litter-words";
import { PuppyDot } from "@/features/litters/puppy-dot";
import type { Litter } from "@/features/litters/types";

/** Renders the card; the whole of it leads to the litter. */
export function LitterCard({ litter, today }: { litter: Litter; today: string }) {
  const { sire, dam } = parentNames(litter);
  const standing = PUPPY_STATUSES.map((status) => ({
    status,
    count: litter.puppies.filter((puppy) => puppy.status === status).length,
  })).filter(({ count }) => count > 0);
  return (
    <Card
      role="article"
      aria-label={`Litter of ${sire} and ${dam}`}
      className="relative flex min-w-0 flex-col gap-2 p-4 transition-colors hover:bg-accent"
    >
      <h2 className="font-title text-lg leading-snug break-words">
        <Link to={litterPath(litter._id)} className="after:absolute after:inset-0">
          {sire} <span className="text-brass">×</span> {dam}
        </Link>
      </h2>
      <p className="text-sm">
        {formatDay(litter.whelpingDate)}
        <span className="text-muted-foreground"> · {litterAge(litter.whelpingDate, today)}</span>
      </p>
      <p className="text-sm text-muted-foreground">{countsText(litter)}</p>
      {litter.puppies.length === 0 ? null : (
        <>
          <p aria-hidden className="flex flex-wrap gap-1">
            {litter.puppies.map((puppy) => (
              <PuppyDot key={puppy._id} puppy={puppy} />
            ))}
          </p>
          <p className="flex flex-wrap gap-1.5">
            {standing.map(({ status, count }) => (
              <Badge key={status} variant={puppyStatusVariants[status]}>
                {count} {puppyStatusLabels[status].toLowerCase()}
              </Badge>
            ))}
          </p>
        </>
      )}
    </Card>
  );
}
