/** A report's table, and its rows on a phone. */
import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ReportTable } from "@/features/reports/report-table";
import { renderScreen } from "@/testing/render";

const show = () =>
  renderScreen(
    <ReportTable
      caption="By year"
      columns={[
        { label: "Year", cell: ({ year }) => year },
        { label: "Born", cell: ({ born }) => born, isNumber: true },
      ]}
      rows={[{ year: "2026", born: 9 }]}
      keyOf={({ year }) => year}
      total={{ year: "Together", born: 42 }}
    />,
  );

it("the report is a table on a wide screen", () => {
  show();
  expect(screen.getByRole("columnheader", { name: "Born" })).toBeTruthy();
  expect(screen.getByRole("row", { name: "Together 42" })).toBeTruthy();
});

it("the report labels every number of a row on a phone, which has no table", () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(width < 40rem)",
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  show();
  expect(screen.queryByRole("table")).toBeNull();
  const rows = within(screen.getByRole("region", { name: "By year" }));
  expect(rows.getByRole("listitem").textContent).toBe("2026Born9");
  expect(rows.getAllByRole("term").map((term) => term.nextElementSibling?.textContent)).toEqual(["9", "42"]);
});
