/** What must be true of contract templates; which one is the default is settled. */
import { newTemplateSchema } from "../../../domain/contracts/schemas";
import { shapeFaults, type Checks } from "../../platform/model/changes/checking";

export const contractChecks: Checks = {
  contractTemplates: { own: (row) => shapeFaults(newTemplateSchema, row) },
};
