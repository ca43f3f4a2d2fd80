/**
 * Tests that a new table needs one file and code generation. The table is added in a copy of the repository
 * (tests/fixtures/new-table/walk.ts).
 */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { root } from "../../scripts/setup.mjs";
import { useScratchCopy } from "../support/scratch-copy";

vi.setConfig({ testTimeout: 120_000 });

const TABLE = `/** What dogs measured on a show. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { cents, day, text } from "../../../domain/history/describing";
import { rows } from "../../platform/tables/rows";

export const dogMeasurements = rows(
  "record",
  defineTable({
    kennelId: v.id("kennels"),
    dogId: v.id("dogs"),
    measuredOn: v.string(),
    heightCm: v.number(),
    tape: v.optional(v.object({ maker: v.optional(v.string()), model: v.optional(v.string()) })),
    measurerId: v.optional(v.id("veterinaryRecords")),
    feeCents: v.optional(v.number()),
    updatedAt: v.number(),
  })
    .index("by_kennel_and_dog_and_measured", ["kennelId", "dogId", "measuredOn"])
    .index("by_kennel_and_measurer", ["kennelId", "measurerId"]),
  {
    onDelete: {
      dogId: { does: "cascade", by: "by_kennel_and_dog_and_measured" },
      measurerId: { does: "clear", by: "by_kennel_and_measurer" },
    },
    history: {
      label: "Measurement",
      plural: "Measurements",
      area: "health",
      titles: ["measuredOn"],
      fields: {
        measuredOn: day("Date"),
        heightCm: text("Height (cm)"),
        "tape.maker": text("Maker"),
        "tape.model": text("Model"),
        measurerId: text("Measured by"),
        feeCents: { ...cents("Fee"), isConfidential: true },
      },
      unkept: ["dogId", "updatedAt"],
    },
    export: { printed: ["dogId", "measuredOn", "heightCm"] },
    backup: { place: 125 },
  },
);
`;

const { at, inCopy } = useScratchCopy("new-table");

it("a new table works everywhere after its file is added and code is generated", async () => {
  for (const part of [
    "convex",
    "domain",
    "scripts",
    "src",
    "tests/support",
    "package.json",
    "tsconfig.json",
    "vitest.config.ts",
  ])
    cpSync(path.join(root, part), at(part), { recursive: true });
  symlinkSync(path.join(root, "node_modules"), at("node_modules"));
  mkdirSync(at("tests/rest"));
  cpSync(path.join(root, "tests/fixtures/new-table/walk.ts"), at("tests/functions/new-table/walk.test.ts"));
  writeFileSync(at("convex/dogs/tables/dogMeasurements.ts"), TABLE);

  const changed = await inCopy(
    "--input-type=module",
    "--eval",
    'import { updateTables } from "./scripts/tables.mjs"; console.log((await updateTables()).join("\\n"));',
  );

  expect(changed.trim().split("\n").sort()).toEqual([
    "convex/tables.gen.ts",
    "domain/backups/words.gen.ts",
    "domain/history/records.gen.ts",
    "domain/history/tables.gen.ts",
  ]);
  const walk = await inCopy("node_modules/vitest/vitest.mjs", "run", "tests/functions", "--reporter=verbose");
  expect(walk).not.toMatch(/^failed/u);
  expect(walk).toMatch(/5 passed/u);
});
