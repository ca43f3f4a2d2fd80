/** The columns of the table of dogs: what a choice may hold, and how a column moves. */
import { expect, it } from "vitest";
import { EXPORT_COLUMNS } from "./export";
import { DOG_FIELDS } from "./record";
import {
  CONFIDENTIAL_DOG_COLUMNS,
  DEFAULT_DOG_COLUMNS,
  DOG_COLUMN_LABELS,
  DOG_COLUMNS,
  moveColumn,
  toDogColumns,
} from "./table-columns";

it("[DOG-32] are those of the exports until somebody chooses", () => {
  const labels = (["name", ...DEFAULT_DOG_COLUMNS] as const).map((column) => DOG_COLUMN_LABELS[column]);
  expect(labels).toEqual([...EXPORT_COLUMNS]);
});

it("are each there once, without the name and what is no column", () => {
  expect(toDogColumns(["color", "name", "paw", "breed", "color"])).toEqual(["color", "breed"]);
});

it("are confidential where their fields are", () => {
  const confidential = DOG_COLUMNS.filter((column) => "isConfidential" in DOG_FIELDS[column]);
  expect([...CONFIDENTIAL_DOG_COLUMNS]).toEqual(confidential);
});

it("move by a place and stay at the ends", () => {
  const columns = toDogColumns(["callName", "breed", "color"]);
  expect(moveColumn(columns, "color", -1)).toEqual(["callName", "color", "breed"]);
  expect(moveColumn(columns, "callName", -1)).toEqual(columns);
  expect(moveColumn(columns, "color", 1)).toEqual(columns);
});
