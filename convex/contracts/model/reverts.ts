/** What putting former values of contract templates back has of its own. */
import { has, type Reverts } from "../../platform/model/changes/reverting";

export const contractReverts: Reverts = {
  contractTemplates: {
    // Among those of another kind it is the default only where it is chosen, or the only one.
    prepare: (_ctx, _row, values) => ({ ...(has(values, "kind") && { isDefault: false }), ...values }),
  },
};
