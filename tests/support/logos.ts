/** Logos for tests. */
import { Buffer } from "node:buffer"; // sharp checks the class of the bytes, and test environments replace that class globally.
import sharp from "sharp";
import { callRest } from "./backend-rest";
import type { Person } from "./backend";
import { PNG } from "./photos";

/** A green disc on a transparent background. Many breeders' logos look like this. */
export async function paintLogo(
  type: "png" | "webp" | "jpeg" | "gif",
  { width = 900, height = 450 } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const disc = `<svg width="${width}" height="${height}"><ellipse cx="50%" cy="50%" rx="45%" ry="45%" fill="#1f6f3a"/></svg>`;
  return new Uint8Array(await sharp(Buffer.from(disc)).toFormat(type).toBuffer());
}

export function logoForm(bytes: Uint8Array<ArrayBuffer> = PNG): FormData {
  const form = new FormData();
  form.append("logo", new Blob([bytes], { type: "image/png" }), "logo.png");
  return form;
}

export async function setLogo(
  person: Person,
  kennelId: string,
  bytes?: Uint8Array<ArrayBuffer>,
): Promise<{ logoPath: string; updatedAt: string }> {
  const path = `/settings/kennel/${kennelId}/logo`;
  const { status, body } = await callRest(person.as, "POST", path, { form: logoForm(bytes) });
  if (status !== 201) throw new Error(`The upload answered ${status}: ${JSON.stringify(body)}`);
  return body.data as { logoPath: string; updatedAt: string }; // The type follows the API's contract.
}
