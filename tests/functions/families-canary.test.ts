/**
 * Tests what a family can reach. Every text in the kennel contains a canary word for its part of the data. All
 * results of link functions and all pictures may contain only words of the family's own part. The allowed fields
 * are written here by hand, independent of the product.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { granting } from "../../convex/families/model/granting";
import { findSubject } from "../../convex/families/model/subjects";
import * as pages from "../../convex/families/pages";
import schema from "../../convex/schema";
import * as familySignings from "../../convex/signings/familySignings";
import { callRest } from "../support/backend-rest";
import { addDog, failureOf, firstKennelOf, startTeam, TODAY, type Team } from "../support/backend";
import { confirm, familyOf } from "../support/families";
import { addLitter, addPuppy } from "../support/litters";
import { setLogo } from "../support/logos";
import { reservedPuppy, sentText } from "../support/signings";
import { recordDose } from "../support/vaccines";
import { addPhoto, addPuppyPhoto } from "../support/photos";

let team: Team;
let ids: Record<"litterId" | "ownId" | "siblingId" | "sireId" | "damId" | "applicantId" | "otherId", string>;
let photos: Record<"own" | "sibling" | "sire" | "shared", string>;

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
  team = await startTeam();
  await fillKennel();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** OWN words may reach the family, SECRET words never. */
async function fillKennel(): Promise<void> {
  const { owner, kennelId } = team;
  const { as } = owner;
  await setLogo(owner, kennelId);
  await as.mutation(api.kennels.kennels.update, {
    ...{ kennelId, name: "OWN kennel", address: "OWN address", phone: "555 0100", email: "OWN@example.com" },
    prefix: "SECRET prefix",
  });
  const { litterId, breedingId, sireId, damId } = await addLitter(team, { notes: "SECRET litter notes" });
  const update = async (dogId: string, name: string) =>
    await as.mutation(api.dogs.dogs.update, {
      ...{ dogId, name, notes: "SECRET dog notes", color: "SECRET color", today: TODAY },
      ...{
        breederName: "SECRET breeder",
        currentOwnerName: "SECRET owner",
        microchipNumber: `SECRET${name}`,
      },
    });
  await update(sireId, "OWN sire");
  await update(damId, "OWN dam");
  await as.mutation(api.breedings.breedings.update, { breedingId, notes: "SECRET breeding notes" });
  const looks = { markings: "OWN markings", color: "OWN color", collarColor: "OWN collar" };
  const own = await addPuppy(team, litterId, { name: "OWN puppy", notes: "SECRET puppy notes", ...looks });
  const sibling = await addPuppy(team, litterId, {
    ...{ name: "SECRET sibling", notes: "SECRET notes", color: "SECRET color", collarColor: "SECRET collar" },
    ...{ markings: "SECRET markings", microchipNumber: "SECRETchip" },
  });
  for (const [index, name] of ["third", "fourth"].entries()) {
    await addPuppy(team, litterId, { name: `SECRET ${name}`, birthWeightGrams: 301 + index });
  }
  const weigh = async (puppyId: string, grams: number) =>
    await as.mutation(api.litters.puppyWeights.add, {
      ...{ puppyId, grams, weighedAt: Date.parse("2025-04-01T10:00:00Z") },
      entryKey: `${puppyId}-${String(grams)}`,
    });
  await weigh(own._id, 2111);
  await weigh(sibling._id, 7777);
  const dose = async (puppyId: string, word: string) =>
    await recordDose(owner, {
      ...{
        puppyId,
        vaccineName: `${word} vaccine`,
        vaccineType: `${word} type`,
        dateAdministered: "2025-05-01",
      },
      ...{ manufacturer: "SECRET until home", notes: "SECRET dose notes", veterinarianName: "SECRET vet" },
    });
  await dose(own._id, "OWN");
  await dose(sibling._id, "SECRET");
  await as.mutation(api.litters.puppyHealthChecks.create, {
    ...{ puppyId: own._id, checkDate: "2025-05-01", notes: "SECRET check", veterinarian: "SECRET vet" },
    today: TODAY,
  });
  photos = {
    own: (await addPuppyPhoto(owner, own._id)).id,
    sibling: (await addPuppyPhoto(owner, sibling._id)).id,
    shared: (await addPuppyPhoto(owner, sibling._id)).id,
    sire: (await addPhoto(owner, sireId, { caption: "OWN sire photo" })).id,
  };
  await addPhoto(owner, sireId, { caption: "SECRET second photo" });
  const write = async (text: string, fields: object) =>
    await as.mutation(api.families.diary.write, { litterId, text, ...fields });
  await write("OWN diary", { isShared: true, photoIds: [photos.shared] });
  await write("SECRET draft", { isShared: false, photoIds: [photos.sibling] });
  const apply = async (name: string, word: string) =>
    (
      await as.mutation(api.litters.waitingList.create, {
        ...{ kennelId, name, color: `${word} wish`, breed: `${word} breed`, notes: "SECRET applicant notes" },
        ...{
          email: `${word.toLowerCase()}.family@example.com`,
          phone: `555 ${word}`,
          address: `${word} home`,
        },
        ...{ depositCents: word === "OWN" ? 10_101 : 99_999 },
      })
    )._id;
  ids = {
    ...{ litterId, sireId, damId, ownId: own._id, siblingId: sibling._id },
    applicantId: await apply("OWN family", "OWN"),
    otherId: await apply("SECRET family", "SECRET"),
  };
  const offer = { puppyId: own._id, offerUntil: "2025-06-22", today: TODAY };
  await as.mutation(api.litters.waitingList.offer, { applicantId: ids.applicantId, ...offer });
  await as.mutation(api.litters.waitingList.offer, {
    ...{ applicantId: ids.otherId, puppyId: sibling._id, offerUntil: "2025-06-22", today: TODAY },
  });
  await addDog(owner, kennelId, { name: "SECRET other dog" });
}

