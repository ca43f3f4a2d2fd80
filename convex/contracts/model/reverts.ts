/** What undoing a change of contract templates needs besides the general rules. */
import { has, type Reverts } from "../../platform/model/changes/reverting";

export const contractReverts: Reverts = {
  contractTemplates: {
    // Among templates of another kind, this one is the default only if the user chose so or it is the only one.
    prepare: (_ctx, _row, values) => ({ ...(has(values, "kind") && { isDefault: false }), ...values }),
  },
};
