/**
 * What the heats and the calendar show, kept in the Breeding screen's address: the open bitch, a heat that is being
 * recorded, the month.
 */
import { id, NEW, text, useScreenAddress } from "@/lib/screen-address";
import { isMonth, monthOf } from "@domain/dates/months";

/** Reads and changes whose log is open, and whether a heat is being recorded: hers, or of whoever is chosen. */
export function useOpenBitch() {
  const [{ bitchId, heat }, change] = useScreenAddress({ bitchId: { ...id, as: "bitch" }, heat: text });
  return {
    bitchId,
    isRecording: heat === NEW,
    endRecording: () => change({ heat: "" }, { replace: true }),
    // Back closes her log; what was closed by hand is no place to come back to.
    setBitchId: (next: string | null) => change({ bitchId: next, heat: "" }, { replace: next === null }),
  };
}

/** Reads and changes the month that is shown; today's unless the address names one. */
export function useShownMonth(today: string) {
  const read = (written: string) => (isMonth(written) ? written : undefined);
  const [{ month }, change] = useScreenAddress({ month: { initial: monthOf(today), read } });
  // Turning pages is no place to come back to.
  return { month, setMonth: (next: string) => change({ month: next }, { replace: true }) };
}