/** A family may see these fields. They are written by hand, with every field that a result can have. */
const PHOTO = ["id", "caption", "thumbnail", "preview", "full"];
const PARENT = ["name", "callName", "titles", "registrationNumber", "gender", "photo"];
const SIGNING = [
  ...["_id", "title", "status", "signedBy", "next", "kennel", "family", "expiresOn", "sha256", "finalSha256"],
];
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  page: ["kennel", "isConfirmed", "entry", "contact", "placement", "puppy"],
  "page.kennel": ["name", "address", "phone", "email", "website", "logo"],
  "page.entry": [
    ...["name", "gender", "color", "breed", "wantedFrom", "status", "offerUntil"],
    // Derived values: the creation day, the place on the list if the kennel shows it, and the version for changes.
    ...["pausedUntil", "since", "place", "updatedAt"],
  ],
  "page.contact": ["name", "email", "phone", "address", "updatedAt"],
  "page.placement": ["status", "priceCents", "depositCents"],
  "page.puppy": [
    ...["calledName", "gender", "color", "markings", "collarColor", "bornAt", "birthWeightGrams"],
    // Derived values: the day of the litter, and the last weight gain with its day.
    ...["bornOn", "photo", "gramsPerDay", "weighedAt"],
    // Empty until the puppy is home.
    ...["microchipNumber", "chipDatabase", "registeredName", "registrationNumber"],
  ],
  "page.puppy.photo": PHOTO,
  story: ["weights", "medians", "photos", "doses", "parents", "plans", "diary", "papers"],
  "story.weights": ["grams", "weighedAt"],
  "story.medians": ["day", "grams"],
  "story.photos": PHOTO,
  "story.doses": [
    ...["vaccineName", "dateAdministered", "nextDueDate"],
    ...["manufacturer", "batchNumber", "veterinaryClinic"],
  ],
  "story.parents": PARENT,
  "story.parents.photo": PHOTO,
  "story.plans": ["expectedDueDate", "parents"],
  "story.plans.parents": PARENT,
  "story.plans.parents.photo": PHOTO,
  "story.diary": ["text", "sharedAt", "photos"],
  "story.diary.photos": PHOTO,
  "story.papers": ["paper", "handedOn", "number"],
  documents: ["id", "fileName", "fileSize", "path"],
  signings: SIGNING,
  reading: [...SIGNING, "blocks", "fileName", "filePath", "finalPath"],
  "reading.blocks": ["kind", "runs"],
  "reading.blocks.runs": ["text", "isMissing"],
};

