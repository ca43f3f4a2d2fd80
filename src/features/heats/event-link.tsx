/**
 * One entry of the calendar: what, who and, with room, what else; it leads to the breeding or to the heats, and a good day
 * for mating to the plan of one.
 */
import { Link, useLocation } from "@/lib/router";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import {
  addressOf,
  describeDetail,
  kindLabels,
  kindVariants,
  nameOf,
  planAddressOf,
  shortNameOf,
} from "@/features/heats/event-words";
import type { CalendarEvent } from "@/features/heats/types";
import { useKennel } from "@/hooks/use-kennel";
import { cn } from "@/lib/utils";

/** Renders the entry; short in a day's cell, where the kind is a coloured label over the name. */
export function EventLink({ event, isShort = false }: { event: CalendarEvent; isShort?: boolean }) {
  const { can } = useKennel();
  const { search } = useLocation();
  const planAddress = can("breeding", "write") ? planAddressOf(event, search) : null;
  const address = isShort ? (planAddress ?? addressOf(event)) : addressOf(event);
  const detail = describeDetail(event);
  const content = (
    <>
      <Badge variant={kindVariants[event.kind]} className={cn(isShort && "max-w-full")}>
        <span className={cn(isShort && "truncate")}>{kindLabels[event.kind]}</span>
      </Badge>
      <span className={cn("block min-w-0", isShort ? "truncate text-sm" : "font-semibold break-words")}>
        {isShort ? shortNameOf(event) : nameOf(event)}
      </span>
      {detail && !isShort ? <span className="text-sm text-muted-foreground">{detail}</span> : null}
    </>
  );
  const frame = cn(
    "block rounded-md",
    isShort ? "px-1 py-0.5" : "flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2",
  );
  if (address === null) return <div className={frame}>{content}</div>;
  const hint = planAddress ? "Plan Breeding" : detail;
  const link = (
    <Link
      to={address}
      className={cn(frame, "hover:bg-accent", !isShort && "flex-1")}
      title={isShort ? [nameOf(event), hint].filter(Boolean).join(", ") : undefined}
    >
      {content}
    </Link>
  );
  if (isShort || planAddress === null) return link;
  return (
    <div className="flex flex-wrap items-center gap-2 pr-2">
      {link}
      <Button asChild variant="outline" size="sm">
        <Link to={planAddress}>Plan Breeding</Link>
      </Button>
    </div>
  );
}
