/**
 * The content of a family's page. domain/families/visible.ts defines every field. The content is read from the
 * link's database (granting.ts) in two parts: the data of the first view, and the remaining data.
 */
import { v, type Infer } from "convex/values";
import { VISIBLE, visiblePart } from "../../../domain/families/visible";
import { describeGrowth } from "../../../domain/litters/growth";
import { APPLICANT_STATUSES, MAX_WEIGHTS_PER_PUPPY } from "../../../domain/litters/rules";
import { PLACEMENT_STATUSES } from "../../../domain/placements/record";
import { puppyName } from "../../../domain/litters/words";
import { PHOTOS_PER_PUPPY_PAGE, SHOWN_DIARY_ENTRIES } from "../../../domain/families/rules";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { textOrNull } from "../../platform/tables/shared";
import type { Reached } from "./subjects";
import type { TrustedView } from "./trusted";

export type LinkCtx = Reached & { readonly db: QueryCtx["db"]; readonly trusted: TrustedView };

const numberOrNull = v.union(v.number(), v.null());
const genderOrNull = v.union(v.literal("male"), v.literal("female"), v.null());

const photoShape = v.object({
  id: v.string(),
  caption: textOrNull,
  /** Paths under /api that only this browser can open. */
  thumbnail: v.string(),
  preview: v.string(),
  full: v.string(),
});

export const familyPageShape = v.object({
  kennel: v.object({
    name: v.string(),
    address: textOrNull,
    phone: textOrNull,
    email: textOrNull,
    website: textOrNull,
    logo: textOrNull,
  }),
  /** A code was typed in this browser. */
  isConfirmed: v.boolean(),
  entry: v.union(
    v.object({
      name: v.string(),
      gender: genderOrNull,
      color: textOrNull,
      breed: textOrNull,
      wantedFrom: textOrNull,
      status: v.union(...APPLICANT_STATUSES.map((status) => v.literal(status))),
      offerUntil: textOrNull,
      pausedUntil: textOrNull,
      since: v.number(),
      /** Null if the kennel does not show places. */
      place: numberOrNull,
      /** A change must contain this version. */
      updatedAt: v.number(),
    }),
    v.null(),
  ),
  contact: v.union(
    v.object({
      name: v.string(),
      email: textOrNull,
      phone: textOrNull,
      address: textOrNull,
      updatedAt: v.number(),
    }),
    v.null(),
  ),
  placement: v.union(
    v.object({
      status: v.union(...PLACEMENT_STATUSES.map((status) => v.literal(status))),
      priceCents: numberOrNull,
      depositCents: numberOrNull,
    }),
    v.null(),
  ),
  /** The puppy, or the adult dog that was placed. */
  puppy: v.union(
    v.object({
      /** The name, or the mark that distinguishes the puppy from its littermates. */
      calledName: v.string(),
      gender: genderOrNull,
      color: textOrNull,
      markings: textOrNull,
      collarColor: textOrNull,
      bornAt: numberOrNull,
      bornOn: textOrNull,
      birthWeightGrams: numberOrNull,
      photo: v.union(photoShape, v.null()),
      gramsPerDay: numberOrNull,
      weighedAt: numberOrNull,
      microchipNumber: textOrNull,
      chipDatabase: textOrNull,
      registeredName: textOrNull,
      registrationNumber: textOrNull,
    }),
    v.null(),
  ),
});
type FamilyPage = Infer<typeof familyPageShape>;

class Parts {
  constructor(private readonly ctx: LinkCtx) {}

  async kennel(): Promise<FamilyPage["kennel"]> {
    const { db, subject, trusted } = this.ctx;
    const kennel = await db.get("kennels", subject.kennelId);
    const part = visiblePart(kennel ?? ({ name: "" } as Doc<"kennels">), VISIBLE.kennel);
    return { ...part, name: part.name ?? "", logo: await trusted.logoPath() };
  }

  async entry(): Promise<FamilyPage["entry"]> {
    const { db, subject, trusted } = this.ctx;
    const row = subject.applicantId && (await db.get("waitingList", subject.applicantId));
    if (!row) return null;
    return {
      ...visiblePart(row, VISIBLE.entry),
      name: row.name,
      status: row.status,
      since: row._creationTime,
      place: await trusted.place(),
      updatedAt: row.updatedAt,
    };
  }

