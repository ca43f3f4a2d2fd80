import { randomUUID } from "node:crypto";
import { callFunction, type Attack } from "../attack";

export default {
  does: "invites the honest person and strangers again and again, and withdraws each invitation",
  as: "a member",
  lanes: 8,
  once: async (attacker, gone, note) => {
    const { kennelId, victim } = attacker;
    for (const email of [victim, `${randomUUID()}@example.com`]) {
      const invitation = { kennelId, email, role: "manager" };
      const invited = await callFunction(attacker, gone, "mutation", "kennels/members:add", invitation);
      note(`invited: ${invited.ending}`);
      const { invitationId } = (invited.value ?? {}) as { invitationId?: string };
      if (!invitationId) continue;
      const withdrawn = await callFunction(attacker, gone, "mutation", "kennels/members:remove", {
        ...{ kennelId, invitationId },
      });
      note(`withdrawn: ${withdrawn.ending}`);
    }
  },
} satisfies Attack;
