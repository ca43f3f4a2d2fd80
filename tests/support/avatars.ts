/** Profile pictures for tests. */
import { callRest } from "./backend-rest";
import type { Person } from "./backend";
import { JPEG } from "./photos";

export function avatarForm(bytes: Uint8Array<ArrayBuffer> = JPEG): FormData {
  const form = new FormData();
  form.append("avatar", new Blob([bytes], { type: "image/jpeg" }), "me.jpg");
  return form;
}

/** Returns the picture's address. */
export async function setAvatar(person: Person, bytes?: Uint8Array<ArrayBuffer>): Promise<string> {
  const { status, body } = await callRest(person.as, "POST", "/settings/user/avatar", {
    form: avatarForm(bytes),
  });
  if (status !== 201) throw new Error(`The upload answered ${status}: ${JSON.stringify(body)}`);
  return (body.data as { avatarPath: string }).avatarPath; // The type follows the API's contract.
}
