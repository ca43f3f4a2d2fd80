/** The zod shapes of a contract template, for the form, REST and the functions. Source: decision GAP-SET-15. */
import { z } from "zod";
import { CONTRACT_KINDS, MAX_TEMPLATE_LENGTH } from "./rules";
import { unknownPlaceholders } from "./fill";
import { isVisible } from "../text/text";
import { requiredText } from "../records/parts";

const name = requiredText("Name", "Name is required");

const kind = z.enum(CONTRACT_KINDS, { error: `Kind must be ${CONTRACT_KINDS.join(", ")}` });

/** A misspelled placeholder would look like a missing value. */
const body = z
  .string({ error: "Text is required" })
  .max(MAX_TEMPLATE_LENGTH, `Text must be at most ${MAX_TEMPLATE_LENGTH} characters`)
  .refine(isVisible, "Text is required")
  .superRefine((text, context) => {
    const unknown = unknownPlaceholders(text).map((each) => `{{${each}}}`);
    if (unknown.length > 0) {
      context.addIssue({ code: "custom", message: `Unknown placeholder: ${unknown.join(", ")}` });
    }
  });

const isDefault = z.boolean({ error: "isDefault must be true or false" }).optional();

/** The first template of a kind is always the default. */
export const newTemplateSchema = z.object({ name, kind, body, isDefault });

/** An omitted field stays unchanged. */
export const templateChangesSchema = z.object({
  name: name.optional(),
  kind: kind.optional(),
  body: body.optional(),
  isDefault,
});
