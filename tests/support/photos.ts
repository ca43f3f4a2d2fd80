/** Photos for tests: the smallest files of each kind, and adding one to a dog through the REST API. */
import { callRest } from "./backend-rest";
import type { Person } from "./backend";

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** A picture of one pixel, as a PNG file. */
export const PNG = bytesOf(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
);

/** The segments of a JPEG file that readers look at, with an Exif block that tells a place and a turn by 90 degrees. */
export const JPEG = Uint8Array.from([
  ...[0xff, 0xd8],
  ...[0xff, 0xe1, 0x00, 0x2a, ...new TextEncoder().encode("Exif\0\0")],
  ...[0x49, 0x49, 0x2a, 0x00, 0x08, 0x00, 0x00, 0x00, 0x01, 0x00],
  ...[0x12, 0x01, 0x03, 0x00, 0x01, 0x00, 0x00, 0x00, 0x06, 0x00, 0x00, 0x00],
  ...[0x00, 0x00, 0x00, 0x00, ...new TextEncoder().encode("41.40338")],
  ...[0xff, 0xfe, 0x00, 0x07, ...new TextEncoder().encode("notes")],
  ...[0xff, 0xdb, 0x00, 0x04, 0x00, 0x01],
  ...[0xff, 0xda, 0x00, 0x04, 0x01, 0x00, 0x12, 0xff, 0x00, 0x34],
  ...[0xff, 0xd9, ...new TextEncoder().encode("after the end")],
]);

/** The head of a HEIC file. */
export const HEIC = Uint8Array.from([
  0,
  0,
  0,
  24,
  ...new TextEncoder().encode("ftypheic"),
  ...new Uint8Array(20),
]);

/** Makes the body of an upload. */
export function photoForm(
  fields: Record<string, string> = {},
  bytes: Uint8Array<ArrayBuffer> = PNG,
): FormData {
  const form = new FormData();
  form.append("photo", new Blob([bytes], { type: "image/png" }), "photo.png");
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

interface PhotoAnswer {
  readonly id: string;
  readonly filePath: string;
  readonly thumbnailPath: string;
  readonly isPrimary: boolean;
  readonly caption: string | null;
}

/** Adds a photo to a dog and answers it as stored. */
export async function addPhoto(
  person: Person,
  dogId: string,
  fields: Record<string, string> = {},
): Promise<PhotoAnswer> {
  const path = `/photos/dogs/${dogId}`;
  const { status, body } = await callRest(person.as, "POST", path, { form: photoForm(fields) });
  if (status !== 201) throw new Error(`The upload answered ${status}: ${JSON.stringify(body)}`);
  return body.data as PhotoAnswer;
}
