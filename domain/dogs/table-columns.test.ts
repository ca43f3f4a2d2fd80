/** The columns of the table of dogs: which choices are valid, and how a column moves. */
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

it("[DOG-32] offer those of the exports under their names, and begin with some of all", () => {
  const labels = (["name", ...DOG_COLUMNS] as const).map((column): string => DOG_COLUMN_LABELS[column]);
  expect(labels.slice(0, EXPORT_COLUMNS.length)).toEqual([...EXPORT_COLUMNS]);
  expect(toDogColumns(DEFAULT_DOG_COLUMNS)).toEqual(DEFAULT_DOG_COLUMNS);
});

it("have widths of whole pixels within what a screen can show", () => {
  expect([3, 120.6, 5000].map(toColumnWidth)).toEqual([56, 121, 960]);
});

it("are each there once, without the name and without anything that is not a column", () => {
  expect(toDogColumns(["color", "name", "paw", "breed", "color"])).toEqual(["color", "breed"]);
});

it("are confidential where their fields are", () => {
  const confidential = DOG_COLUMNS.filter(
    (column) => column in DOG_FIELDS && "isConfidential" in DOG_FIELDS[column as keyof typeof DOG_FIELDS],
  );
  expect([...CONFIDENTIAL_DOG_COLUMNS]).toEqual(confidential);
});

it("move by a place and stay at the ends", () => {
  const columns = toDogColumns(["callName", "breed", "color"]);
  expect(moveColumn(columns, "color", -1)).toEqual(["callName", "color", "breed"]);
  expect(moveColumn(columns, "callName", -1)).toEqual(columns);
  expect(moveColumn(columns, "color", 1)).toEqual(columns);
});
