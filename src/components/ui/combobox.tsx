/**
 * The field for choosing by typing, used everywhere (the ARIA combobox pattern). There are three kinds. A chooser
 * accepts only options. A field of known names accepts other text only if the text matches no option, and shows a
 * message. A suggesting field accepts any text. An exact match always has priority over a partial match. The list
 * opens inside the form, so that it scrolls with the form and needs no layer of its own.
 */
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
} from "react";
import { Check, ChevronDown } from "lucide-react";
import {
  beginsWith,
  exactFirst,
  isNamedBy,
  matchOptions,
  type ComboboxOption,
} from "@/components/ui/combobox-matches";
import { Input } from "@/components/ui/input";
import { cn } from "@/lib/utils";

type ComboboxProps = Omit<ComponentProps<"input">, "value" | "onChange" | "onSelect" | "list"> & {
  /** The label of the chosen value. In fields that accept text, the typed text. */
  text: string;
  options: readonly ComboboxOption[];
  onSelect: (option: ComboboxOption) => void;
  /** The chosen option's value, if the value is not the text. */
  selectedValue?: string | undefined;
  /** Undefined for a chooser. */
  onText?: (text: string) => void;
  /** Whether another text is accepted only if it matches no option. */
  isKnownFirst?: boolean;
  /** Whether Enter takes the first option of a suggesting field, even if the user typed only a part of its name. */
  isFirstActive?: boolean;
  /** Called when the user has emptied the field of a chooser. */
  onEmpty?: () => void;
  /** Called when the user leaves a chooser with a text that matches nothing. */
  onUnknown?: (text: string) => void;
  /**
   * Receives the text to search for, and null when the list closes. `options` are then the results of this search.
   */
  onSearch?: (typed: string | null) => void;
  /** Shown if there is no option. Without `emptyText`, the list stays closed. */
  emptyText?: string | undefined;
  /** Shown below the options if not all options are shown. */
  moreText?: string | undefined;
  isLoading?: boolean;
};

const textOf = ({ value, text = value }: ComboboxOption): string => text;

type Answering = Pick<
  ComboboxProps,
  "text" | "options" | "onSelect" | "onText" | "onEmpty" | "onUnknown" | "onSearch"
> & { isKnownFirst: boolean; isFirstActive: boolean; isLoading: boolean };

