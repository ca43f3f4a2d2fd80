/** What putting former values of kennels back has of its own. */
import { failOnFields } from "../../../domain/errors";
import { without, type Reverts } from "../../platform/model/changes/reverting";
import { kennelFaults } from "./checks";
import { setTimeZone } from "./kennelTimeZones";

export const kennelReverts: Reverts = {
  kennels: {
    prepare: async (ctx, _row, values, { access }) => {
      failOnFields(kennelFaults(values));
      if (typeof values.timeZone !== "string") return without(values, "timeZone");
      // It moves what is to be told.
      await setTimeZone(ctx, access, values.timeZone);
      return values;
    },
  },
};
