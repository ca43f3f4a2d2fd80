import { BACKUP_PRODUCT, BACKUP_VERSION } from "../../../domain/backups/format";
import { recordsBlob, RecordsWriter } from "../../../domain/backups/records-writer";
import { endingOf, send, type Attack } from "../attack";

/** Half a character, a value larger than a row, endless nesting, and unknown fields. */
const NAMES: readonly unknown[] = [
  "\ud800",
  "x".repeat(1_200_000),
  JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`),
  { $integer: "AA==" },
];

async function backupWith(kennelId: string, name: unknown): Promise<Buffer> {
  const writer = new RecordsWriter();
  writer.begin("dogs");
  writer.add([{ _id: "dogs-1", _creationTime: 1_700_000_000_000, name, gender: "female", breed: "Beagle" }]);
  const createdAt = "2026-06-01T00:00:00.000Z";
  const about = { product: BACKUP_PRODUCT, version: BACKUP_VERSION, includesPhotos: true, createdAt };
  const form = new FormData();
  form.append("kennelId", kennelId);
  form.append("backup", recordsBlob({ ...about, kennelId }, writer.finish().data), "backup.json");
  form.append("overwriteExisting", "true");
  const made = new Response(form);
  return Buffer.from(
    `${made.headers.get("content-type") ?? ""}\n${Buffer.from(await made.arrayBuffer()).toString("latin1")}`,
    "latin1",
  );
}

let made = 0;

export default {
  does: "restores backups whose records no kennel could have written",
  as: "a member",
  lanes: 4,
  once: async (attacker, gone, note) => {
    made += 1;
    const file = await backupWith(attacker.kennelId, NAMES[made % NAMES.length]);
    const end = file.indexOf("\n");
    const { status, body } = await send(attacker, gone, "/api/backups/restore", {
      headers: { "content-type": file.subarray(0, end).toString() },
      body: file.subarray(end + 1),
    });
    note(endingOf(status, body.toString()));
  },
} satisfies Attack;
