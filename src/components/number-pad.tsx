/**
 * Keys for one thumb: digits, other characters of a weight, delete and save. A real keyboard types into the pad
 * wherever the focus is.
 */
import { useEffect, useEffectEvent } from "react";
import { Check, Delete } from "lucide-react";
import { cn } from "@/lib/utils";

type NumberPadProps = {
  canSave: boolean;
  /** Whether a confirmation is open over the keys. The confirmation then receives the typed keys. */
  isPaused?: boolean;
  /** Keys for other characters: a decimal point, or a unit. */
  marks?: readonly string[];
  onKey: (key: string) => void;
  onErase: () => void;
  onSave: () => void;
};

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

const keyClass =
  "flex h-16 items-center justify-center rounded-lg border bg-card text-3xl font-semibold shadow-page select-none touch-manipulation active:bg-accent";

export function NumberPad({ canSave, isPaused = false, marks = [], onKey, onErase, onSave }: NumberPadProps) {
  const type = useEffectEvent((event: KeyboardEvent) => {
    if (isPaused || event.ctrlKey || event.metaKey || event.altKey) return;
    // A focused button normally handles Enter itself. The selected puppy's button has no other action, so there
    // Enter saves.
    const button =
      event.target instanceof HTMLElement
        ? event.target.closest("button:not([aria-current=true]), a, input")
        : null;
    const mark = marks.find((each) => each.startsWith(event.key.replace(",", ".").toLowerCase()));
    if (/^\d$/u.test(event.key)) onKey(event.key);
    else if (mark !== undefined) onKey(mark);
    else if (event.key === "Backspace") onErase();
    else if (event.key === "Enter" && button === null) {
      event.preventDefault();
      onSave();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => type(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return (
    <div role="group" aria-label="Keypad" className="grid grid-cols-3 gap-2">
      {marks.length === 0 ? null : (
        <div className="col-span-3 grid grid-cols-2 gap-2">
          {marks.map((mark) => (
            <button
              key={mark}
              type="button"
              aria-label={mark === "." ? "Point" : undefined}
              className={cn(keyClass, "h-12")}
              onClick={() => onKey(mark)}
            >
              {mark}
            </button>
          ))}
        </div>
      )}
      {DIGITS.map((digit) => (
        <button key={digit} type="button" className={keyClass} onClick={() => onKey(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" aria-label="Erase" className={keyClass} onClick={onErase}>
        <Delete aria-hidden className="size-7" />
      </button>
      <button type="button" className={keyClass} onClick={() => onKey("0")}>
        0
      </button>
      <button
        type="button"
        disabled={!canSave}
        onClick={onSave}
        className={cn(
          keyClass,
          "gap-1.5 border-primary bg-primary text-xl text-primary-foreground active:bg-primary-hover disabled:opacity-55",
        )}
      >
        <Check aria-hidden className="size-6" />
        Save
      </button>
    </div>
  );
}
