// @vitest-environment jsdom
/** A list whose first pages contain no entry that the user may see. */
import { render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { LIST_PAGE, PagedList } from "@/components/paged-list";

type Page = Parameters<typeof PagedList<string>>[0]["page"];

const loadMore = vi.fn<(count: number) => void>();

const pageOf = (results: string[], status: Page["status"]): Page =>
  ({ results, status, isLoading: status !== "CanLoadMore", loadMore }) as Page;

const list = (page: Page) => (
  <PagedList page={page} label="History" emptyText="Nothing yet" noneYetText="None so far">
    {(entry) => <li key={entry}>{entry}</li>}
  </PagedList>
);

describe("a list read by pages", () => {
  it("loads up to five pages by itself until an entry is visible", () => {
    loadMore.mockReset();
    const { rerender } = render(list(pageOf([], "CanLoadMore")));
    for (let times = 0; times < 8; times += 1) {
      rerender(list(pageOf([], "LoadingMore")));
      rerender(list(pageOf([], "CanLoadMore")));
    }
    expect(loadMore.mock.calls).toEqual(Array.from({ length: 5 }, () => [LIST_PAGE]));
    expect(screen.getByText("None so far")).toBeTruthy();
  });

  it("loads no further page by itself once an entry is visible", () => {
    loadMore.mockReset();
    render(list(pageOf(["Bella was added"], "CanLoadMore")));
    expect(loadMore).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: "Show More" })).toBeTruthy();
  });
});
