/**
 * The state of heats and calendar, kept in the Breeding screen's address: the open bitch, a heat that is being
 * recorded, the month.
 */
import { id, NEW, text, useScreenAddress } from "@/lib/screen-address";
import { isMonth, monthOf } from "@domain/dates/months";

/** Reads and changes whose log is open, and whether a heat is being recorded, of her or of a bitch to choose. */
export function useOpenBitch() {
  const [{ bitchId, heat }, change] = useScreenAddress({ bitchId: { ...id, as: "bitch" }, heat: text });
  return {
    bitchId,
    isRecording: heat === NEW,
    endRecording: () => change({ heat: "" }, { replace: true }),
    // Back closes her log; a log closed by hand has no history entry.
    setBitchId: (next: string | null) => change({ bitchId: next, heat: "" }, { replace: next === null }),
  };
}

/** Reads and changes the shown month; by default the current one. */
export function useShownMonth(today: string) {
  const read = (written: string) => (isMonth(written) ? written : undefined);
  const [{ month }, change] = useScreenAddress({ month: { initial: monthOf(today), read } });
  // Turning pages adds no history entry.
  return { month, setMonth: (next: string) => change({ month: next }, { replace: true }) };
}
