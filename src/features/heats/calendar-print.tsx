/** A month's calendar on paper, for the wall of the whelping room. Seen by the printer only. */
import { useEffect, useEffectEvent } from "react";
import { createPortal } from "react-dom";
import { describeDetail, kindLabels, nameOf } from "@/features/heats/event-words";
import { dayTitle, monthTitle } from "@/features/heats/month-title";
import type { CalendarEvent } from "@/features/heats/types";
import { useKennel } from "@/hooks/use-kennel";

type CalendarPrintProps = { month: string; events: readonly CalendarEvent[]; onPrinted: () => void };

/** Lays the sheet out beside the app, opens the printer's dialog and tells when that is over. */
export function CalendarPrint({ month, events, onPrinted }: CalendarPrintProps) {
  const { kennel } = useKennel();
  const done = useEffectEvent(onPrinted);
  useEffect(() => {
    const finish = () => done();
    window.addEventListener("afterprint", finish);
    window.print();
    return () => window.removeEventListener("afterprint", finish);
  }, []);
  return createPortal(
    <section className="print-sheet" aria-hidden>
      <h1 className="font-title text-2xl">{kennel.name}</h1>
      <p className="mb-3">{monthTitle(month)}</p>
      {events.length === 0 ? <p>Nothing this month.</p> : null}
      <table className="w-full border-collapse text-left text-[11pt]">
        <tbody>
          {events.map((event, index) => (
            <tr key={index} className="break-inside-avoid border-b border-current/30">
              <td className="py-1.5 pr-4 align-top whitespace-nowrap">{dayTitle(event.on)}</td>
              <td className="py-1.5 pr-4 align-top">{kindLabels[event.kind]}</td>
              <td className="py-1.5 pr-4 align-top font-semibold">{nameOf(event)}</td>
              <td className="py-1.5 align-top">{describeDetail(event)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}
