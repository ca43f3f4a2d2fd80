/** Logos for tests: pictures of each kind, and a function that gives one to a kennel through the REST API. */
import { Buffer } from "node:buffer"; // sharp checks the class of the bytes, and test environments replace that class globally
import sharp from "sharp";
import { callRest } from "./backend-rest";
import type { Person } from "./backend";
import { PNG } from "./photos";

/** Paints a green disc on a transparent background, like the logos of breeders. */
export async function paintLogo(
  type: "png" | "webp" | "jpeg" | "gif",
  { width = 900, height = 450 } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const disc = `<svg width="${width}" height="${height}"><ellipse cx="50%" cy="50%" rx="45%" ry="45%" fill="#1f6f3a"/></svg>`;
  return new Uint8Array(await sharp(Buffer.from(disc)).toFormat(type).toBuffer());
}

/** Makes the body of an upload. */
export function logoForm(bytes: Uint8Array<ArrayBuffer> = PNG): FormData {
  const form = new FormData();
  form.append("logo", new Blob([bytes], { type: "image/png" }), "logo.png");
  return form;
}

/** Gives a kennel a logo and returns the kennel as stored. */
export async function setLogo(
  person: Person,
  kennelId: string,
  bytes?: Uint8Array<ArrayBuffer>,
): Promise<{ logoPath: string; updatedAt: string }> {
  const path = `/settings/kennel/${kennelId}/logo`;
  const { status, body } = await callRest(person.as, "POST", path, { form: logoForm(bytes) });
  if (status !== 201) throw new Error(`The upload answered ${status}: ${JSON.stringify(body)}`);
  return body.data as { logoPath: string; updatedAt: string }; // the contract's shape
}
