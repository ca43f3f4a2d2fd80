/**
 * Structured health tests of dogs, including external ancestors: hips, elbows, eyes, heart, DNA. A test may have a
 * certificate. The certificate's file belongs to exactly one row and is kept for some time after this row is
 * deleted. Written by health/model/healthTests.ts and health/model/healthTestCertificates.ts; deleted with the dog.
 */
import { v } from "convex/values";
import { choice, hidden, text } from "../../../domain/history/describing";
import { HEALTH_TEST_FIELDS } from "../../../domain/health/record";
import { fileTypeValidator, numberOrNull, textOrNull } from "../../platform/tables/shared";
import { recordTable } from "../../platform/tables/recordTable";

/** domain/health/test-kinds.ts lists the grades. */
export const testResultValidator = v.union(
  v.object({ type: v.literal("grade"), grade: v.string() }),
  v.object({ type: v.literal("sides"), left: textOrNull, right: textOrNull }),
  v.object({ type: v.literal("scores"), left: numberOrNull, right: numberOrNull }),
  v.object({ type: v.literal("text"), text: v.string() }),
);

export const healthTests = recordTable(HEALTH_TEST_FIELDS, {
  // In an export, the column of the result comes after this column.
  columns: ({ kind, name, testedOn, ...recorded }) => ({
    dogId: v.id("dogs"),
    ...{ kind, name, testedOn },
    result: testResultValidator,
    ...recorded,
    certificate: v.optional(
      v.object({
        storageId: v.id("_storage"),
        fileName: v.string(),
        fileSize: v.number(),
        fileType: fileTypeValidator,
      }),
    ),
  }),
  indexes: (table) =>
    table
      .index("by_kennel_and_dog_and_tested", ["kennelId", "dogId", "testedOn"])
      .index("by_certificate", ["certificate.storageId"]),
  onDelete: {
    dogId: { does: "cascade", by: "by_kennel_and_dog_and_tested", inBatches: "both" },
  },
  history: {
    place: 140,
    label: "Health test",
    plural: "Health tests",
    area: "health",
    titles: ["name", "kind"],
    fields: {
      "result.type": choice("Form of the result"),
      "result.grade": text("Grade"),
      "result.left": text("Left"),
      "result.right": text("Right"),
      "result.text": text("Result"),
      "certificate.fileName": text("Certificate"),
      "certificate.storageId": hidden,
      "certificate.fileSize": hidden,
      "certificate.fileType": hidden,
    },
  },
  export: {
    place: 130,
    printed: ["dogId", "testedOn", "kind", "name", "result", "laboratory", "certificateNumber"],
  },
  backup: { place: 70 },
});
