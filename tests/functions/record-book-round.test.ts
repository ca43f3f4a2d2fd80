/**
 * Tests all fields that a registry or the law requires, listed by hand with their place in the database. A user
 * without the right to money and contacts finds none of the confidential fields.
 */
import { strFromU8, unzipSync } from "fflate";
import papa from "papaparse";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { endpoints } from "../../convex/endpoints";
import { rowsOf } from "../../convex/platform/model/changes/kennelTables";
import { addDog, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { backupForm, madeBackup, restored, wipe } from "../support/backups";
import { addDocument } from "../support/documents";
import { addLitter, addPuppy } from "../support/litters";

type Value = string | number | readonly string[];

/** `name` is in the list of requirements, `kept` is table and column, `heading` is used in files. */
type Asked = readonly [name: string, kept: string, heading: string, first: Value, second: Value | null];

/** Every confidential text begins with this. */
const HUSH = "Hushhush";
/** Stands for the id of a record in the test kennel. */
const at = (name: string) => `@${name}`;

interface Kind {
  /** The path returns a record, or the list that contains it. */
  readonly path: string;
  readonly schema: string;
  readonly file: string;
  /** Undefined if no function changes the record. `id` is the argument that names the record. */
  readonly change?: readonly [id: string, update: (as: Person["as"], fields: never) => Promise<unknown>];
  readonly isConfidential?: true;
  /** The names of fields that differ over REST. */
  readonly rest?: Readonly<Record<string, string>>;
  readonly fields: readonly Asked[];
}

// If the second value is null, the field follows from another record with its own history, or it cannot change.
const KINDS = {
  dogs: {
    path: "/dogs/{id}",
    schema: "Dog",
    file: "dogs",
    change: [
      "dogId",
      async (as, fields) =>
        await as.mutation(api.dogs.dogs.update, { today: TODAY, ...(fields as { dogId: string }) }),
    ],
    rest: { acquiredForCents: "acquiredFor" },
    fields: [
      ["dog.recordNumber", "recordNumber", "Number in the book", "Open 2026-014", "Open 2026-015"],
      ["dog.breederId", "breederId", "Breeder", at("contact"), at("other")],
      ["dog.breederName", "breederName", "Breeder name", "Open Stern", "Open Stern the Second"],
      ["dog.bornInLitterNumber", "bornInLitterNumber", "Litter number", "Open L 1", "Open L 2"],
      ["dog.acquiredOn", "acquiredOn", "Acquired on", "2021-03-01", "2021-03-02"],
      ["dog.acquiredHow", "acquiredHow", "Acquired by", "bought", "gift"],
      ["dog.acquiredFromId", "acquiredFromId", "Acquired from", at("contact"), at("other")],
      ["dog.acquiredFromName", "acquiredFromName", "Acquired from, name", `${HUSH} Marsh`, `${HUSH} Moor`],
      ["dog.acquiredForCents", "acquiredForCents", "Acquired for (USD)", 77_112_01, 77_112_02],
      ["dog.sireProof", "sireProof", "Proof of the sire", "dna", "hearsay"],
      ["dog.damProof", "damProof", "Proof of the dam", "paper", "import"],
      ["dog.chippedOn", "chippedOn", "Chipped on", "2021-03-03", "2021-03-04"],
      ["dog.chipDatabase", "chipDatabase", "Chip database", "Open Reunite", "Open Tasso"],
      ["dog.tattoo", "tattoo", "Tattoo", "Open KX 17", "Open KX 18"],
      ["dog.tagNumber", "tagNumber", "Tag number", "Open T-9", "Open T-10"],
      ["dog.passportNumber", "passportNumber", "Passport number", "Open DE 123", "Open DE 124"],
      ["dog.dnaLaboratory", "dnaLaboratory", "DNA laboratory", "Open Embark", "Open Laboklin"],
      ["dog.dnaNumber", "dnaNumber", "DNA profile number", "Open V 815", "Open V 816"],
      ["dog.livesWithId", "livesWithId", "Lives with", at("contact"), at("other")],
      ["dog.causeOfDeath", "causeOfDeath", "Cause of death", "kidney_or_liver", "accident"],
      [
        "dog.causeOfDeathNotes",
        "causeOfDeathNotes",
        "Cause of death, details",
        "Open found late",
        "Open found",
      ],
      ["registration.dogId", "_id", "Id", at("dogs"), null],
      ["registration.registry", "otherRegistrations.0.registry", "Registration 2", "Open FCI", "Open VDH"],
      ["registration.number", "otherRegistrations.0.number", "Registration 2", "Open 3141592", "Open 31415"],
      ["registration.kind", "otherRegistrations.0.kind", "Registration 2", "limited", "full"],
      ["registration.since", "otherRegistrations.0.since", "Registration 2", "2021-03-05", "2021-03-06"],
    ],
  },
  dogOwners: {
    path: "/dog-owners/{id}",
    schema: "DogOwner",
    file: "owners",
    isConfidential: true,
    change: ["dogOwnerId", async (as, fields) => await as.mutation(api.dogs.dogOwners.update, fields)],
    fields: [
      ["owner.dogId", "dogId", "Dog", at("dogs"), null],
      ["owner.contactId", "ownerId", "Owner's contact", at("contact"), at("other")],
      ["owner.role", "role", "Role", "co_owner", "lessee"],
      ["owner.sharePercent", "share", "Share (%)", 37, 38],
      ["owner.from", "from", "From", "2021-04-01", "2021-04-02"],
      ["owner.until", "until", "Until", "2024-04-01", "2024-04-02"],
    ],
  },
  litters: {
    path: "/litters/{id}",
    schema: "Litter",
    file: "litters",
    change: [
      "litterId",
      async (as, fields) =>
        await as.mutation(api.litters.litters.update, { today: TODAY, ...(fields as { litterId: string }) }),
    ],
    fields: [
      ["litter.registrationNumber", "registrationNumber", "Litter number", "Open HP6", "Open HP7"],
      ["litter.letter", "letter", "Letter", "Q", "R"],
      ["litter.birth", "birth", "Birth", "caesarean", "caesarean"],
      ["litter.caesareanPlanned", "caesareanPlanned", "Caesarean was", "planned", "emergency"],
      ["litter.caesareanReason", "caesareanReason", "Reason of the caesarean", "inertia", "elective"],
      ["litter.whelping.placentae", "whelping.placentae", "Whelping: Placentae", 7, 8],
      [
        "litter.whelping.veterinarianId",
        "veterinarianId",
        "Veterinarian's contact",
        at("contact"),
        at("other"),
      ],
    ],
  },
  matings: {
    path: "/breeding/{breeding}/matings",
    schema: "Mating",
    file: "matings",
    change: ["matingId", async (as, fields) => await as.mutation(api.breedings.matings.update, fields)],
    fields: [
      ["mating.breedingId", "breedingId", "Breeding", at("breeding"), null],
      ["mating.on", "on", "Mated on", "2025-01-02", "2025-01-03"],
      ["mating.at", "at", "Time", "Open 14:30", "Open 15:30"],
      ["mating.place", "place", "Place", "Open barn", "Open clinic"],
      ["mating.kind", "kind", "Kind", "chilled_semen", "fresh_semen"],
      ["mating.witnesses", "witnesses", "Witnesses", "Open Paul", "Open Pia"],
      ["mating.otherOwnerId", "otherOwnerId", "Other owner's contact", at("contact"), at("other")],
      ["mating.semenSource", "semenSource", "Semen", "Open bank 1", "Open bank 2"],
      ["mating.notes", "notes", "Notes", "Open tie", "Open no tie"],
    ],
  },
  pregnancyChecks: {
    path: "/breeding/{breeding}/pregnancy-checks",
    schema: "PregnancyCheck",
    file: "pregnancy-checks",
    fields: [
      ["pregnancyCheck.breedingId", "breedingId", "Breeding", at("breeding"), null],
      ["pregnancyCheck.on", "on", "Checked on", "2025-01-29", null],
      ["pregnancyCheck.method", "method", "Method", "ultrasound", null],
      ["pregnancyCheck.result", "result", "Result", "pregnant", null],
      ["pregnancyCheck.puppiesSeen", "puppiesSeen", "Puppies seen", 9, null],
      ["pregnancyCheck.veterinarianId", "veterinarianId", "Veterinarian's contact", at("contact"), null],
      ["pregnancyCheck.notes", "notes", "Notes", "Open heads first", null],
    ],
  },
  damTemperatures: {
    path: "/breeding/{breeding}/temperatures",
    schema: "DamTemperature",
    file: "dam's-temperatures",
    change: [
      "temperatureId",
      async (as, fields) => await as.mutation(api.breedings.damTemperatures.update, fields),
    ],
    rest: { temperatureFahrenheit: "temperature" },
    fields: [
      ["damTemperature.breedingId", "breedingId", "Breeding", at("breeding"), null],
      [
        "damTemperature.takenAt",
        "takenAt",
        "Taken at (UTC)",
        Date.UTC(2025, 2, 4, 6),
        Date.UTC(2025, 2, 4, 7),
      ],
      ["damTemperature.temperatureFahrenheit", "temperatureFahrenheit", "Temperature (°F)", 99.1, 99.3],
    ],
  },
  puppies: {
    path: "/puppies/{id}",
    schema: "Puppy",
    file: "puppies",
    change: ["puppyId", async (as, fields) => await as.mutation(api.litters.puppies.update, fields)],
    fields: [
      ["puppy.registeredName", "registeredName", "Registered name", "Open Clover", "Open Clove"],
      ["puppy.registrationNumber", "registrationNumber", "Registration number", "Open R 1", "Open R 2"],
      ["puppy.registrationKind", "registrationKind", "Registration", "limited", "full"],
      ["puppy.chippedOn", "chippedOn", "Chipped on", "2025-04-21", "2025-04-22"],
      ["puppy.chipDatabase", "chipDatabase", "Chip database", "Open PetLink", "Open Chipworks"],
      ["puppy.tattoo", "tattoo", "Tattoo", "Open P 17", "Open P 18"],
      ["puppy.tagNumber", "tagNumber", "Tag number", "Open PT 9", "Open PT 10"],
      ["puppy.causeOfDeath", "causeOfDeath", "Cause of death", "fading_puppy", "accident"],
      [
        "puppy.causeOfDeathNotes",
        "causeOfDeathNotes",
        "Cause of death, details",
        "Open did not drink",
        "Open weak",
      ],
    ],
  },
  contacts: {
    path: "/contacts/{id}",
    schema: "Contact",
    file: "contacts",
    isConfidential: true,
    change: ["contactId", async (as, fields) => await as.mutation(api.contacts.contacts.update, fields)],
    fields: [
      ["contact.name", "name", "Name", `${HUSH} Berg`, `${HUSH} Hill`],
      ["contact.email", "email", "Email", `${HUSH}1@example.com`, `${HUSH}2@example.com`],
      ["contact.phone", "phone", "Phone", `${HUSH} 555 010 2030`, `${HUSH} 555 010 2031`],
      ["contact.address", "address", "Address", `${HUSH} 1 Hill Road`, `${HUSH} 2 Hill Road`],
      ["contact.country", "country", "Country", `${HUSH} Land`, `${HUSH} Island`],
      ["contact.kinds", "kinds", "Kinds", ["breeder", "supplier"], ["veterinarian"]],
      ["contact.licenseNumber", "licenseNumber", "License number", `${HUSH} SC-1`, `${HUSH} SC-2`],
      ["contact.notes", "notes", "Notes", `${HUSH} calls late`, `${HUSH} writes`],
    ],
  },
  placements: {
    path: "/placements/{id}",
    schema: "Placement",
    file: "placements",
    isConfidential: true,
    change: [
      "placementId",
      async (as, fields) => await as.mutation(api.placements.placements.update, fields),
    ],
    rest: { priceCents: "price", depositCents: "deposit" },
    fields: [
      ["placement.dogId", "dogId", "Dog", at("sold"), null],
      ["placement.contactId", "contactId", "Contact", at("contact"), null],
      ["placement.kind", "kind", "Kind", "lease", "loan"],
      ["placement.agreedOn", "agreedOn", "Agreed", "2025-05-11", null],
      ["placement.priceCents", "priceCents", "Price (USD)", 77_113_01, 77_113_02],
      ["placement.depositCents", "depositCents", "Deposit (USD)", 77_114_01, 77_114_02],
      ["placement.handedOverOn", "handedOverOn", "Handed over", "2025-05-12", "2025-05-13"],
      ["placement.returnedOn", "returnedOn", "Came back", "2025-06-11", "2025-06-12"],
      ["placement.notes", "notes", "Notes", `${HUSH} garden`, `${HUSH} flat`],
    ],
  },
  placementPapers: {
    path: "/placements/papers/{id}",
    schema: "PlacementPaper",
    file: "papers-handed-over",
    isConfidential: true,
    change: ["paperId", async (as, fields) => await as.mutation(api.placements.papers.update, fields)],
    fields: [
      // The document's placement is that of the puppy.
      ["placement.puppyId", "placementId", "Placement id", at("ofPuppy"), null],
      ["placement.paper.paper", "paper", "Paper", "dna_report", "passport"],
      ["placement.paper.handedOn", "handedOn", "Handed over", "2025-05-14", "2025-05-15"],
      ["placement.paper.number", "number", "Number", `${HUSH} P 1`, `${HUSH} P 2`],
      ["placement.paper.documentId", "documentId", "Document", at("document"), at("document2")],
    ],
  },
} as const satisfies Record<string, Kind>;

type Table = keyof typeof KINDS;
const TABLES = Object.keys(KINDS) as Table[]; // The keys of the object.
const kindOf = (table: Table): Kind => KINDS[table];
const LIST = TABLES.flatMap((table) =>
  kindOf(table).fields.map(([name, kept, heading, first, second]) => ({
    ...{ table, name, kept, heading, first, second },
  })),
);

let team: Team;
let ids: Record<string, string>;

/** Replaces placeholders by ids. */
const real = (value: Value): Value =>
  typeof value === "string" && value.startsWith("@") ? (ids[value.slice(1)] ?? `no ${value}`) : value;

function put(fields: Record<string, unknown>, path: string, value: unknown): void {
  const [name = "", ...rest] = path.split(".");
  if (rest.length === 0) fields[name] = value;
  else if (rest[0] === "0") {
    const [entry = {}] = (fields[name] ?? []) as Record<string, unknown>[];
    put(entry, rest.slice(1).join("."), value);
    fields[name] = [entry];
  } else {
    const inner = { ...(fields[name] as Record<string, unknown> | undefined) };
    put(inner, rest.join("."), value);
    fields[name] = inner;
  }
}
const valueAt = (row: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
      row,
    );

/** Typed text is used here, because a contact's name is confidential elsewhere. */
const VETERINARIAN = { veterinarianName: "Open veterinarian" };

/** Includes all writable fields. */
function valuesOf(table: Table, which: "first" | "second"): object {
  const fields: Record<string, unknown> = {};
  for (const field of LIST.filter((each) => each.table === table && each.second !== null)) {
    put(fields, field.kept, real(field[which] ?? ""));
  }
  return { ...fields, ...(table === "litters" && VETERINARIAN) };
}

async function change(table: Table, which: "first" | "second"): Promise<void> {
  const { change: changed } = kindOf(table);
  const fields = { [changed?.[0] ?? ""]: ids[table], ...valuesOf(table, which) };
  await changed?.[1](team.owner.as, fields as never);
}

/** The clock advances between the changes of the records. */
async function fill(): Promise<void> {
  const { owner, kennelId } = team;
  const { as } = owner;
  const person = { kennelId, name: `${HUSH} Person` };
  const { _id: contact } = await as.mutation(api.contacts.contacts.create, person);
  const { _id: other } = await as.mutation(api.contacts.contacts.create, { kennelId, name: `${HUSH} Other` });
  const { _id: contacts } = await as.mutation(api.contacts.contacts.create, { kennelId, name: "To change" });
  const { litterId: litters, breedingId: breeding } = await addLitter(team);
  ids = { contact, other, contacts, litters, breeding };
  ids.document = (await addDocument(team, breeding)).id;
  ids.document2 = (await addDocument(team, breeding)).id;
  const died = { status: "deceased", statusChangedOn: TODAY } as const;
  ids.dogs = (
    await addDog(owner, kennelId, {
      name: "Open dog",
      dateOfBirth: "2021-01-05",
      sireName: "Open sire",
      damName: "Open dam",
      ...died,
    })
  )._id;
  ids.dogOwners = (
    await as.mutation(api.dogs.dogOwners.create, { dogId: ids.dogs, name: `${HUSH} Owner` })
  )._id;
  ids.matings = (
    await as.mutation(api.breedings.matings.create, { breedingId: breeding, on: "2025-01-02" })
  )._id;
  const check = { ...VETERINARIAN, ...checked() };
  const step = { breedingId: breeding, status: "whelped", pregnancyCheck: check, today: TODAY };
  ids.pregnancyChecks = (await as.mutation(api.breedings.breedings.setStatus, step)).pregnancyCheckId ?? "";
  ids.damTemperatures = (
    await as.mutation(api.breedings.damTemperatures.add, { breedingId: breeding, temperatureFahrenheit: 100 })
  )._id;
  ids.puppies = (await addPuppy(team, litters, { name: "Open puppy" }))._id;
  await as.mutation(api.litters.puppies.setStatus, {
    puppyId: ids.puppies,
    status: "deceased",
    today: TODAY,
  });
  const sold = await addPuppy(team, litters, { name: "Open sold" });
  const sale = { puppyId: sold._id, buyerName: `${HUSH} Buyer`, saleDate: "2025-05-10", today: TODAY };
  await as.mutation(api.litters.puppies.sell, sale);
  const grown = { name: "Open grown", dateOfBirth: "2021-01-05" };
  ids.sold = (await addDog(owner, kennelId, grown))._id;
  await as.mutation(api.dogs.dogs.update, {
    ...{ dogId: ids.sold, status: "sold", statusChangedOn: "2025-05-11", today: TODAY },
    ...{ currentOwnerId: contact, currentOwnerName: `${HUSH} New owner` },
  });
  const placed = async (of: { puppyId: string } | { dogId: string }) =>
    (await as.query(api.placements.placements.list, { kennelId, ...of })).data[0]?._id ?? "";
  ids.ofPuppy = await placed({ puppyId: sold._id });
  ids.soldPuppy = sold._id;
  ids.placements = await placed({ dogId: ids.sold });
  ids.placementPapers = (
    await as.mutation(api.placements.papers.create, {
      ...{ kennelId, placementId: ids.ofPuppy, paper: "pedigree", handedOn: "2025-05-14" },
    })
  )._id;
  for (const table of TABLES) {
    vi.setSystemTime(Date.now() + 60_000);
    await change(table, "first");
  }
}

/** A pregnancy check is recorded with a status step and never changed. */
const checked = (): object =>
  Object.fromEntries(
    LIST.filter(({ table, kept }) => table === "pregnancyChecks" && kept !== "breedingId").map(
      ({ kept, first }) => [kept, real(first)],
    ),
  );

beforeAll(async () => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  team = await startTeam();
  await fill();
}, 120_000);
afterAll(() => {
  vi.useRealTimers();
});

