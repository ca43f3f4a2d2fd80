/** The builders for functions that handle one contract template. */
import { rowBuilders } from "../platform/functions";

export const { mutation: templateMutation } = rowBuilders("contractTemplates", "template", "templateId");