  async contact(): Promise<FamilyPage["contact"]> {
    const { db, subject } = this.ctx;
    const [id] = subject.contactIds;
    const row = id && (await db.get("contacts", id));
    if (!row) return null;
    const { name, ...part } = visiblePart(row, VISIBLE.contact);
    return { ...part, name: name ?? "", updatedAt: row.updatedAt };
  }

  async placement(): Promise<FamilyPage["placement"]> {
    const { db, subject } = this.ctx;
    const row = subject.placementId && (await db.get("placements", subject.placementId));
    if (!row) return null;
    return { ...visiblePart(row, VISIBLE.placement), status: row.status };
  }

  async photos(): Promise<Infer<typeof photoShape>[]> {
    const { db, subject } = this.ctx;
    const { kennelId, puppyId, dogId } = subject;
    const ofPuppy = puppyId
      ? await db
          .query("photos")
          .withIndex("by_kennel_and_puppy", (q) => q.eq("kennelId", kennelId).eq("puppyId", puppyId))
          .order("desc")
          .take(PHOTOS_PER_PUPPY_PAGE)
      : [];
    const ofDog = dogId
      ? await db
          .query("photos")
          .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
          .order("desc")
          .take(PHOTOS_PER_PUPPY_PAGE)
      : [];
    const rows = [...ofPuppy, ...ofDog];
    const first = rows.filter(({ isPrimary }) => isPrimary);
    const others = rows.filter(({ isPrimary }) => !isPrimary);
    return await Promise.all([...first, ...others].map(async (row) => await this.photo(row)));
  }

  async photo(row: Doc<"photos">): Promise<Infer<typeof photoShape>> {
    const { trusted } = this.ctx;
    return {
      id: row._id,
      ...visiblePart(row, VISIBLE.photo),
      thumbnail: await trusted.photoPath(row._id, "thumbnail"),
      preview: await trusted.photoPath(row._id, "preview"),
      full: await trusted.photoPath(row._id, "full"),
    };
  }

  /** The oldest weight is first. Undone weights are left out. */
  async weights(): Promise<{ grams: number; weighedAt: number }[]> {
    const { db, subject } = this.ctx;
    const { kennelId, puppyId } = subject;
    if (!puppyId) return [];
    const rows = await db
      .query("puppyWeights")
      .withIndex("by_kennel_and_puppy_and_weighed", (q) => q.eq("kennelId", kennelId).eq("puppyId", puppyId))
      .take(MAX_WEIGHTS_PER_PUPPY);
    return rows
      .filter(({ removedAt }) => removedAt === undefined)
      .map(({ grams, weighedAt }) => ({ grams, weighedAt }));
  }

  async litter() {
    const { db, subject } = this.ctx;
    return subject.litterId && (await db.get("litters", subject.litterId));
  }

  async isHome(): Promise<boolean> {
    const { db, subject } = this.ctx;
    const placement = subject.placementId && (await db.get("placements", subject.placementId));
    return !!placement && placement.handedOverOn !== undefined;
  }

  async puppy(): Promise<FamilyPage["puppy"]> {
    const { db, subject } = this.ctx;
    const row = subject.puppyId && (await db.get("puppies", subject.puppyId));
    if (!row) return await this.dog();
    const part = visiblePart(row, VISIBLE.puppy);
    const bornOn = (await this.litter())?.whelpingDate ?? null;
    const growth = describeGrowth({
      birthWeightGrams: part.birthWeightGrams,
      bornAt: part.bornAt ?? Date.parse(`${bornOn ?? "1970-01-01"}T00:00:00Z`),
      weights: await this.weights(),
    });
    return {
      ...part,
      calledName: puppyName(row),
      bornOn,
      photo: (await this.photos())[0] ?? null,
      gramsPerDay: growth.gain?.gramsPerDay ?? null,
      weighedAt: growth.latest?.weighedAt ?? null,
      ...visiblePart((await this.isHome()) ? row : ({} as typeof row), VISIBLE.handedOver),
    };
  }

