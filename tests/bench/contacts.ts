/**
 * A contact book of 20,000 people from a backup, twice what a kennel may enter. Measures the list, its last page,
 * searches, suggestions during typing, similar contacts, and a save.
 */
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { restoreEnded, sendBackup, SIGNING } from "../support/backup-client";
import { startRuntime } from "../support/runtime";
import type { Measured } from "./dogs";
import { makeIssuer } from "./issuer";

const CONTACTS = 20_000;
/** Each pair has one phone number in two spellings. */
const PAIRS = 200;
const FIRST = ["Anna", "Ben", "Chloé", "Dörte", "Émile", "Øyvind", "Žofie", "Ольга", "山田", "שרה"];
const LAST = ["Berg", "Hill", "Stern", "Marsh", "Nowak", "Lund", "García", "O’Malley", "Weiß", "Ito"];
const PAGE = 50;

const personOf = (number: number) => {
  const name = `${FIRST[number % 10] ?? ""} ${LAST[Math.floor(number / 10) % 10] ?? ""} ${number}`;
  const twin = number < 2 * PAIRS ? Math.floor(number / 2) : number;
  const digits = String(1_000_000 + twin);
  return {
    ...{
      _id: `contact${number}`,
      _creationTime: number + 1,
      updatedAt: 1,
      kinds: [],
      nameKey: "",
      searchText: "",
    },
    ...{ name, email: number < 2 * PAIRS ? undefined : `person${number}@example.com` },
    ...{
      phone: number % 2 === 0 ? `+49 171 ${digits}` : `0171 ${digits}`,
      address: `${number} Hill Road, Dover`,
    },
  };
};

/** A contact is saved before each call, so that no cached result is returned. */
export async function measureContacts(samples: number): Promise<Measured[]> {
  const { env, tokenOf } = await makeIssuer();
  const runtime = await startRuntime({ functions: "convex", env: { ...env, ...SIGNING } });
  const client = new ConvexHttpClient(runtime.origin, { logger: false });
  client.setAuth(await tokenOf("breeder"));
  await client.mutation(api.accounts.users.ensure, {});
  const { _id: kennelId } = await client.mutation(api.kennels.kennels.create, { name: "My Kennel" });
  const keeper = { client, kennelId };
  const contacts = Array.from({ length: CONTACTS }, (_, number) => personOf(number));
  const backupId = await sendBackup(keeper, { data: { contacts }, files: new Map() });
  await client.mutation(api.backups.restores.start, { kennelId, backupId, mode: "exact" });
  const restored = await restoreEnded(keeper);
  if (restored.state === "failed") throw new Error(restored.problem ?? "The restore failed");
  const functions = api.contacts.contacts;
  const page = async (number: number, search = "") =>
    await client.query(functions.list, { kennelId, page: number, limit: PAGE, search });
  const [saved] = (await page(1)).data;
  const contactId = saved?._id ?? "";
  const save = async (sample: number) =>
    await client.mutation(functions.update, { contactId, notes: `Saved ${sample}` });
  const suggest = async (search: string) => await client.query(functions.suggest, { kennelId, search });
  const kinds: Record<string, (sample: number) => Promise<unknown>> = {
    "first page": async () => await page(1),
    "last page of 400": async () => await page(CONTACTS / PAGE),
    "search: a name that 2,000 have": async () => await page(1, "anna"),
    "search: two words, one of them rare": async (sample) => await page(1, `berg ${sample * 7}`),
    "search: a phone number": async (sample) => await page(1, `0171 ${1_000_000 + 1000 + sample}`),
    "while typing: one letter": async () => await suggest("a"),
    "while typing: a name": async () => await suggest("Ольга N"),
    "while typing: no such name": async (sample) => await suggest(`nobody ${sample}`),
    "look-alikes of 20,000": async () => await client.query(functions.alike, { kennelId }),
    "a save": save,
  };
  const measured: Measured[] = [];
  for (const [name, run] of Object.entries(kinds)) {
    const timesMs: number[] = [];
    for (let sample = 0; sample < samples; sample += 1) {
      await save(sample);
      const start = performance.now();
      await run(sample);
      timesMs.push(performance.now() - start);
    }
    measured.push({ name, timesMs });
  }
  await runtime.stop();
  return measured;
}
