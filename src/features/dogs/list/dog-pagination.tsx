/** First, previous, next and last page, and how many dogs stand on one. */
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Label } from "@/components/ui/label";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import type { ListPagination } from "@/features/dogs/list/pagination";
import { DOGS_PER_PAGE_CHOICES } from "@domain/constants/paging";

type DogPaginationProps = {
  pagination: ListPagination;
  onPage: (page: number) => void;
  /** Absent where a page holds as many as the server gives. */
  onLimit?: (limit: number) => void;
};

/** Renders the controls; they stay in place while a page loads. */
export function DogPagination({ pagination, onPage, onLimit }: DogPaginationProps) {
  const { page, pages, hasNext, hasPrev, limit } = pagination;
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t pt-4"
    >
      {onLimit ? (
        <div className="flex items-center gap-2">
          <Label htmlFor="dogs-per-page" className="whitespace-nowrap">
            Per Page
          </Label>
          <Select value={String(limit)} onValueChange={(value) => onLimit(Number(value))}>
            <SelectTrigger id="dogs-per-page" className="w-20">
              <SelectValue />
            </SelectTrigger>
            <SelectContent>
              {DOGS_PER_PAGE_CHOICES.map((choice) => (
                <SelectItem key={choice} value={String(choice)}>
                  {choice}
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
        </div>
      ) : null}
      <div className="flex items-center gap-1">
        <PageButton label="First page" icon={ChevronFirst} isOff={!hasPrev} onClick={() => onPage(1)} />
        <PageButton
          label="Previous page"
          icon={ChevronLeft}
          isOff={!hasPrev}
          onClick={() => onPage(page - 1)}
        />
        <span className="px-2 whitespace-nowrap">
          Page {page} of {Math.max(1, pages)}
        </span>
        <PageButton label="Next page" icon={ChevronRight} isOff={!hasNext} onClick={() => onPage(page + 1)} />
        <PageButton label="Last page" icon={ChevronLast} isOff={!hasNext} onClick={() => onPage(pages)} />
      </div>
    </nav>
  );
}

type PageButtonProps = { label: string; icon: LucideIcon; isOff: boolean; onClick: () => void };

function PageButton({ label, icon: Icon, isOff, onClick }: PageButtonProps) {
  // Not `disabled`: the button that led to the last page keeps the focus.
  return (
    <Button
      variant="outline"
      size="icon"
      aria-label={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onClick}
    >
      <Icon aria-hidden />
    </Button>
  );
}
