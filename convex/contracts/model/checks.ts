/** Validates contract templates. A settle chooses the default template. */
import { MAX_TEMPLATES_PER_KENNEL } from "../../../domain/contracts/rules";
import { newTemplateSchema } from "../../../domain/contracts/schemas";
import { roomOf, shapeFaults, type Checks } from "../../platform/model/changes/checking";
import { queryTemplates } from "./contractTemplates";

export const contractChecks: Checks = {
  contractTemplates: {
    own: (row) => shapeFaults(newTemplateSchema, row),
    returning: roomOf(
      MAX_TEMPLATES_PER_KENNEL,
      ({ kennelId }) => kennelId,
      (ctx, { kennelId }) => queryTemplates(ctx, kennelId),
    ),
  },
};
