/** Putting former values back in kennels and their settings. */
import type { Doc } from "../../_generated/dataModel";
import { has, typedOf, type Revert, type Reverts } from "../../platform/model/reverting";
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

const SETTINGS_FIELDS = [
  "taxId",
  "businessLicense",
  "primaryColor",
  "accentColor",
  "footerText",
  "showLogo",
] as const;

/** Puts back what was set, or the default where nothing was. */
const revertKennelSettings: Revert<"kennelSettings"> = async (ctx, _row, values, { access }) => {
  const names = SETTINGS_FIELDS.filter((name) => has(values, name));
  // Values that this row had are of the row's types.
  const former = Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<
    Pick<Doc<"kennelSettings">, (typeof SETTINGS_FIELDS)[number]>
  >;
  await storeKennelSettings(ctx, access, former);
};

/** How each kind of record has former values put back. */
export const kennelReverts = {
  kennels: revertKennel,
  kennelSettings: revertKennelSettings,
} satisfies Reverts;