/** A result may name these states. They are written by hand. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  "page.entry.status": ["waiting", "offered", "placed", "withdrawn"],
  "page.placement.status": ["reserved", "agreed", "handed_over", "returned", "called_off"],
  "signings.status": ["draft", "out", "signed_by_one", "complete", "declined", "withdrawn", "expired"],
};

type Shape =
  | { type: "object"; value: Readonly<Record<string, { fieldType: Shape }>> }
  | { type: "array"; value: Shape }
  | { type: "union"; value: readonly Shape[] }
  | { type: "literal"; value: unknown }
  | { type: "string" | "number" | "boolean" | "null" | "id" };

/** By path, with the state words of each field. */
function fieldsIn(path: string, shape: Shape, found: Map<string, string[]>): void {
  switch (shape.type) {
    case "object":
      found.set(path, [...(found.get(path) ?? []), ...Object.keys(shape.value)]);
      for (const [name, { fieldType }] of Object.entries(shape.value))
        fieldsIn(`${path}.${name}`, fieldType, found);
      return;
    case "array":
      return fieldsIn(path, shape.value, found);
    case "union":
      for (const each of shape.value) fieldsIn(path, each, found);
      return;
    case "literal":
      found.set(path, [...(found.get(path) ?? []), String(shape.value)]);
      return;
    case "string":
      if (path.endsWith(".status")) throw new Error(`${path} may be any text`);
      return;
    default:
  }
}

const shapeOf = (registered: object): Shape =>
  JSON.parse((registered as { exportReturns: () => string }).exportReturns()) as Shape;

function strangeFields(path: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => strangeFields(path, each));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    ALLOWED[path]?.includes(name) ? strangeFields(`${path}.${name}`, each) : [`${path}.${name}`],
  );
}

const read = async (session: string) => ({
  page: await team.deployment.query(api.families.pages.page, { session }),
  story: await team.deployment.query(api.families.pages.story, { session }),
});

/** Returns the status of the response for each picture. */
async function picturesIn(answers: object): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [path] of JSON.stringify(answers).matchAll(/\/links\/(photos|logo)\/[^"]+/gu)) {
    found[path] = (await callRest(team.deployment, "GET", path)).status;
  }
  return found;
}

