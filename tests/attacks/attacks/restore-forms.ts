import { Readable } from "node:stream";
import { endingOf, MEBIBYTE, send, type Attack } from "../attack";

const FORM = "limit";
const formStart = (kennelId: string): Buffer =>
  Buffer.from(
    `--${FORM}\r\nContent-Disposition: form-data; name="kennelId"\r\n\r\n${kennelId}\r\n--${FORM}\r\nContent-Disposition: form-data; name="backup"; filename="a.json"\r\nContent-Type: application/json\r\n\r\n{"metadata":{},"filler":"`,
  );

function* form(kennelId: string) {
  const piece = Buffer.alloc(MEBIBYTE, "A");
  yield formStart(kennelId);
  for (let sent = 0; sent < 200; sent += 1) yield piece;
  yield Buffer.from(`"}\r\n--${FORM}--\r\n`);
}

export default {
  does: "sends restore forms of 200 MiB",
  as: "a member",
  lanes: 3,
  once: async (attacker, gone, note) => {
    const { status, body } = await send(attacker, gone, "/api/backups/restore", {
      headers: { "content-type": `multipart/form-data; boundary=${FORM}` },
      body: Readable.from(form(attacker.kennelId)),
    });
    note(endingOf(status, body.toString()));
  },
} satisfies Attack;
