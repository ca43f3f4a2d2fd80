/**
 * The one field of the app in which something is chosen by typing (the ARIA combobox pattern). It comes in three kinds:
 * a chooser takes only what is offered; a list of known names takes another text only where nothing offered is meant,
 * and says so; a suggesting field takes any text. What is typed in full always wins over what contains it. The list
 * opens in the flow of the form, so it scrolls with it and needs no layer of its own.
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
  /** What is chosen, as the field shows it; in a field that takes text, the text. */
  text: string;
  options: readonly ComboboxOption[];
  onSelect: (option: ComboboxOption) => void;
  /** Which option is chosen, when it is not the one whose value is the text. */
  selectedValue?: string | undefined;
  /** Takes typed text with each key; a chooser has none. */
  onText?: (text: string) => void;
  /** Whether text is taken only where no option is meant. */
  isKnownFirst?: boolean;
  /** A chooser's field was emptied. */
  onEmpty?: () => void;
  /** A chooser was left with a text that names nothing. */
  onUnknown?: (text: string) => void;
  /** Is told what to look for, null when the list closes; then the options are what was found, narrowed already. */
  onSearch?: (typed: string | null) => void;
  /** Said when nothing is offered; the list stays closed without it. */
  emptyText?: string | undefined;
  /** Said under the options when there are more than these. */
  moreText?: string | undefined;
  isLoading?: boolean;
};

/** The text of an option in the field. */
const textOf = ({ value, text = value }: ComboboxOption): string => text;

type Answering = Pick<
  ComboboxProps,
  "text" | "options" | "onSelect" | "onText" | "onEmpty" | "onUnknown" | "onSearch"
> & { isKnownFirst: boolean; isLoading: boolean };

/** Holds what is typed, which option is active and whether the list is open, and returns the keys of the pattern. */
function useListbox(field: Answering) {
  const { text, onText, onSearch, isKnownFirst, isLoading } = field;
  const [isOpen, setIsOpen] = useState(false);
  // Null while nobody is typing, then the typed text.
  const [typed, setTyped] = useState<string | null>(null);
  const [arrowed, setArrowed] = useState<number | null>(null);
  // Whether Enter was pressed before the search answered.
  const [isAwaited, setIsAwaited] = useState(false);

  const wanted = (typed ?? "").trim();
  const options = (onSearch ? exactFirst : matchOptions)(field.options, wanted);
  const [first] = options;
  const isWhole = first !== undefined && isNamedBy(first, wanted);
  const takesBest = isKnownFirst || onText === undefined;
  const best = first && wanted !== "" && !first.isAction && (isWhole || takesBest) ? 0 : -1;
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
    // Other text, other options: an arrow marks another one again.
    open(next);
  };
  const move = (step: number) => {
    if (!isOpen) open(wanted);
    if (options.length === 0) {
      // Nothing is offered yet: the first becomes active as soon as the search answers.
      setArrowed(0);
      return;
    }
    // The first press marks the best one, which Enter would take as well.
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
  /** Settles what an unfinished text means when the field is left. */
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

/** Renders the field and, while open, its options. */
function Combobox({
  text,
  options: offered,
  onSelect,
  selectedValue = text,
  onText,
  isKnownFirst = false,
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
          // Keeps the focus in the field while an option is pressed.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          // The height cuts a row in two where there are more than fit, which tells that the list scrolls.
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
