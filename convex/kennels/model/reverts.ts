/** Putting former values back in kennels and their settings. */
import { historyOf } from "../../../domain/history/records";
import { formerOf, typedOf, type Revert, type Reverts } from "../../platform/model/reverting";
import { storeKennelSettings } from "./kennelSettings";
import { setTimeZone } from "./kennelTimeZones";
import { updateKennel } from "./kennels";

/** Puts back the kennel's details and its time zone, which moves what is to be told. */
const revertKennel: Revert<"kennels"> = async (ctx, _row, values, { access }) => {
  const typed = typedOf(values, ["name", "prefix", "address", "phone", "email", "website"]);
  if (Object.keys(typed).length > 0) await updateKennel(ctx, access, typed);
  const { timeZone } = values;
  if (typeof timeZone === "string") await setTimeZone(ctx, access, timeZone);
};

const SETTINGS_FIELDS = Object.keys(historyOf("kennelSettings").fields);

/** Puts back what was set, or the default where nothing was. */
const revertKennelSettings: Revert<"kennelSettings"> = async (ctx, _row, values, { access }) => {
  await storeKennelSettings(ctx, access, formerOf<"kennelSettings">(values, SETTINGS_FIELDS));
};

/** How each kind of record has former values put back. */
export const kennelReverts = {
  kennels: revertKennel,
  kennelSettings: revertKennelSettings,
} satisfies Reverts;
