/** The first line of a printed screen. */
import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { PrintLine } from "@/components/print-line";
import { Tabs, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { renderScreen } from "@/testing/render";

vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

it("the print line shows the kennel, the title of the list and the date, only in print", () => {
  renderScreen(
    <>
      <PrintLine ofScreen />
      <main>
        <Tabs value="due">
          <TabsList>
            <TabsTrigger value="all">
              All<span>9</span>
            </TabsTrigger>
            <TabsTrigger value="due">
              Due Soon<span>3</span>
            </TabsTrigger>
          </TabsList>
        </Tabs>
        <input type="search" aria-label="Search" defaultValue="oak" />
        <button type="button" data-listed="">
          Status: Active
        </button>
        <button type="button" data-listed="2 filters">
          Filters
        </button>
        <button type="button">Save</button>
      </main>
    </>,
    { path: "/dashboard" },
  );
  expect(screen.queryByText(/Oakhollow/u)).toBeNull();
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(
    screen.getByText("Oakhollow · Due Soon · Search: oak · Status: Active · 2 filters · June 15, 2025"),
  ).toBeTruthy();
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(screen.queryByText(/Oakhollow/u)).toBeNull();
});
