/** The registered function of the directory of breeders. */
import { userQuery } from "../platform/functions";
import { directoryShape, listDirectory } from "./model/directory";

/** Only breeders who chose to be visible to every signed-in user are listed. */
export const list = userQuery({
  args: {},
  returns: directoryShape,
  handler: async (ctx) => await listDirectory(ctx),
});