  /** Returns null for a puppy of a litter. */
  async dog(): Promise<FamilyPage["puppy"]> {
    const { db, subject } = this.ctx;
    const row = subject.dogId && (await db.get("dogs", subject.dogId));
    if (!row) return null;
    const papers = (await this.isHome()) ? row : ({} as typeof row);
    return {
      ...visiblePart(row, VISIBLE.dog),
      ...visiblePart(papers, VISIBLE.dogHandedOver),
      calledName: row.callName ?? row.name,
      ...{ markings: null, collarColor: null, bornAt: null, birthWeightGrams: null },
      bornOn: row.dateOfBirth ?? null,
      photo: (await this.photos())[0] ?? null,
      ...{ gramsPerDay: null, weighedAt: null },
      registeredName: row.callName ? row.name : null,
    };
  }
}

/** The page shows these data first. */
export async function readFamilyPage(ctx: LinkCtx): Promise<FamilyPage> {
  const parts = new Parts(ctx);
  return {
    kennel: await parts.kennel(),
    isConfirmed: ctx.session.isConfirmed,
    entry: await parts.entry(),
    contact: await parts.contact(),
    placement: await parts.placement(),
    puppy: await parts.puppy(),
  };
}

const parentShape = v.object({
  name: v.string(),
  callName: textOrNull,
  titles: textOrNull,
  registrationNumber: textOrNull,
  gender: v.union(v.literal("male"), v.literal("female")),
  photo: v.union(photoShape, v.null()),
});

export const familyStoryShape = v.object({
  weights: v.array(v.object({ grams: v.number(), weighedAt: v.number() })),
  /** The medians are sorted by day of age. No puppy can be recognized in a median. */
  medians: v.array(v.object({ day: v.number(), grams: v.number() })),
  photos: v.array(photoShape),
  doses: v.array(
    v.object({
      vaccineName: v.string(),
      dateAdministered: v.string(),
      nextDueDate: textOrNull,
      manufacturer: textOrNull,
      batchNumber: textOrNull,
      veterinaryClinic: textOrNull,
    }),
  ),
  parents: v.array(parentShape),
  /** A family that is not on the waiting list sees no plans. */
  plans: v.array(v.object({ expectedDueDate: textOrNull, parents: v.array(parentShape) })),
  diary: v.array(v.object({ text: v.string(), sharedAt: v.number(), photos: v.array(photoShape) })),
  papers: v.array(v.object({ paper: v.string(), handedOn: v.string(), number: textOrNull })),
});
type FamilyStory = Infer<typeof familyStoryShape>;

const MOST_DOSES = 100;
const MOST_PAPERS = 50;

async function readDoses(ctx: LinkCtx): Promise<FamilyStory["doses"]> {
  const { db, subject } = ctx;
  const { kennelId, puppyId, dogId } = subject;
  const isHome = await new Parts(ctx).isHome();
  // If the puppy is recorded as a dog, its doses refer to the puppy and to the dog.
  const rows = puppyId
    ? await db
        .query("immunizations")
        .withIndex("by_kennel_and_puppy_and_date", (q) => q.eq("kennelId", kennelId).eq("puppyId", puppyId))
        .order("desc")
        .take(MOST_DOSES)
    : dogId
      ? await db
          .query("immunizations")
          .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
          .order("desc")
          .take(MOST_DOSES)
      : [];
  return rows.map((row) => {
    const { vaccineName, dateAdministered, ...part } = visiblePart(row, VISIBLE.dose);
    const after = visiblePart(isHome ? row : ({} as typeof row), VISIBLE.doseAfterHandover);
    return { ...part, ...after, vaccineName: vaccineName ?? "", dateAdministered: dateAdministered ?? "" };
  });
}

/** Returns an empty list if the kennel does not show parents. */
async function parentsOf(ctx: LinkCtx, breeding: Doc<"breedings">): Promise<FamilyStory["parents"]> {
  const { db, subject } = ctx;
  if (!subject.showsParents) return [];
  const parts = new Parts(ctx);
  const read = async (
    id: typeof breeding.sireId,
    typed: string | undefined,
    gender: "male" | "female",
  ): Promise<FamilyStory["parents"]> => {
    const dog = id && (await db.get("dogs", id));
    if (!dog) {
      const nothing = visiblePart({} as Doc<"dogs">, VISIBLE.parent);
      return typed === undefined ? [] : [{ ...nothing, name: typed, gender, photo: null }];
    }
    const photo = dog.primaryPhotoId && (await db.get("photos", dog.primaryPhotoId));
    const { name, ...part } = visiblePart(dog, VISIBLE.parent);
    return [{ ...part, name: name ?? "", gender, photo: photo ? await parts.photo(photo) : null }];
  };
  return [
    ...(await read(breeding.sireId, breeding.sireName, "male")),
    ...(await read(breeding.damId, breeding.damName, "female")),
  ];
}