describe("a family whose puppy is offered", () => {
  it("reads only its own part, checked field by field and word by word", async () => {
    const { session } = await familyOf(team, { applicantId: ids.applicantId });
    const answers = await read(session);
    const text = JSON.stringify(answers);
    expect(text).not.toMatch(/SECRET|secret/u);
    // The text contains no weights of siblings, no deposits of other families, and not the family's own address
    // before a code.
    expect(text).not.toMatch(/7777|99999|10101|OWN home|555 OWN/u);
    for (const word of ["kennel", "family", "puppy", "markings", "sire", "dam", "vaccine"]) {
      expect(text).toContain(`OWN ${word}`);
    }
    expect([...strangeFields("page", answers.page), ...strangeFields("story", answers.story)]).toEqual([]);
    // Before the puppy is reserved, the family sees neither the diary of the litter's families nor its photos.
    expect(answers.story.diary).toEqual([]);
    expect(text).not.toContain(photos.shared);
    expect(Object.values(await picturesIn(answers)).every((status) => status === 200)).toBe(true);
  });

  it("reads the same data and its diary after accepting, and its contact data only with a code", async () => {
    const { session } = await familyOf(team, { applicantId: ids.applicantId });
    const { page } = await read(session);
    await team.deployment.mutation(api.families.pages.answerOffer, {
      ...{ session, isAccepted: true, expectedUpdatedAt: page.entry?.updatedAt ?? 0, today: TODAY },
    });
    const answers = await read(session);
    expect(answers.page.placement?.status).toBe("reserved");
    expect(answers.story.diary.map(({ text }) => text)).toEqual(["OWN diary"]);
    expect(JSON.stringify(answers)).not.toMatch(/SECRET|secret|7777|99999|OWN home|555 OWN/u);
    expect([...strangeFields("page", answers.page), ...strangeFields("story", answers.story)]).toEqual([]);
    const pictures = await picturesIn(answers);
    expect(Object.keys(pictures).some((path) => path.includes(photos.shared))).toBe(true);
    expect(Object.values(pictures).every((status) => status === 200)).toBe(true);
    await confirm(team, session, { applicantId: ids.applicantId });
    expect(JSON.stringify(await read(session))).not.toMatch(/SECRET|secret/u);
  });

  it("no longer sees a diary entry and its photo as soon as the entry is withdrawn", async () => {
    const { session } = await familyOf(team, { applicantId: ids.applicantId });
    const { page } = await read(session);
    await team.deployment.mutation(api.families.pages.answerOffer, {
      ...{ session, isAccepted: true, expectedUpdatedAt: page.entry?.updatedAt ?? 0, today: TODAY },
    });
    const before = await read(session);
    const path = before.story.diary[0]?.photos[0]?.full ?? "";
    expect((await callRest(team.deployment, "GET", path)).status).toBe(200);
    const entries = await team.owner.as.query(api.families.diary.list, { litterId: ids.litterId });
    const entry = entries.find(({ text }) => text === "OWN diary");
    await team.owner.as.mutation(api.families.diary.revise, {
      diaryEntryId: entry?._id ?? "",
      isShared: false,
    });
    expect((await read(session)).story.diary).toEqual([]);
    expect((await callRest(team.deployment, "GET", path)).status).toBe(404);
  });
});

describe("the results of link functions", () => {
  it("can have only the listed fields, and only state words from a closed list", () => {
    const found = new Map<string, string[]>();
    fieldsIn("page", shapeOf(pages.page), found);
    fieldsIn("story", shapeOf(pages.story), found);
    fieldsIn("documents", shapeOf(pages.documents), found);
    fieldsIn("signings", shapeOf(familySignings.list), found);
    fieldsIn("reading", shapeOf(familySignings.read), found);
    const fields = [...found].filter(([path]) => ALLOWED[path] !== undefined);
    const sorted = (names: readonly string[] = []) => [...names].sort();
    expect(Object.fromEntries(fields.map(([path, names]) => [path, sorted(names)]))).toEqual(
      Object.fromEntries(Object.entries(ALLOWED).map(([path, names]) => [path, sorted(names)])),
    );
    for (const [path, states] of Object.entries(STATES)) expect(found.get(path), path).toEqual(states);
  });
});

