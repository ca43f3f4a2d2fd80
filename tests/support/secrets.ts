/**
 * Amounts and contacts that can be recognized wherever they appear. Every confidential field of a kennel's records
 * is filled with them. The fields are found through the descriptions and the schema, so that new fields are filled
 * too.
 */
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import schema from "../../convex/schema";
import { CONFIDENTIAL_FIELDS, CONFIDENTIAL_TABLES } from "../../domain/permissions/confidential";
import type { Ids } from "./audit-kennel";
import { TODAY, type Deployment, type Team } from "./backend";

const WORD = "Hushhush";
const CENTS = 31_415_927;

/** In every form in which they could appear: a word, and an amount in cents, in dollars and as formatted. */
export const SECRETS = [WORD, String(CENTS), "314159.27", "314,159.27"] as const;

type Table = keyof typeof schema.tables;

interface AnyValidator {
  readonly kind: string;
  readonly fields?: Readonly<Record<string, AnyValidator>>;
}

/** Dates and names in other fields are not secret, and must keep their values. */
const isKept = (name: string): boolean => /(On|Date|Until|From|Id|Key)$/.test(name) || name === "fileType";

/** Returns undefined if the type cannot contain a secret. */
function secretOf({ kind, fields }: AnyValidator): unknown {
  if (kind === "string") return WORD;
  if (kind === "float64") return CENTS;
  if (kind !== "object" || !fields) return undefined;
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, secretOf(field)]));
}

/** In a table that is confidential as a whole, every text and amount is a secret. */
function secretsIn(table: Table): Record<string, unknown> {
  const { fields } = schema.tables[table].validator as unknown as Required<AnyValidator>; // The validators of table rows are objects.
  const names = CONFIDENTIAL_TABLES.has(table)
    ? Object.keys(fields).filter((name) => fields[name]?.kind === "string" || name.endsWith("Cents"))
    : (CONFIDENTIAL_FIELDS[table] ?? []);
  return Object.fromEntries(
    names.flatMap((name) => (isKept(name) || !fields[name] ? [] : [[name, secretOf(fields[name])]])),
  );
}

const TABLES = [...Object.keys(CONFIDENTIAL_FIELDS), ...CONFIDENTIAL_TABLES] as Table[]; // These are tables of the schema.

/** Fills the kennel's rows. Returns the tables that have such rows. */
export const plantSecrets = async (deployment: Deployment, kennelId: Id<"kennels">): Promise<string[]> =>
  await deployment.run(async (ctx) => {
    const planted = new Set<string>();
    for (const table of TABLES) {
      for (const row of await ctx.db.query(table).collect()) {
        if (!("kennelId" in row) || row.kennelId !== kennelId) continue;
        await ctx.db.patch(row._id, secretsIn(table));
        planted.add(table);
      }
    }
    return [...planted];
  });

/** The owner makes the changes, so that history and activities contain the secrets. */
export async function tellSecrets({ owner }: Team, ids: Ids): Promise<void> {
  const { dogId = "", breedingId = "", puppyId = "", recordId = "", applicantId = "", entryId = "" } = ids;
  const { dogOwnerId = "" } = ids;
  const { as } = owner;
  await as.mutation(api.dogs.dogs.update, { dogId, currentOwnerName: WORD, today: TODAY });
  await as.mutation(api.breedings.breedings.update, {
    breedingId,
    studFeeCents: CENTS,
    contractTerms: WORD,
  });
  await as.mutation(api.litters.puppies.update, { puppyId, priceCents: CENTS, collarColor: "red" });
  await as.mutation(api.litters.puppies.reserve, { puppyId, buyerName: WORD, today: TODAY });
  await as.mutation(api.health.healthRecords.update, { recordId, costCents: CENTS, today: TODAY });
  await as.mutation(api.litters.waitingList.update, { applicantId, name: WORD });
  await as.mutation(api.dogs.dogOwners.update, { dogOwnerId, name: WORD });
  await as.mutation(api.breedings.breedingFinances.update, {
    entryId,
    kind: "cost",
    category: "other",
    amountCents: CENTS,
    bookedOn: TODAY,
    description: WORD,
  });
}
