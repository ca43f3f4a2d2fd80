/** Photos for tests: the smallest files of each kind, and a function that adds a photo to a dog over REST. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { callRest } from "./backend-rest";
import type { Person } from "./backend";

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** A picture of one pixel, as a PNG file. */
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

/** Texts that no stored file may contain: the camera, and the data after the picture. */
export const SECRETS = ["Camera of Petra", "after the end"] as const;

/** Builds the body of an upload. */
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

/** Adds a photo to a dog and returns the stored photo. */
export const addPhoto = async (person: Person, dogId: string, fields: PhotoFields = {}) =>
  await upload(person, `/photos/dogs/${dogId}`, fields);

/** Adds a photo to a puppy and returns the stored photo. */
export const addPuppyPhoto = async (person: Person, puppyId: string) =>
  await upload(person, `/puppies/${puppyId}/photos`, {});