describe("the database as link functions see it", () => {
  /** A family's functions can read these tables and fields. They are written by hand. */
  const KEYS = ["_id", "_creationTime", "kennelId"];
  const READABLE: Readonly<Record<string, readonly string[]>> = {
    kennels: ["_id", "_creationTime", "name", "address", "phone", "email", "website"],
    waitingList: [
      ...[...KEYS, "name", "gender", "color", "breed", "wantedFrom", "status", "isActive", "puppyId"],
      ...["offerUntil", "pausedUntil", "updatedAt"],
    ],
    contacts: [...KEYS, "name", "mergedInto", "updatedAt", "email", "phone", "address"],
    placements: [
      ...[...KEYS, "puppyId", "dogId", "contactId", "status", "handedOverOn", "endedAt"],
      ...["priceCents", "depositCents"],
    ],
    placementPapers: [...KEYS, "placementId", "paper", "handedOn", "number", "documentId"],
    signings: [
      ...[...KEYS, "placementId", "title", "status", "signedBy", "parties", "sentAt", "expiresOn", "sha256"],
      ...["finalSha256", "fileName", "updatedAt", "contactId", "text"],
    ],
    breedingDocuments: [...KEYS, "fileName", "fileSize"],
    puppies: [
      ...[...KEYS, "litterId", "name", "order", "gender", "color", "markings", "collarColor", "bornAt"],
      ...["birthWeightGrams", "microchipNumber", "chipDatabase", "registeredName", "registrationNumber"],
      "dogId",
    ],
    puppyWeights: [...KEYS, "litterId", "puppyId", "grams", "weighedAt", "removedAt"],
    immunizations: [
      ...[...KEYS, "puppyId", "dogId", "vaccineName", "dateAdministered", "nextDueDate"],
      ...["manufacturer", "batchNumber", "veterinaryClinic"],
    ],
    photos: [...KEYS, "puppyId", "dogId", "caption", "isPrimary", "position"],
    diaryEntries: [...KEYS, "litterId", "text", "audience", "photoIds", "sharedAt"],
    litters: [...KEYS, "breedingId", "whelpingDate"],
    breedings: [...KEYS, "sireId", "damId", "sireName", "damName", "expectedDueDate", "status"],
    dogs: [...KEYS, "name", "callName", "titles", "registrationNumber", "primaryPhotoId"],
  };

  it("contains only the listed rows and fields, and no email address of a document's parties", async () => {
    const placed = await reservedPuppy(team, "Anna Berg");
    await sentText(team, placed);
    const { link } = await familyOf(team, { placementId: placed.placementId });
    const { tables } = schema;
    const read = await team.deployment.run(async (ctx) => {
      const row = (await ctx.db.get("links", link._id)) ?? expect.unreachable();
      const db = granting(ctx.db, await findSubject(ctx, row), true);
      const found: Record<string, object[]> = {};
      for (const table of Object.keys(tables) as (keyof typeof tables)[]) {
        try {
          found[table] = await db.query(table).collect();
        } catch {
          // Link functions never read the other fields.
        }
      }
      return found;
    });
    expect(Object.keys(read).sort()).toEqual(Object.keys(READABLE).sort());
    for (const [table, rows] of Object.entries(read)) {
      const names = new Set(rows.flatMap((row) => Object.keys(row)));
      expect([...names].filter((name) => !READABLE[table]?.includes(name))).toEqual([]);
    }
    expect(read["signings"]).toMatchObject([
      { parties: { kennel: { name: "OWN kennel" }, family: { name: "Anna Berg" } } },
    ]);
    expect(JSON.stringify(read["signings"])).not.toContain("@");
    expect(JSON.stringify(read)).not.toMatch(/SECRET|secret/u);
  });
});

describe("the parts that the kennel shows to families", () => {
  const choose = async (familyPages: object) =>
    await team.owner.as.mutation(api.kennels.kennelSettings.update, {
      kennelId: team.kennelId,
      familyPages,
    });

  it("include the parents with one photo each, until the kennel turns that off", async () => {
    const { session } = await familyOf(team, { applicantId: ids.applicantId });
    const before = await read(session);
    const photo = before.story.parents.find(({ name }) => name === "OWN sire")?.photo?.preview ?? "";
    expect((await callRest(team.deployment, "GET", photo)).status).toBe(200);
    await choose({ showsParents: false });
    const after = await read(session);
    expect(after.story.parents).toEqual([]);
    expect(JSON.stringify(after)).not.toContain("OWN sire");
    expect((await callRest(team.deployment, "GET", photo)).status).toBe(404);
  });

  it("include the place on the list only if the kennel wants that", async () => {
    const { session } = await familyOf(team, { applicantId: ids.otherId });
    expect((await read(session)).page.entry?.place).toBeNull();
    await choose({ showsPlace: true });
    expect((await read(session)).page.entry?.place).toBe(2);
    await team.owner.as.mutation(api.litters.waitingList.move, {
      ...{ applicantId: ids.otherId, direction: "up" },
    });
    expect((await read(session)).page.entry?.place).toBe(1);
  });

  it("include planned litters with only their parents, if the kennel wants that", async () => {
    const { owner, kennelId } = team;
    const plan = await owner.as.mutation(api.breedings.breedings.create, {
      ...{ kennelId, sireId: ids.sireId, damId: ids.damId, breedingDate: "2025-05-20" },
      notes: "SECRET plan",
    });
    const { session } = await familyOf(team, { applicantId: ids.applicantId });
    expect((await read(session)).story.plans).toEqual([]);
    await choose({ showsPlans: true });
    const { story } = await read(session);
    expect(story.plans).toMatchObject([
      { expectedDueDate: "2025-07-22", parents: [{ name: "OWN sire" }, { name: "OWN dam" }] },
    ]);
    expect(JSON.stringify(story)).not.toContain("SECRET");
    await owner.as.mutation(api.breedings.breedings.setStatus, {
      ...{ breedingId: plan._id, status: "failed", today: TODAY },
    });
    expect((await read(session)).story.plans).toEqual([]);
    // A family that is not on the list sees no planned litters.
    const contact = await owner.as.mutation(api.contacts.contacts.create, { kennelId, name: "Carl" });
    const other = await familyOf(team, { contactId: contact._id });
    expect((await read(other.session)).story.plans).toEqual([]);
  });
});

