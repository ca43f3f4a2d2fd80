/** Rules for undoing changes of contract templates, in addition to the general rules. */
import { has, type Reverts } from "../../platform/model/changes/reverting";

export const contractReverts: Reverts = {
  contractTemplates: {
    // If an undo changes the kind of a template, the template becomes the default only if the user chose it or it
    // is the only template of that kind.
    prepare: (_ctx, _row, values) => ({ ...(has(values, "kind") && { isDefault: false }), ...values }),
  },
};
