/** Rules for undoing changes of kennels, in addition to the general rules. */
import { failOnFields } from "../../../domain/errors";
import type { Reverts } from "../../platform/model/changes/reverting";
import { kennelFaults } from "./checks";

export const kennelReverts: Reverts = {
  kennels: {
    prepare: (_ctx, _row, values) => {
      failOnFields(kennelFaults(values));
      return values;
    },
  },
};
