/** Tests the columns of the table of dogs: which choices are valid, and how a column is moved. */
import { expect, it } from "vitest";
import { EXPORT_COLUMNS } from "./export";
import { DOG_FIELDS } from "./record";
import {
  CONFIDENTIAL_DOG_COLUMNS,
  DEFAULT_DOG_COLUMNS,
  DOG_COLUMN_LABELS,
  DOG_COLUMNS,
  moveColumn,
  toColumnWidth,
  toDogColumns,
} from "./table-columns";

it("columns include the columns of the exports, and the default is some of them [DOG-32]", () => {
  const labels = (["name", ...DOG_COLUMNS] as const).map((column): string => DOG_COLUMN_LABELS[column]);
  expect(labels.slice(0, EXPORT_COLUMNS.length)).toEqual([...EXPORT_COLUMNS]);
  expect(toDogColumns(DEFAULT_DOG_COLUMNS)).toEqual(DEFAULT_DOG_COLUMNS);
});

it("widths are whole pixels that a screen can show", () => {
  expect([3, 120.6, 5000].map(toColumnWidth)).toEqual([56, 121, 960]);
});

it("each column occurs once, without the name and without unknown columns", () => {
  expect(toDogColumns(["color", "name", "paw", "breed", "color"])).toEqual(["color", "breed"]);
});

it("columns are confidential if their fields are confidential", () => {
  const confidential = DOG_COLUMNS.filter(
    (column) => column in DOG_FIELDS && "isConfidential" in DOG_FIELDS[column as keyof typeof DOG_FIELDS],
  );
  expect([...CONFIDENTIAL_DOG_COLUMNS]).toEqual(confidential);
});

it("a column moves by one place and does not move beyond the first or last place", () => {
  const columns = toDogColumns(["callName", "breed", "color"]);
  expect(moveColumn(columns, "color", -1)).toEqual(["callName", "color", "breed"]);
  expect(moveColumn(columns, "callName", -1)).toEqual(columns);
  expect(moveColumn(columns, "color", 1)).toEqual(columns);
});
