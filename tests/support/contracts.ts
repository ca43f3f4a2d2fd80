/** Contract templates for tests. */
import { api } from "../../convex/_generated/api";
import type { Team } from "./backend";

type TemplateArgs = (typeof api.contracts.contractTemplates.create)["_args"];

export async function addTemplate(team: Team, fields: Partial<TemplateArgs> = {}): Promise<string> {
  const { id } = await team.owner.as.mutation(api.contracts.contractTemplates.create, {
    kennelId: team.kennelId,
    name: "Our stud contract",
    kind: "stud",
    body: "# Stud\n{{sire}} and {{dam}}",
    ...fields,
  });
  return id;
}
