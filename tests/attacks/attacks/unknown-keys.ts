import { randomUUID } from "node:crypto";
import { send, type Attack } from "../attack";

export default {
  does: "calls with keys that never were",
  as: "nobody",
  lanes: 32,
  once: async (attacker, gone, note) => {
    const headers = { authorization: `Bearer sbk_${randomUUID().replaceAll("-", "")}` };
    note(String((await send(attacker, gone, "/api/dogs", { headers })).status));
  },
} satisfies Attack;
