/** Says, while the kennel waits to be deleted, when it goes, and lets an owner keep it. */
import { CalendarX2 } from "lucide-react";
import { KeepKennelButton } from "@/features/kennels/keep-kennel-button";
import { useKennel } from "@/hooks/use-kennel";
import { localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";

/** Renders the line, or nothing while the kennel stays. */
export function LeavingNote() {
  const { kennel } = useKennel();
  if (kennel.deletesAt === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b bg-warning-soft px-3 py-2 text-sm font-medium text-warning sm:px-6">
      <CalendarX2 aria-hidden className="size-5 shrink-0" />
      <p role="status" className="min-w-0 flex-1 basis-48 text-pretty">
        {kennel.name} will be deleted on {formatDay(localDay(new Date(kennel.deletesAt)))}. Until then, no
        reminders are sent for it.
      </p>
      {kennel.isOwner ? <KeepKennelButton size="sm" /> : null}
    </div>
  );
}
