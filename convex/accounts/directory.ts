/** The registered function of the directory of breeders. */
import { userQuery } from "../platform/functions";
import { directoryShape, listDirectory } from "./model/directory";

/** Lists the breeders who chose that every signed-in user can see them. */
export const list = userQuery({
  args: {},
  returns: directoryShape,
  handler: async (ctx) => await listDirectory(ctx),
});
