/** The registered functions of importing dogs: the dry run and the import. */
import { kennelMutation, kennelQuery } from "./functions";
import { checkImport, importArgs, importDogs, importReportShape } from "./model/dogImport";

/** Says what an import would do; writes nothing. */
export const check = kennelQuery({
  permission: "dogs:write",
  args: importArgs,
  returns: importReportShape,
  handler: async (ctx, args) => await checkImport(ctx, ctx.access.kennelId, args),
});

/** Imports the rows that have no errors, all or none. */
export const run = kennelMutation({
  permission: "dogs:write",
  args: importArgs,
  returns: importReportShape,
  handler: async (ctx, args) => await importDogs(ctx, ctx.access, args),
});