async function readParents(ctx: LinkCtx): Promise<FamilyStory["parents"]> {
  const { db, subject } = ctx;
  const breeding = subject.breedingId && (await db.get("breedings", subject.breedingId));
  return breeding ? await parentsOf(ctx, breeding) : [];
}

async function readPlans(ctx: LinkCtx): Promise<FamilyStory["plans"]> {
  const { db, subject } = ctx;
  const rows = await Promise.all([...subject.planIds].map(async (id) => await db.get("breedings", id)));
  const plans = await Promise.all(
    rows
      .filter((row) => row !== null)
      .map(async (row) => ({
        ...visiblePart(row, VISIBLE.plan),
        parents: await parentsOf(ctx, row),
      })),
  );
  const dueOf = ({ expectedDueDate }: FamilyStory["plans"][number]) => expectedDueDate ?? "9999";
  return plans.sort((one, other) => (dueOf(one) < dueOf(other) ? -1 : 1));
}

async function readDiary(ctx: LinkCtx): Promise<FamilyStory["diary"]> {
  const { db, subject } = ctx;
  const { kennelId, litterId } = subject;
  if (!litterId) return [];
  const parts = new Parts(ctx);
  const rows = await db
    .query("diaryEntries")
    .withIndex("by_kennel_and_litter_and_shared", (q) =>
      q.eq("kennelId", kennelId).eq("litterId", litterId).gt("sharedAt", 0),
    )
    .order("desc")
    .take(SHOWN_DIARY_ENTRIES);
  return await Promise.all(
    rows.map(async (row) => {
      const { text, sharedAt } = visiblePart(row, VISIBLE.diary);
      const photos = await Promise.all(row.photoIds.map(async (id) => await db.get("photos", id)));
      return {
        text: text ?? "",
        sharedAt: sharedAt ?? 0,
        photos: await Promise.all(
          photos.filter((photo) => photo !== null).map(async (photo) => await parts.photo(photo)),
        ),
      };
    }),
  );
}

async function readPapers({ db, subject }: LinkCtx): Promise<FamilyStory["papers"]> {
  const { kennelId, placementId } = subject;
  if (!placementId) return [];
  const rows = await db
    .query("placementPapers")
    .withIndex("by_kennel_and_placement", (q) => q.eq("kennelId", kennelId).eq("placementId", placementId))
    .take(MOST_PAPERS);
  return rows.map((row) => {
    const { paper, handedOn, number } = visiblePart(row, VISIBLE.paper);
    return { paper: paper ?? "", handedOn: handedOn ?? "", number };
  });
}

export async function readFamilyStory(ctx: LinkCtx): Promise<FamilyStory> {
  const parts = new Parts(ctx);
  return {
    weights: await parts.weights(),
    medians: await ctx.trusted.medians(),
    photos: await parts.photos(),
    doses: await readDoses(ctx),
    parents: await readParents(ctx),
    plans: await readPlans(ctx),
    diary: await readDiary(ctx),
    papers: await readPapers(ctx),
  };
}

export const familyDocumentsShape = v.array(
  v.object({
    id: v.string(),
    fileName: v.string(),
    fileSize: v.number(),
    /** A path under /api that only this browser can open. */
    path: v.string(),
  }),
);

export async function readDocuments({
  db,
  subject,
  trusted,
}: LinkCtx): Promise<Infer<typeof familyDocumentsShape>> {
  const rows = await Promise.all(
    [...subject.documentIds].map(async (id) => await db.get("breedingDocuments", id)),
  );
  return await Promise.all(
    rows
      .filter((row) => row !== null)
      .map(async (row) => {
        const { fileName, fileSize } = visiblePart(row, VISIBLE.document);
        const path = await trusted.documentPath(row._id);
        return { id: row._id, fileName: fileName ?? "", fileSize: fileSize ?? 0, path };
      }),
  );
}
