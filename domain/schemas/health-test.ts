/** The shape of a health test as typed. Which results a kind takes is checked by domain/health/test-results.ts. */
import { z } from "zod";
import { TEST_KINDS } from "../health/test-kinds";
import { checkResult } from "../health/test-results";
import { HEALTH_TEST_FIELDS } from "../records/health-test";
import { newShape } from "../records/record";

const side = <Value extends z.ZodType>(value: Value) => value.nullable();
const chosen = z.string({ error: "Choose the result" }).max(40, "Choose the result");
const figure = z.number({ error: "Enter a number" });

const resultSchema = z.discriminatedUnion(
  "type",
  [
    z.object({ type: z.literal("grade"), grade: chosen }),
    z.object({ type: z.literal("sides"), left: side(chosen), right: side(chosen) }),
    z.object({ type: z.literal("scores"), left: side(figure), right: side(figure) }),
    z.object({ type: z.literal("text"), text: z.string({ error: "Result is required" }).trim() }),
  ],
  { error: "Choose the result" },
);

/** A health test: kind, day and result are needed, and a name where the kind alone does not say what was tested. */
export const healthTestSchema = newShape(HEALTH_TEST_FIELDS)
  .extend({ result: resultSchema })
  .superRefine(({ kind, name, testedOn, result, validUntil }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (TEST_KINDS[kind].isNamed && !name) {
      refuse("name", kind === "dna" ? "Mutation is required" : "Name of the test is required");
    }
    for (const [field, message] of Object.entries(checkResult(kind, result))) refuse(field, message);
    if (validUntil && validUntil < testedOn) refuse("validUntil", "Valid until cannot be before the test");
  })
  .transform((typed) => ({ ...typed, name: TEST_KINDS[typed.kind].isNamed ? (typed.name ?? null) : null }));

export type TypedHealthTest = z.output<typeof healthTestSchema>;
