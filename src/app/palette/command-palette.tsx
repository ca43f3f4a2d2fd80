/**
 * The button of the command palette and its keys (Ctrl or Cmd with K, and /), and the key for the list of all
 * shortcuts (?). The code of the palette and of the list loads at the first use.
 */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Search } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { GivenReminder } from "@/entities/reminders/reminder-form";
import { useToday } from "@/hooks/use-today";
import { isTypedInto } from "@/lib/typed-into";
import { late } from "@/components/late";

const PaletteDialog = late(async () => (await import("@/app/palette/palette-dialog")).PaletteDialog);
const ShortcutsDialog = late(async () => (await import("@/app/palette/shortcuts-dialog")).ShortcutsDialog);
const ReminderFormDialog = late(
  async () => (await import("@/entities/reminders/reminder-form-dialog")).ReminderFormDialog,
);

/** While a question or a form with typed text is open, no key opens the palette. */
const BUSY = '[role="dialog"] form, [role="alertdialog"], [data-slot="tutorial-card"]';

/** On some keyboards / and ? need Shift. */
function openedBy(event: KeyboardEvent): "palette" | "shortcuts" | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === "k" && !shiftKey ? "palette" : null;
  if (isTypedInto(target)) return null;
  return key === "/" ? "palette" : key === "?" ? "shortcuts" : null;
}

/** Enter adds a line end. Returns null for a key that types no character. */
function typedWith(typed: string, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (typed.endsWith("\n")) return typed;
  if (key === "Enter") return `${typed}\n`;
  if (key === "Backspace") return typed.slice(0, -1);
  return key.length === 1 ? typed + key : null;
}

/**
 * True if keys pressed on an element are meant for the page. After a change of the screen, the page's main part has
 * the focus.
 */
const isPage = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof HTMLElement && target.tagName === "MAIN");

export function CommandPalette({ onHelp }: { onHelp: () => void }) {
  const today = useToday();
  const [shown, setShown] = useState<"palette" | "shortcuts" | { given: GivenReminder } | null>(null);
  /** The text that was typed before the palette's field had the focus. Null at other times. */
  const early = useRef<string | null>(null);
  /**
   * The element that had the focus when the palette was requested. If the focus moves to another element, that
   * element receives further keys.
   */
  const openedFrom = useRef<EventTarget | null>(null);
  const show = (next: typeof shown) => {
    early.current = next === "palette" ? "" : null;
    openedFrom.current = document.activeElement;
    setShown(next);
  };
  const close = () => show(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const isThere = target === openedFrom.current || (isPage(target) && isPage(openedFrom.current));
    const isEarly = early.current !== null && isThere;
    const typed = isEarly ? typedWith(early.current ?? "", event) : null;
    const opened = openedBy(event);
    if (typed !== null) {
      early.current = typed;
      event.stopPropagation();
    } else if (early.current !== null && event.key === "Escape") close();
    else if (opened === null || document.querySelector(BUSY)) return;
    else show(shown === opened ? null : opened);
    event.preventDefault();
  });
  useEffect(() => {
    // Runs before other shortcuts, so that no shortcut reacts to keys that are meant for the palette.
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, []);
  return (
    <>
      <Button
        variant="ghost"
        aria-keyshortcuts="/ Control+K Meta+K"
        data-tour="search"
        className="size-10 px-0 xl:w-auto xl:border xl:border-input xl:px-3 xl:font-normal xl:text-muted-foreground"
        onClick={() => show("palette")}
      >
        <Search aria-hidden className="size-5 xl:size-4" />
        <span className="max-xl:sr-only">
          Search <span className="sr-only">and Commands</span>
        </span>
        <kbd aria-hidden className="hidden rounded border px-1.5 text-xs xl:inline">
          Ctrl K
        </kbd>
      </Button>
      {shown === "palette" ? (
        <PaletteDialog
          readTyped={() => early.current ?? ""}
          onReady={() => {
            early.current = null;
          }}
          onClose={close}
          onAddReminder={(given) => show({ given })}
          onShortcuts={() => show("shortcuts")}
          onHelp={onHelp}
        />
      ) : null}
      {shown === "shortcuts" ? <ShortcutsDialog onClose={close} /> : null}
      {shown !== null && typeof shown === "object" ? (
        <ReminderFormDialog reminder={null} given={shown.given} today={today} onClose={close} />
      ) : null}
    </>
  );
}