const idOf = (table: Table): string => ids[table] ?? "";
const pathOf = (table: Table): string =>
  kindOf(table)
    .path.replace("{id}", idOf(table))
    .replace("{breeding}", ids.breeding ?? "");

/** The record may be read alone or from its list. */
async function readRest(table: Table, person: Person = team.owner): Promise<unknown> {
  const { status, body } = await callRest(person.as, "GET", pathOf(table));
  if (status !== 200) return `status ${status}`;
  const found: unknown = Array.isArray(body.data)
    ? (body.data as { id: string }[]).find(({ id }) => id === idOf(table))
    : body.data;
  return found;
}

/** Over REST, an id has no underscore, and an amount no unit. */
const restNameOf = (table: Table, kept: string): string =>
  kept === "_id" ? "id" : (kindOf(table).rest?.[kept] ?? kept);
/** Over REST, an amount is in dollars, and a time is a text. */
const restValueOf = (kept: string, value: Value): Value => {
  if (typeof value !== "number") return value;
  if (kept.endsWith("Cents")) return value / 100;
  return kept.endsWith("At") ? new Date(value).toISOString() : value;
};

const exported = async (format: string, kennelId: string = team.kennelId, person: Person = team.owner) => {
  const query = `kennelId=${kennelId}&format=${format}&today=${TODAY}`;
  const response = await person.as.fetch(`/api/backups/export?${query}`);
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
};

