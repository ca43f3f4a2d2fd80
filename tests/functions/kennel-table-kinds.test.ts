/** That each table of a kennel has one kind. */
import { describe, expect, it } from "vitest";
import { KENNEL_TABLES } from "../../convex/platform/model/kennelTables";
import { isRecordTable, tablesOfKind } from "../../convex/platform/model/kennelTableKinds";

describe("the kinds of a kennel's tables", () => {
  it("name every table of a kennel once", () => {
    const kinds = ["record", "reckoned", "log", "personal", "work"] as const;
    expect(kinds.flatMap(tablesOfKind).sort()).toEqual([...KENNEL_TABLES].sort());
  });

  it("tell what people enter from what is reckoned from it", () => {
    expect(isRecordTable("dogs")).toBe(true);
    expect(isRecordTable("kennelCounters")).toBe(false);
    expect(isRecordTable("users")).toBe(false);
  });
});
