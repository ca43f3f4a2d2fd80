import { callFunction, endingOf, MEBIBYTE, send, type Attack } from "../attack";

const FORM = "scan";
const FILE = Buffer.from(
  `--${FORM}\r\nContent-Disposition: form-data; name="file"; filename="scan.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n${"x".repeat(2 * MEBIBYTE)}\r\n--${FORM}--\r\n`,
);

export default {
  does: "stores a file at a record and deletes it again",
  as: "a member",
  lanes: 6,
  once: async (attacker, gone, note) => {
    const stored = await send(attacker, gone, `/api/health/records/${attacker.recordId}/attachments`, {
      ...{ headers: { "content-type": `multipart/form-data; boundary=${FORM}` }, body: FILE },
    });
    note(`stored: ${endingOf(stored.status, stored.body.toString())}`);
    const reply = JSON.parse(stored.body.toString()) as { data?: { id?: string }; id?: string };
    const attachmentId = reply.data?.id ?? reply.id;
    if (!attachmentId) return;
    const removed = await callFunction(attacker, gone, "mutation", "health/healthAttachments:remove", {
      attachmentId,
    });
    note(`removed: ${removed.ending}`);
  },
} satisfies Attack;