describe("a grown dog that was placed", () => {
  it("has its name and photo on the family's page, and its numbers once it is home", async () => {
    const { owner, kennelId } = team;
    const dog = await addDog(owner, kennelId, {
      ...{ name: "OWN grown dog", callName: "OWN Gala", color: "OWN black", notes: "SECRET notes" },
      microchipNumber: "OWN chip",
    });
    await addPhoto(owner, dog._id, { caption: "OWN dog photo" });
    await owner.as.mutation(api.dogs.dogs.update, {
      ...{ dogId: dog._id, status: "sold", statusChangedOn: "2025-06-01", currentOwnerName: "OWN Carl" },
      ...{ currentOwnerId: "new", today: TODAY },
    });
    const { data } = await owner.as.query(api.placements.placements.list, { kennelId, dogId: dog._id });
    const { session } = await familyOf(team, { placementId: data[0]?._id ?? "" });
    const answers = await read(session);
    expect(answers.page.puppy).toMatchObject({
      ...{ calledName: "OWN Gala", registeredName: "OWN grown dog", color: "OWN black" },
      ...{ microchipNumber: "OWN chip", photo: { caption: "OWN dog photo" } },
    });
    expect(JSON.stringify(answers)).not.toContain("SECRET");
    expect([...strangeFields("page", answers.page), ...strangeFields("story", answers.story)]).toEqual([]);
    expect(Object.values(await picturesIn(answers)).every((status) => status === 200)).toBe(true);
  });
});

describe("a picture", () => {
  it("opens only with its own signature, for a photo on the page, while the link is open", async () => {
    const { link, session } = await familyOf(team, { applicantId: ids.applicantId });
    const other = await familyOf(team, { applicantId: ids.otherId });
    const answers = await read(session);
    const own = answers.page.puppy?.photo?.preview ?? "";
    const theirs = (await read(other.session)).page.puppy?.photo?.preview ?? "";
    const open = async (path: string) => (await callRest(team.deployment, "GET", path)).status;
    expect(await open(own)).toBe(200);
    const signature = own.split("signature=")[1] ?? "";
    // The signature does not open another photo, size or session, and another family's signature does not open this
    // photo.
    expect(await open(own.replace(/photos\/[^/]+/u, `photos/${photos.sibling}`))).toBe(404);
    expect(await open(own.replace("/preview?", "/full?"))).toBe(404);
    expect(await open(own.replace(signature, theirs.split("signature=")[1] ?? ""))).toBe(404);
    const [, mac] = signature.split(".");
    expect(
      await open(own.replace(signature, `${(theirs.split("signature=")[1] ?? "").split(".")[0]}.${mac}`)),
    ).toBe(404);
    // The signature does not open the kennel's own photo addresses.
    expect(await open(`/uploads/photos/${photos.sibling}/full?signature=${signature}`)).toBe(401);
    expect(await open(answers.page.kennel.logo ?? "")).toBe(200);
    await team.owner.as.mutation(api.families.links.end, { linkId: link._id });
    for (const path of Object.keys(await picturesIn(answers))) expect(await open(path), path).toBe(404);
  });
});

