/** Keys for one thumb: digits, erase and save. A keyboard types the same from anywhere on the page. */
import { useEffect, useEffectEvent } from "react";
import { Check, Delete } from "lucide-react";
import { cn } from "@/lib/utils";

type NumberPadProps = {
  canSave: boolean;
  onDigit: (digit: string) => void;
  onErase: () => void;
  onSave: () => void;
};

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

const keyClass =
  "flex h-16 items-center justify-center rounded-lg border bg-card text-3xl font-semibold shadow-page select-none touch-manipulation active:bg-accent";

/** Renders the keys. */
export function NumberPad({ canSave, onDigit, onErase, onSave }: NumberPadProps) {
  const type = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // A focused button takes Enter for itself.
    const isOnButton =
      event.target instanceof HTMLElement && event.target.closest("button, a, input") !== null;
    if (/^\d$/u.test(event.key)) onDigit(event.key);
    else if (event.key === "Backspace") onErase();
    else if (event.key === "Enter" && !isOnButton) onSave();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => type(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return (
    <div role="group" aria-label="Keypad" className="grid grid-cols-3 gap-2">
      {DIGITS.map((digit) => (
        <button key={digit} type="button" className={keyClass} onClick={() => onDigit(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" aria-label="Erase" className={keyClass} onClick={onErase}>
        <Delete aria-hidden className="size-7" />
      </button>
      <button type="button" className={keyClass} onClick={() => onDigit("0")}>
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
