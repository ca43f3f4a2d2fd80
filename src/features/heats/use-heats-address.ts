/**
 * The state of heats and calendar in the Breeding screen's address: the open bitch, whether a heat is being
 * recorded, and the month.
 */
import { id, NEW, text, useScreenAddress } from "@/lib/screen-address";
import { isMonth, monthOf } from "@domain/dates/months";

/**
 * Reads and changes whose log is open, and whether the user records a heat, for that bitch or for one to choose.
 */
export function useOpenBitch() {
  const [{ bitchId, heat }, change] = useScreenAddress({ bitchId: { ...id, as: "bitch" }, heat: text });
  return {
    bitchId,
    isRecording: heat === NEW,
    endRecording: () => change({ heat: "" }, { replace: true }),
    // Back closes the log. Closing it by hand adds no history entry.
    setBitchId: (next: string | null) => change({ bitchId: next, heat: "" }, { replace: next === null }),
  };
}

/** Reads and changes the shown month; by default the current one. */
export function useShownMonth(today: string) {
  const read = (written: string) => (isMonth(written) ? written : undefined);
  const [{ month }, change] = useScreenAddress({ month: { initial: monthOf(today), read } });
  // Changing the month adds no history entry.
  return { month, setMonth: (next: string) => change({ month: next }, { replace: true }) };
}
