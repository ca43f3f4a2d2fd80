/** One entry of the calendar: what, who and, with room, what else; it leads to the breeding or to the heats. */
import { Link } from "@/lib/router";
import { Badge } from "@/components/ui/badge";
import { addressOf, describeDetail, kindLabels, kindVariants, nameOf } from "@/features/heats/event-words";
import type { CalendarEvent } from "@/features/heats/types";
import { cn } from "@/lib/utils";

/** Renders the entry; short in a day's cell, where the kind is a coloured label over the name. */
export function EventLink({ event, isShort = false }: { event: CalendarEvent; isShort?: boolean }) {
  const address = addressOf(event);
  const detail = describeDetail(event);
  const content = (
    <>
      <Badge variant={kindVariants[event.kind]} className={cn(isShort && "max-w-full")}>
        <span className={cn(isShort && "truncate")}>{kindLabels[event.kind]}</span>
      </Badge>
      <span className={cn("block min-w-0", isShort ? "truncate text-sm" : "font-semibold break-words")}>
        {isShort ? (event.dog?.callName ?? nameOf(event)) : nameOf(event)}
      </span>
      {detail && !isShort ? <span className="text-sm text-muted-foreground">{detail}</span> : null}
    </>
  );
  const frame = cn(
    "block rounded-md",
    isShort ? "px-1 py-0.5" : "flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2",
  );
  if (address === null) return <div className={frame}>{content}</div>;
  return (
    <Link
      to={address}
      className={cn(frame, "hover:bg-accent")}
      title={isShort ? [nameOf(event), detail].filter(Boolean).join(", ") : undefined}
    >
      {content}
    </Link>
  );
}
