/** The positions in a drawn pedigree, in columns and, on a phone, in rows. */
import { expect, it } from "vitest";
import { layOutAncestry } from "@/features/pedigree/ancestry-layout";
import { makeDog } from "@/testing/dogs";

/** The space on a phone of 390 px. */
const PHONE = 324;
/** Below this scale, the smallest text is unreadable. See use-pan.ts. */
const READABLE = 0.6;

const grandsire = makeDog({ name: "Oak", gender: "male" });
const sire = makeDog({ name: "Rex", gender: "male", sireId: grandsire._id });
const dam = makeDog({ name: "Bella", gender: "female" });
const pup = makeDog({ name: "Pup", gender: "male", sireId: sire._id, damId: dam._id });

const layOut = (room: "wide" | "slim" | "narrow") =>
  layOutAncestry({ kennelId: "kennel1", generations: 3, dogs: [pup, sire, dam, grandsire] } as never, room);

it("[ANC-03] the layout on a phone gives each ancestor a row, the sire's side above the dog and the dam's below", () => {
  const nodes = layOut("narrow")?.nodes ?? [];
  const inOrder = [...nodes].sort((a, b) => a.top - b.top);
  expect(inOrder.map(({ relation }) => relation)).toEqual([
    ...["Sire’s sire’s sire", "Sire’s sire", "Sire’s sire’s dam", "Sire", "Sire’s dam", ""],
    ...["Dam’s sire", "Dam", "Dam’s dam"],
  ]);
  const height = layOut("narrow")?.nodeHeight ?? 0;
  const gaps = inOrder.slice(1).map(({ top }, index) => top - (inOrder[index]?.top ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(height);
});

it("[ANC-03] the layout shows three readable generations at once on a phone, unlike a drawing in columns", () => {
  expect(PHONE / (layOut("narrow")?.width ?? 0)).toBeGreaterThan(READABLE);
  expect(PHONE / (layOut("wide")?.width ?? 0)).toBeLessThan(READABLE);
  expect(layOut("slim")?.width).toBeLessThan(layOut("wide")?.width ?? 0);
});