type Row = Readonly<Record<string, unknown>>;
const storedRow = async (table: Table, find: (row: Row) => boolean): Promise<Row | null> =>
  await team.deployment.run(
    async (ctx) => (await rowsOf(ctx, table, team.kennelId).collect()).find((row) => find(row)) ?? null,
  );

/** The id of a record changes in another kennel. */
const isReference = (value: Value): boolean => typeof value === "string" && value.startsWith("@");

/** Identifies a record in its table without its id. */
function isIt(table: Table, row: Row): boolean {
  return LIST.filter((each) => each.table === table && !isReference(each.first)).every(
    ({ kept, first }) => JSON.stringify(valueAt(row, kept)) === JSON.stringify(first),
  );
}

describe("the list of fields", () => {
  it("has each of the 89 fields once", () => {
    expect(new Set(LIST.map(({ name }) => name)).size).toBe(89);
    expect(LIST).toHaveLength(89);
  });
});

describe("each field", () => {
  it("is returned with the record over REST", async () => {
    const missing: unknown[] = [];
    for (const table of TABLES) {
      const row = await readRest(table);
      for (const { name, kept, first } of LIST.filter((each) => each.table === table)) {
        const [is, wanted] = [valueAt(row, restNameOf(table, kept)), restValueOf(kept, real(first))];
        if (JSON.stringify(is) !== JSON.stringify(wanted)) missing.push({ name, is, wanted });
      }
    }
    expect(missing).toEqual([]);
    expect((await callRest(team.owner.as, "GET", `/placements/${ids.ofPuppy}`)).body.data).toMatchObject({
      puppyId: ids.soldPuppy,
    });
  });

  it("is in the OpenAPI document", async () => {
    const { body } = await callRest(team.owner.as, "GET", "/openapi.json");
    const text = (schema: string): string => JSON.stringify(body.components.schemas[schema]);
    const missing = LIST.filter(({ table, kept }) => {
      const names = restNameOf(table, kept).split(".");
      return !names.every((name) => name === "0" || text(kindOf(table).schema).includes(`"${name}":`));
    });
    expect(missing).toEqual([]);
  });

  it("is in the kennel's export as JSON", async () => {
    const { data } = JSON.parse(strFromU8(await exported("json"))) as { data: Record<Table, Row[]> };
    const missing = LIST.filter(({ table, kept, first }) => {
      const row = data[table].find(({ _id }) => _id === idOf(table));
      return JSON.stringify(valueAt(row, kept)) !== JSON.stringify(real(first));
    });
    expect(missing).toEqual([]);
  });

  it("has a column with its value in the export as CSV and XLSX", async () => {
    const csv = unzipSync(await exported("csv"));
    const sheets = Object.values(unzipSync(await exported("xlsx"))).map((bytes) => strFromU8(bytes));
    const workbook = sheets.join("").replaceAll("&apos;", "'");
    const missing: unknown[] = [];
    for (const table of TABLES) {
      const text = strFromU8(csv[`${kindOf(table).file}.csv`] ?? new Uint8Array()).replace("\uFEFF", "");
      const { data } = papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
      const row = data.find(({ Id }) => Id === idOf(table));
      for (const { name, heading, first } of LIST.filter((each) => each.table === table)) {
        const cell = row?.[heading];
        const isText = typeof first === "string" && /^(Open|Hush)/.test(first);
        const isThere = isText ? cell?.includes(first) : cell !== undefined && cell !== "";
        const isInWorkbook = workbook.includes(heading) && (!isText || workbook.includes(first));
        if (!isThere || !isInWorkbook) missing.push({ name, cell, headings: Object.keys(row ?? {}) });
      }
    }
    expect(missing).toEqual([]);
  });

  it("is imported from the export into an empty kennel", async () => {
    const text = strFromU8(await exported("json"));
    const { _id: kennelId } = await team.owner.as.mutation(api.kennels.kennels.create, { name: "Empty" });
    const form = backupForm({ kennelId }, text);
    const { status, body } = await callRest(team.owner.as, "POST", "/backups/restore", { form });
    expect({ status, errors: body.data.errors as unknown }).toEqual({ status: 201, errors: [] });
    const { data } = JSON.parse(strFromU8(await exported("json", kennelId))) as {
      data: Record<Table, Row[]>;
    };
    const missing = LIST.filter(({ table, kept, first }) => {
      const value = valueAt(
        data[table].find((row) => isIt(table, row)),
        kept,
      );
      return isReference(first) ? typeof value !== "string" : value === undefined;
    });
    expect(missing).toEqual([]);
  });

  it("is in the history, and its undo restores the earlier value", async () => {
    const untold: unknown[] = [];
    for (const table of TABLES) {
      if (!kindOf(table).change) continue;
      vi.setSystemTime(Date.now() + 60_000);
      await change(table, "second");
      const { page } = await team.owner.as.query(api.history.history.ofRecord, {
        ...{ kennelId: team.kennelId, table, recordId: idOf(table), now: Date.now() },
        paginationOpts: { numItems: 1, cursor: null },
      });
      const [newest] = page;
      const told = (newest?.fields ?? []).map(({ name }) => name);
      const changed = LIST.filter((each) => each.table === table && each.second !== null);
      for (const { name, kept, first, second } of changed) {
        if (first === second) continue;
        if (!told.some((each) => kept === each || kept.startsWith(`${each}.`))) untold.push({ name, told });
      }
      await team.owner.as.mutation(api.history.history.undo, {
        ...{ kennelId: team.kennelId, changeId: newest?._id ?? "", today: TODAY },
      });
      const row = await storedRow(table, ({ _id }) => _id === idOf(table));
      for (const { name, kept, first } of changed) {
        const is = valueAt(row, kept);
        if (JSON.stringify(is) !== JSON.stringify(real(first)))
          untold.push({ name, is, wanted: real(first) });
      }
    }
    expect(untold).toEqual([]);
  });

  it("of a pregnancy check, which is never changed, is restored with the check from the history", async () => {
    const recordId = idOf("pregnancyChecks");
    await team.owner.as.mutation(api.breedings.pregnancyChecks.remove, { pregnancyCheckId: recordId });
    expect(await storedRow("pregnancyChecks", () => true)).toBeNull();
    const { kennelId } = team;
    await team.owner.as.mutation(api.history.history.bringBackRecord, { kennelId, recordId });
    const row = await storedRow("pregnancyChecks", () => true);
    expect(row).toMatchObject(checked());
    ids.pregnancyChecks = String(row?._id);
  });
});

