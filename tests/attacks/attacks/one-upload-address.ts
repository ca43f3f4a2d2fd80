import { callFunction, endingOf, MEBIBYTE, send, type Attack } from "../attack";

export default {
  does: "sends file after file to the same upload address",
  as: "a member",
  lanes: 8,
  once: async (attacker, gone, note) => {
    const { dogId } = attacker;
    const made = await callFunction(attacker, gone, "mutation", "dogs/photos:generateUploadUrls", { dogId });
    const [address] = (made.value ?? []) as string[];
    if (address === undefined) return note(`no address: ${made.ending}`);
    for (let round = 0; round < 4; round += 1) {
      const { status, body } = await send(attacker, gone, address, { body: Buffer.alloc(8 * MEBIBYTE) });
      note(endingOf(status, body.toString()));
    }
  },
} satisfies Attack;
