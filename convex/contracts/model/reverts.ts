/** Putting former values back in contract templates. */
import { typedOf, type Revert, type Reverts } from "../../platform/model/reverting";
import { updateTemplate } from "./contractTemplates";

/** Puts back what a contract template was. */
const revertTemplate: Revert<"contractTemplates"> = async (ctx, row, values) => {
  const fields = ["name", "kind", "body", "isDefault"];
  await updateTemplate(ctx, row, typedOf(values, fields));
};

/** How each kind of record has former values put back. */
export const contractReverts = {
  contractTemplates: revertTemplate,
} satisfies Reverts;