describe("a viewer without the right to money and contacts", () => {
  const secretIds = () => [ids.contact, ids.other, ids.dogOwners, ids.placements, ids.ofPuppy].map(String);
  const AMOUNTS = ["7711201", "77112.01", "77,112.01", "77113.01", "77114.01", "7711301", "7711401"];
  const secretsIn = (text: string): string[] =>
    [HUSH, ...AMOUNTS, ...secretIds()].filter((secret) => text.includes(secret));

  it("finds the confidential values in no call about these records, and in no list", async () => {
    const answers: Record<string, string[]> = {};
    const lists = endpoints
      .map(({ contract }) => contract)
      .filter(({ method, path }) => method === "get" && !/\{/.test(path) && /^\/(?!openapi)/.test(path))
      .map(({ path }) => `${path}?kennelId=${team.kennelId}&today=${TODAY}&q=Open&search=Open`);
    for (const path of [...TABLES.map(pathOf), `/dogs/${ids.sold}`, `/puppies/${ids.soldPuppy}`, ...lists]) {
      const response = await team.viewer.as.fetch(`/api${path}`);
      const found = secretsIn(new TextDecoder().decode(await response.arrayBuffer()));
      if (found.length > 0) answers[path] = found;
    }
    expect(answers).toEqual({});
    // The same search finds them in the owner's results.
    const own = await team.owner.as.fetch(`/api${pathOf("dogs")}`);
    expect(secretsIn(await own.text())).toEqual(expect.arrayContaining([HUSH, "77112.01", ids.contact]));
  });

  it("finds the confidential values in no file, neither as values nor as columns", async () => {
    const { kennelId, viewer } = team;
    for (const format of ["csv", "xlsx"]) {
      const files = Object.values(unzipSync(await exported(format, kennelId, viewer)));
      const text = files.map((bytes) => strFromU8(bytes)).join("\n");
      expect(secretsIn(text)).toEqual([]);
      expect(text).toContain("Open");
      expect(text).not.toMatch(/Acquired for|Acquired from|Lives with|Owner&apos;s contact|'s contact/u);
    }
    expect(secretsIn(strFromU8(await exported("json", kennelId, viewer)))).toEqual([]);
  });

  it("finds the confidential values in no history entry, and may write none", async () => {
    const { kennelId } = team;
    const { page } = await team.viewer.as.query(api.history.history.page, {
      ...{ kennelId, now: Date.now(), table: null, userId: null, areDeletions: false },
      paginationOpts: { numItems: 500, cursor: null },
    });
    expect(page.length).toBeGreaterThan(5);
    expect(secretsIn(JSON.stringify(page))).toEqual([]);
  });
});

describe("a backup of the kennel", () => {
  it("contains each field and restores it into the emptied kennel", async () => {
    const backupId = await madeBackup(team);
    await wipe(team);
    expect(await storedRow("dogs", () => true)).toBeNull();
    expect((await restored(team, backupId, "exact")).errors).toEqual([]);
    for (const table of TABLES) {
      const row = await storedRow(table, (each) => isIt(table, each));
      const missing = LIST.filter((each) => each.table === table && valueAt(row, each.kept) === undefined);
      expect(missing).toEqual([]);
    }
  });
});
