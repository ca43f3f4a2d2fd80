import { randomUUID } from "node:crypto";
import { endingOf, send, type Attack } from "../attack";

export default {
  does: "calls with API keys that never existed",
  as: "nobody",
  lanes: 32,
  once: async (attacker, gone, note) => {
    const headers = { authorization: `Bearer sbk_${randomUUID().replaceAll("-", "")}` };
    const { status, body } = await send(attacker, gone, "/api/dogs", { headers });
    note(endingOf(status, body.toString()));
  },
} satisfies Attack;