/** Returns the key handlers of the ARIA pattern. */
function useListbox(field: Answering) {
  const { text, onText, onSearch, isKnownFirst, isFirstActive, isLoading } = field;
  const [isOpen, setIsOpen] = useState(false);
  // The typed text; null while the user is not typing.
  const [typed, setTyped] = useState<string | null>(null);
  const [arrowed, setArrowed] = useState<number | null>(null);
  // Whether Enter was pressed before the search returned.
  const [isAwaited, setIsAwaited] = useState(false);

  const wanted = (typed ?? "").trim();
  const options = (onSearch ? exactFirst : matchOptions)(field.options, wanted);
  const [first] = options;
  const isWhole = first !== undefined && isNamedBy(first, wanted);
  const takesBest = isKnownFirst || onText === undefined;
  const isBest = isWhole || takesBest || isFirstActive;
  const best = first && wanted !== "" && !first.isAction && isBest ? 0 : -1;
  const activeIndex = Math.min(arrowed ?? best, options.length - 1);

  const open = (search: string) => {
    setIsOpen(true);
    setArrowed(null);
    setIsAwaited(false);
    onSearch?.(search);
  };
  const close = () => {
    setIsOpen(false);
    setArrowed(null);
    setIsAwaited(false);
    setTyped(null);
    onSearch?.(null);
  };
  const choose = (option: ComboboxOption) => {
    field.onSelect(option);
    close();
  };
  const type = (next: string) => {
    setTyped(next);
    onText?.(next);
    // A new text has new options, none of which is active.
    open(next);
  };
  const move = (step: number) => {
    if (!isOpen) open(wanted);
    if (options.length === 0) {
      // There are no options yet. The first option becomes active when the search returns.
      setArrowed(0);
      return;
    }
    // The first arrow key makes the best option active. Enter would choose the same option.
    const from = isOpen && arrowed !== null ? activeIndex : -1;
    setArrowed((from + step + options.length + (from < 0 && step < 0 ? 1 : 0)) % options.length);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const active = isOpen ? options[activeIndex] : undefined;
    const isAsked = arrowed !== null || (takesBest && wanted !== "");
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && isOpen && isLoading && isAsked && !(active && arrowed !== null)) {
      event.preventDefault();
      setIsAwaited(true);
    } else if (event.key === "Enter" && active) {
      event.preventDefault();
      choose(active);
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  /** An unfinished text is resolved to a value when the user leaves the field. */
  const leave = () => {
    if (typed === null) {
      if (isOpen) close();
      return;
    }
    const begun = options.filter((option) => !option.isAction && beginsWith(option, wanted));
    const named = options.filter((option) => isNamedBy(option, wanted));
    const meant = named.length > 0 ? named : isKnownFirst ? begun : [];
    if (wanted === "") field.onEmpty?.();
    else if (takesBest && meant.length === 1 && meant[0]) {
      if (textOf(meant[0]) !== text || !onText) field.onSelect(meant[0]);
    } else if (takesBest && !onText) field.onUnknown?.(wanted);
    close();
  };
  const takeFirst = useEffectEvent(() => {
    if (first) choose(first);
    else setIsAwaited(false);
  });
  const isAnswered = isAwaited && !isLoading;
  useEffect(() => {
    if (!isAnswered) return;
    const timer = setTimeout(takeFirst, 0);
    return () => clearTimeout(timer);
  }, [isAnswered]);
  return {
    isOpen,
    isTyping: wanted !== "",
    shown: onText ? text : (typed ?? text),
    options,
    activeIndex,
    open: () => open(wanted),
    choose,
    type,
    onKeyDown,
    leave,
  };
}

function Combobox({
  text,
  options: offered,
  onSelect,
  selectedValue = text,
  onText,
  isKnownFirst = false,
  isFirstActive = false,
  onEmpty,
  onUnknown,
  onSearch,
  emptyText,
  moreText,
  isLoading = false,
  onBlur,
  className,
  ...props
}: ComboboxProps) {
  const listId = useId();
  const listRef = useRef<HTMLUListElement>(null);
  const list = useListbox({
    text,
    options: offered,
    onSelect,
    onText,
    isKnownFirst,
    isFirstActive,
    onEmpty,
    onUnknown,
    onSearch,
    isLoading,
  });
  const { isOpen, options, activeIndex } = list;
  const isEmpty = options.length === 0;
  const note = isEmpty ? (isLoading ? "Searching..." : emptyText) : moreText;
  const isListShown = isOpen && (!isEmpty || Boolean(note));
  const selectedIndex = options.findIndex(({ value }) => value === selectedValue);
  const shownIndex = activeIndex >= 0 ? activeIndex : list.isTyping ? 0 : selectedIndex;

  useEffect(() => {
    if (!isListShown) return;
    const element = shownIndex >= 0 ? listRef.current?.children[shownIndex] : listRef.current;
    element?.scrollIntoView?.({ block: "nearest" });
  }, [isListShown, shownIndex]);

  return (
    <div className={cn("relative", className)}>
      <Input
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={isListShown}
        aria-controls={isListShown ? listId : undefined}
        aria-activedescendant={isListShown && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
        className="pr-9"
        value={list.shown}
        onChange={(event) => list.type(event.target.value)}
        onClick={() => {
          if (!isOpen) list.open();
        }}
        onKeyDown={list.onKeyDown}
        onBlur={(event) => {
          list.leave();
          onBlur?.(event);
        }}
        {...props}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-3 right-3 size-4 text-muted-foreground"
      />
      {isListShown ? (
        <ul
          ref={listRef}
          id={listId}
          role="listbox"
          aria-label="Suggestions"
          // The field keeps the focus while the user presses an option.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          // If not all options fit, the list cuts the last visible row in two, which shows that the list scrolls.
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-64 overflow-y-auto rounded-md border bg-popover p-1 text-popover-foreground shadow-raised"
        >
          {options.map((option, index) => (
            <li
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              aria-label={option.label}
              aria-selected={option.value === selectedValue}
              data-active={index === activeIndex}
              onClick={() => list.choose(option)}
              className={cn(
                "flex min-h-10 cursor-default items-center gap-2 rounded-sm px-2.5 py-1.5 text-[0.95rem] hover:bg-accent hover:text-accent-foreground data-[active=true]:bg-accent data-[active=true]:text-accent-foreground pointer-coarse:min-h-11",
                option.isAction && "mt-1 border-t font-semibold text-primary",
              )}
            >
              <span className="min-w-0 flex-1">{option.content ?? option.label}</span>
              {option.value === selectedValue ? <Check aria-hidden className="size-4 shrink-0" /> : null}
            </li>
          ))}
          {note ? (
            <li
              role="option"
              aria-disabled
              aria-selected={false}
              className="px-2.5 py-2 text-muted-foreground"
            >
              {note}
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}

export { Combobox, type ComboboxOption };
