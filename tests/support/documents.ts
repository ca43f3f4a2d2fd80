/** Documents for tests. */
import { recordBreeding } from "./breedings";
import { callRest } from "./backend-rest";
import type { Team } from "./backend";

/** A file that begins like a PDF is accepted as a PDF. No test opens it. */
export const PDF = new TextEncoder().encode("%PDF-1.7\n%%EOF\n");

export function documentForm(
  fields: Record<string, string> = {},
  bytes: Uint8Array<ArrayBuffer> = PDF,
  name = "Stud contract.pdf",
): FormData {
  const form = new FormData();
  form.append("document", new Blob([bytes], { type: "application/pdf" }), name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  return form;
}

interface DocumentAnswer {
  readonly id: string;
  readonly breedingId: string;
  readonly fileName: string;
  readonly filePath: string;
}

/** By default, creates a new breeding. */
export async function addDocument(team: Team, breedingId?: string): Promise<DocumentAnswer> {
  const id = breedingId ?? (await recordBreeding(team, {}));
  const form = documentForm({ documentType: "contract" });
  const { status, body } = await callRest(team.owner.as, "POST", `/breeding/${id}/documents`, { form });
  if (status !== 201) throw new Error(`The upload answered ${status}: ${JSON.stringify(body)}`);
  return body.data as DocumentAnswer;
}
