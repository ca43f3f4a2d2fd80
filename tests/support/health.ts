/** Health records and their attachments for tests. */
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, TODAY, type Team } from "./backend";
import { callRest } from "./backend-rest";
import { PDF } from "./documents";

type RecordArgs = (typeof api.health.healthRecords.create)["_args"];

/** By default, the examination is of a new dog. */
export async function addHealthRecord(team: Team, fields: Partial<RecordArgs> = {}) {
  const dogId = fields.dogId ?? (await addDog(team.owner, team.kennelId, { name: "Bella" }))._id;
  return await team.owner.as.mutation(api.health.healthRecords.create, {
    title: "Annual check",
    description: "Heart and lungs normal",
    dateRecorded: "2025-06-10",
    today: TODAY,
    ...fields,
    dogId,
  });
}

export function attachmentForm(
  bytes: Uint8Array<ArrayBuffer> = PDF,
  name = "Blood count.pdf",
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  form.append("file", new Blob([bytes], { type: "application/pdf" }), name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  return form;
}

interface AttachmentAnswer {
  readonly id: string;
  readonly fileName: string;
  readonly filePath: string;
}

/** By default, attaches the file to a new record. */
export async function addAttachment(
  team: Team,
  recordId?: Id<"healthRecords">,
  form: FormData = attachmentForm(),
): Promise<AttachmentAnswer> {
  const id = recordId ?? (await addHealthRecord(team))._id;
  const { status, body } = await callRest(team.owner.as, "POST", `/health/records/${id}/attachments`, {
    form,
  });
  if (status !== 201) throw new Error(`The upload answered ${status}: ${JSON.stringify(body)}`);
  return body.data as AttachmentAnswer;
}

/** Returns the id of the file with the kennel's health records. */
export async function addExport(
  team: Team,
  format: "csv" | "xlsx" | "pdf" = "csv",
): Promise<Id<"healthExports">> {
  const asked = { kennelId: team.kennelId, format, today: TODAY };
  const exportId = await team.owner.as.mutation(internal.health.healthExports.prepare, asked);
  await team.deployment.action(internal.health.actions.healthExport.write, { exportId });
  return exportId;
}
