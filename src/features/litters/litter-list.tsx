/** The kennel's litters, youngest first, with a search by parents. A tab of the Breeding screen. */
import { useState } from "react";
import { PawPrint, SearchX } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { SearchBox } from "@/components/search-box";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { breedingsPath, litterPath } from "@/features/litters/litter-words";
import { countsText, litterAge, parentNames, puppyStatusVariants } from "@/features/litters/litter-words";
import { PuppyDot } from "@/features/litters/puppy-dot";
import type { Litter } from "@/features/litters/litter-words";
import { useKennel } from "@/hooks/use-kennel";
import { useLastData } from "@/hooks/use-last";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { Link } from "@/lib/router";
import { api } from "@convex/_generated/api";
import { PUPPY_STATUSES } from "@domain/litters/rules";
import { formatDay } from "@domain/formatting/formatting";
import { puppyStatusLabels } from "@domain/litters/words";

const PAGE_SIZE = 24;

export function LitterList() {
  const { kennelId } = useKennel();
  const [search, setSearch] = useState("");
  const [limit, setLimit] = useState(PAGE_SIZE);
  return (
    <div className="flex flex-col gap-4">
      <SearchBox
        label="Search litters"
        placeholder="Search by sire, dam or notes"
        search={search}
        onSearch={(text) => {
          setSearch(text);
          setLimit(PAGE_SIZE);
        }}
      />
      <LitterCards
        key={`${kennelId} ${search}`}
        kennelId={kennelId}
        search={search}
        limit={limit}
        onMore={() => setLimit((last) => last + PAGE_SIZE)}
      />
    </div>
  );
}

type LitterCardsProps = { kennelId: string; search: string; limit: number; onMore: () => void };

function LitterCards({ kennelId, search, limit, onMore }: LitterCardsProps) {
  const today = useToday();
  const result = useLiveQuery(api.litters.litters.list, { kennelId, search, limit });
  // While the longer list loads, the shorter list stays on screen.
  const list = useLastData(result, true);
  if (result.status === "error") {
    return <LoadError message="Failed to load litters. Please try again." onRetry={result.retry} />;
  }
  if (!list) return <ListSkeleton />;
  if (list.data.length === 0) {
    return search === "" ? (
      <EmptyState
        icon={<PawPrint aria-hidden className="size-9 text-brass" />}
        title="No litters yet"
        text="A litter is recorded when a breeding is marked as whelped."
        action={
          <Button asChild variant="outline">
            <Link to={breedingsPath}>See the Breedings</Link>
          </Button>
        }
      />
    ) : (
      <EmptyState
        icon={<SearchX aria-hidden className="size-9 text-muted-foreground" />}
        title="No litters match your search"
        text="Try another sire or dam"
      />
    );
  }
  return (
    <>
      <p role="status" className="text-muted-foreground">
        {list.pagination.totalItems === 1 ? "1 litter" : `${list.pagination.totalItems} litters`}
      </p>
      <ul aria-label="Litters" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {list.data.map((litter) => (
          <li key={litter._id} className="grid min-w-0">
            <LitterCard litter={litter} today={today} />
          </li>
        ))}
      </ul>
      {list.pagination.hasNext ? (
        <Button variant="outline" className="self-center" onClick={onMore}>
          Show Older Litters
        </Button>
      ) : null}
    </>
  );
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} className="h-40" />
      ))}
    </div>
  );
}

/** The whole card links to the litter. */
function LitterCard({ litter, today }: { litter: Litter; today: string }) {
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
