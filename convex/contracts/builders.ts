/** The builders of functions of one contract template. */
import { rowBuilders } from "../platform/functions";

export const { mutation: templateMutation } = rowBuilders("contractTemplates", "template", "templateId");
