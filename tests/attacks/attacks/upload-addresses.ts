import { Readable } from "node:stream";
import { callFunction, endingOf, MEBIBYTE, send, type Attack } from "../attack";

/** More than any kind of upload allows. */
const SENT_MIB = 300;

function* content() {
  const piece = Buffer.alloc(MEBIBYTE, "A");
  for (let sent = 0; sent < SENT_MIB; sent += 1) yield piece;
}

export default {
  does: "fills the disk by the addresses of photos and restores, and claims nothing",
  as: "a member",
  lanes: 4,
  once: async (attacker, gone, note) => {
    const { dogId, kennelId } = attacker;
    const photos = await callFunction(attacker, gone, "mutation", "dogs/photos:generateUploadUrls", {
      dogId,
    });
    const restore = await callFunction(attacker, gone, "mutation", "backups/restores:generateUploadUrl", {
      ...{ kennelId, bytes: SENT_MIB * MEBIBYTE },
    });
    note(`photos: ${photos.ending}`);
    note(`restore: ${restore.ending}`);
    const addresses = [photos.value, restore.value].flat().filter((address) => typeof address === "string");
    for (const address of addresses) {
      const { status, body } = await send(attacker, gone, address, { body: Readable.from(content()) });
      note(`sent: ${endingOf(status, body.toString())}`);
    }
  },
} satisfies Attack;
