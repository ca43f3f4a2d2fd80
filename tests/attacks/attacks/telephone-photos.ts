import { readFileSync } from "node:fs";
import { endingOf, MEBIBYTE, send, type Attack } from "../attack";

const FORM = "photo";
/** Behind the picture a box of nothing: a file as large as a photo may be, which reads in no time. */
const PADDING = Buffer.alloc(9 * MEBIBYTE);
PADDING.writeUInt32BE(PADDING.length);
PADDING.write("free", 4);
const FILE = Buffer.concat([
  Buffer.from(
    `--${FORM}\r\nContent-Disposition: form-data; name="photo"; filename="IMG_1.HEIC"\r\nContent-Type: image/heic\r\n\r\n`,
  ),
  readFileSync("tests/fixtures/photos/turned.heic"),
  PADDING,
  Buffer.from(`\r\n--${FORM}--\r\n`),
]);

export default {
  does: "uploads a telephone's photo and deletes it again",
  as: "a member",
  lanes: 4,
  once: async (attacker, gone, note) => {
    const stored = await send(attacker, gone, `/api/photos/dogs/${attacker.dogId}`, {
      ...{ headers: { "content-type": `multipart/form-data; boundary=${FORM}` }, body: FILE },
    });
    note(`stored: ${endingOf(stored.status, stored.body.toString())}`);
    const reply = JSON.parse(stored.body.toString()) as { data?: { id?: string } };
    if (!reply.data?.id) return;
    const removed = await send(attacker, gone, `/api/photos/${reply.data.id}`, { method: "DELETE" });
    note(`removed: ${endingOf(removed.status, removed.body.toString())}`);
  },
} satisfies Attack;
