/** The search box of a list. It shows each key immediately, and searches when the user stops typing. */
import { useEffect, useEffectEvent, useState } from "react";
import { Search, X } from "lucide-react";
import { Input } from "@/components/ui/input";

/** Search starts when the user has stopped typing for this time. */
export const SEARCH_DELAY_MS = 250;

type SearchBoxProps = {
  label: string;
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
};

export function SearchBox({ label, placeholder, search, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(search);
  const [shownSearch, setShownSearch] = useState(search);

  // The Back button or a link changed the address, so the box shows the new search.
  if (search !== shownSearch) {
    setShownSearch(search);
    if (search !== text.trim()) setText(search);
  }

  const wanted = text.trim();
  const tell = useEffectEvent(onSearch);
  useEffect(() => {
    if (wanted === search) return;
    const timer = setTimeout(() => tell(wanted), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [wanted, search]);

  return (
    <div role="search" className="relative min-w-0 flex-1">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-11 pr-11 pl-9 text-ellipsis [&::-webkit-search-cancel-button]:hidden"
      />
      {text === "" ? null : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => setText("")}
          className="absolute top-1/2 right-0 inline-flex size-11 -translate-y-1/2 items-center justify-center rounded-md text-muted-foreground hover:bg-accent"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}
