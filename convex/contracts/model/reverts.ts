/** Putting former values back in contract templates. */
import { has, type Revert, type Reverts } from "../../platform/model/reverting";
import { updateTemplate } from "./contractTemplates";

/** Puts back what a contract template was. */
const revertTemplate: Revert<"contractTemplates"> = async (ctx, row, values) => {
  const names = ["name", "kind", "body", "isDefault"].filter((name) => has(values, name));
  await updateTemplate(ctx, row, Object.fromEntries(names.map((name) => [name, values[name]])));
};

/** How each kind of record has former values put back. */
export const contractReverts = {
  contractTemplates: revertTemplate,
} satisfies Reverts;
