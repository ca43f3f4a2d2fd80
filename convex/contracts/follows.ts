/** Ensures that one of the kennel's own templates of each kind is the default. */
import { CONTRACT_KINDS } from "../../domain/contracts/rules";
import { chosenOf, saveChanged, watch, type Settle } from "../changes/describing";
import { ownTemplates, templatesOfKind } from "./model/contractTemplates";

const defaultTemplates: Settle<"kennels"> = {
  name: "default templates",
  owners: ["kennels"],
  watches: [
    watch({ table: "contractTemplates", fields: ["kind", "isDefault"], ownerOf: ({ kennelId }) => kennelId }),
  ],
  recalculate: async (ctx, { _id: kennelId }, former) => {
    const all = await ownTemplates(ctx, kennelId);
    const before = former("contractTemplates", all);
    for (const kind of CONTRACT_KINDS) {
      const rows = templatesOfKind(all, kind);
      const chosen = chosenOf(rows, templatesOfKind(before, kind), ({ isDefault }) => isDefault);
      for (const row of rows) {
        await saveChanged(ctx, "contractTemplates", row, { isDefault: row._id === chosen?._id });
      }
    }
  },
};

export const contractSettles: readonly Settle[] = [defaultTemplates];