describe("a family's decision", () => {
  const offerOf = async (session: string) => (await read(session)).page.entry;

  it("is refused with an explanation when the page is outdated, and changes nothing", async () => {
    const { session } = await familyOf(team, { applicantId: ids.applicantId });
    const expectedUpdatedAt = (await offerOf(session))?.updatedAt ?? 0;
    await team.owner.as.mutation(api.litters.waitingList.update, {
      applicantId: ids.applicantId,
      color: "OWN new",
    });
    const answer = { session, isAccepted: true, expectedUpdatedAt, today: TODAY };
    const { code } = await failureOf(team.deployment.mutation(api.families.pages.answerOffer, answer));
    expect(code).toBe("STALE_UPDATE");
    expect((await read(session)).page).toMatchObject({ placement: null, entry: { status: "offered" } });
  });
});

describe("a family's change", () => {
  it("appears in the history under the family's name, and creates no account", async () => {
    const { session } = await familyOf(team, { applicantId: ids.applicantId });
    const { page } = await read(session);
    const version = { session, expectedUpdatedAt: page.entry?.updatedAt ?? 0 };
    await team.deployment.mutation(api.families.pages.changeWishes, { ...version, color: "OWN black" });
    const changes = await team.deployment.run(
      async (ctx) => await ctx.db.query("changes").order("desc").first(),
    );
    expect(changes).toMatchObject({ table: "waitingList", source: "family" });
    expect(changes).not.toHaveProperty("by");
  });

  it("is limited to its own wishes, even with the version of another entry", async () => {
    const { session } = await familyOf(team, { applicantId: ids.applicantId });
    const { page } = await read(session);
    const attempt = { session, expectedUpdatedAt: page.entry?.updatedAt ?? 0, applicantId: ids.otherId };
    await expect(team.deployment.mutation(api.families.pages.leave, attempt as never)).rejects.toThrow(
      /applicantId/u,
    );
  });

  it("can remove the family from the list, and the page then shows a farewell", async () => {
    const { session } = await familyOf(team, { applicantId: ids.applicantId });
    const { page } = await read(session);
    const version = { session, expectedUpdatedAt: page.entry?.updatedAt ?? 0 };
    await team.deployment.mutation(api.families.pages.leave, version);
    expect((await read(session)).page).toMatchObject({ puppy: null, entry: { status: "withdrawn" } });
    const link = await team.owner.as.query(api.families.links.get, {
      ...{ kennelId: team.kennelId, applicantId: ids.applicantId },
    });
    expect(link?.endsAt).toBe(Date.now() + 7 * 86_400_000);
  });

  it("requires a code when it changes the family's own address", async () => {
    const { owner, kennelId } = team;
    const ruth = { kennelId, name: "OWN Ruth", email: "own.ruth@example.com", phone: "555 0111" };
    const { _id: contactId } = await owner.as.mutation(api.contacts.contacts.create, ruth);
    const { session } = await familyOf(team, { contactId });
    const contact = (await read(session)).page.contact;
    expect(contact).toMatchObject({ name: "OWN Ruth", email: null, phone: null });
    const change = { session, expectedUpdatedAt: contact?.updatedAt ?? 0, phone: "555 0222" };
    expect((await failureOf(team.deployment.mutation(api.families.pages.changeContact, change))).code).toBe(
      "CODE_NEEDED",
    );
    await confirm(team, session, { contactId });
    await team.deployment.mutation(api.families.pages.changeContact, change);
    expect((await read(session)).page.contact).toMatchObject({
      email: "own.ruth@example.com",
      phone: "555 0222",
    });
  });
});

describe("a deleted kennel", () => {
  it("leaves no links, sessions or visits", async () => {
    await familyOf(team, { applicantId: ids.applicantId });
    const strangers = await firstKennelOf(team.stranger);
    const rows = await team.deployment.run(async (ctx) => [
      ...(await ctx.db.query("links").collect()),
      ...(await ctx.db.query("linkSessions").collect()),
      ...(await ctx.db.query("linkVisits").collect()),
    ]);
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ kennelId }) => kennelId === strangers)).toEqual([]);
  });
});
