/**
 * A text field with a list of suggestions under it (the ARIA combobox pattern). It does not decide what is
 * offered or what the text means: the caller filters the options and keeps the text. The list opens in the
 * flow of the form, so it scrolls with it and needs no layer of its own.
 */
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { Check, ChevronDown } from "lucide-react";
import { Input } from "@/components/ui/input";
import { cn } from "@/lib/utils";

type ComboboxOption = {
  value: string;
  /** What a screen reader says; also the text shown when `content` is missing. */
  label: string;
  content?: ReactNode;
  /** An option that does something instead of being a value, e.g. 'Add …'. */
  isAction?: boolean;
};

type ComboboxProps = Omit<ComponentProps<"input">, "value" | "onChange" | "onSelect" | "list"> & {
  inputValue: string;
  onInputValueChange: (text: string) => void;
  options: readonly ComboboxOption[];
  onSelect: (option: ComboboxOption) => void;
  selectedValue?: string | undefined;
  /** Said when nothing is offered; the list stays closed without it. */
  emptyText?: string | undefined;
  isLoading?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
};

/** Holds which option is active and whether the list is open, and returns the keys of the pattern. */
function useListbox(
  options: readonly ComboboxOption[],
  onSelect: (option: ComboboxOption) => void,
  onOpenChange: ((isOpen: boolean) => void) | undefined,
  isLoading: boolean,
) {
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);
  // Whether Enter was pressed before the search answered.
  const [isAwaited, setIsAwaited] = useState(false);

  const setOpen = (open: boolean) => {
    setIsOpen(open);
    setActiveIndex(-1);
    setIsAwaited(false);
    onOpenChange?.(open);
  };
  const choose = (option: ComboboxOption) => {
    setOpen(false);
    onSelect(option);
  };
  const move = (step: number) => {
    if (!isOpen) setOpen(true);
    if (options.length === 0) {
      // Nothing is offered yet: the first becomes active as soon as the search answers.
      setActiveIndex(0);
      return;
    }
    setActiveIndex(
      (index) => (index + step + options.length + (index < 0 && step < 0 ? 1 : 0)) % options.length,
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const active = isOpen ? options[Math.min(activeIndex, options.length - 1)] : undefined;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && active) {
      event.preventDefault();
      choose(active);
    } else if (event.key === "Enter" && isOpen && isLoading && activeIndex >= 0) {
      event.preventDefault();
      setIsAwaited(true);
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  const takeFirst = useEffectEvent(() => {
    const [first] = options;
    if (first) choose(first);
    else setIsAwaited(false);
  });
  const isAnswered = isAwaited && !isLoading;
  useEffect(() => {
    if (!isAnswered) return;
    const timer = setTimeout(takeFirst, 0);
    return () => clearTimeout(timer);
  }, [isAnswered]);
  return { isOpen, setOpen, activeIndex: Math.min(activeIndex, options.length - 1), choose, onKeyDown };
}

/** Renders the field and, while open, its suggestions. */
function Combobox({
  inputValue,
  onInputValueChange,
  options,
  onSelect,
  selectedValue,
  emptyText,
  isLoading = false,
  onOpenChange,
  onBlur,
  className,
  ...props
}: ComboboxProps) {
  const listId = useId();
  const listRef = useRef<HTMLUListElement>(null);
  const { isOpen, setOpen, activeIndex, choose, onKeyDown } = useListbox(
    options,
    onSelect,
    onOpenChange,
    isLoading,
  );
  const note =
    isLoading && options.length === 0 ? "Searching..." : options.length === 0 ? emptyText : undefined;
  const isListShown = isOpen && (options.length > 0 || Boolean(note));

  useEffect(() => {
    if (!isListShown) return;
    const element = activeIndex >= 0 ? listRef.current?.children[activeIndex] : listRef.current;
    element?.scrollIntoView?.({ block: "nearest" });
  }, [isListShown, activeIndex]);

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
        value={inputValue}
        onChange={(event) => {
          onInputValueChange(event.target.value);
          // Other text, other options: none is active until an arrow is pressed again.
          setOpen(true);
        }}
        onClick={() => {
          if (!isOpen) setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          if (isOpen) setOpen(false);
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
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-60 overflow-y-auto rounded-md border bg-popover p-1 text-popover-foreground shadow-raised"
        >
          {options.map((option, index) => (
            <li
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              aria-label={option.label}
              aria-selected={option.value === selectedValue}
              data-active={index === activeIndex}
              onClick={() => choose(option)}
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
