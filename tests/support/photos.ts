/** Photos for tests. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { callRest } from "./backend-rest";
import type { Person } from "./backend";

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** One pixel. */
export const PNG = bytesOf(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
);

const fixture = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(path.join("tests", "fixtures", "photos", name)));

/**
 * A JPG of 96 by 64 pixels whose orientation turns it clockwise, with a camera, a location, and data after its end.
 * The stored picture is red on the left and blue on the right, with a green square in the top left corner.
 */
export const JPEG = Uint8Array.from([...fixture("turned.jpg"), ...new TextEncoder().encode("after the end")]);

/**
 * The same picture as the HEIC of a phone, in Display P3, with camera and location. Its `irot` turns it
 * counterclockwise.
 */
export const HEIC = fixture("turned.heic");

/** No stored file may contain these texts: the camera, and the data after the picture. */
export const SECRETS = ["Camera of Petra", "after the end"] as const;

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
  readonly previewPath: string;
  readonly thumbnailPath: string;
  readonly isPrimary: boolean;
  readonly caption: string | null;
}

type PhotoFields = Record<string, string>;

async function upload(person: Person, path: string, fields: PhotoFields): Promise<PhotoAnswer> {
  const { status, body } = await callRest(person.as, "POST", path, { form: photoForm(fields) });
  if (status !== 201) throw new Error(`The upload answered ${status}: ${JSON.stringify(body)}`);
  return body.data as PhotoAnswer;
}

export const addPhoto = async (person: Person, dogId: string, fields: PhotoFields = {}) =>
  await upload(person, `/photos/dogs/${dogId}`, fields);

export const addPuppyPhoto = async (person: Person, puppyId: string) =>
  await upload(person, `/puppies/${puppyId}/photos`, {});
