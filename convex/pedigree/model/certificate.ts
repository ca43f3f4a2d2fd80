/** Reads the content of a pedigree certificate in one transaction. Sources: decisions GAP-DOG-01 and GAP-ANC-06. */
import { v, type Infer } from "convex/values";
import { otherRegistrationsText } from "../../../domain/dogs/registrations";
import { CERTIFICATE_COEFFICIENT_GENERATIONS, CERTIFICATE_GENERATIONS } from "../../../domain/pedigree/rules";
import { fail } from "../../../domain/errors";
import { summarizeTests } from "../../../domain/health/test-summary";
import { readsConfidential } from "../../../domain/permissions/confidential";
import { hasPermission } from "../../../domain/permissions/permissions";
import { foldText } from "../../../domain/text/text";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { genderValidator } from "../../platform/tables/dogs";
import { describeInbreeding } from "./ancestry";
import { loadAncestors } from "./pedigreeViews";
import { testRowsOf } from "../../health/model/healthTestRows";
import type { ReachedDog } from "../../platform/model/people/identity";
import { brandOf, brandShape, letterheadShape } from "../../kennels/model/kennelSettings";
import { photoFileShape } from "../../dogs/model/photos";
import { getOrFail } from "../../platform/model/paging/rows";
import { textOrNull } from "../../platform/tables/shared";

const certificateDogShape = v.object({
  id: v.id("dogs"),
  name: v.string(),
  callName: textOrNull,
  titles: textOrNull,
  registrationNumber: textOrNull,
  microchipNumber: textOrNull,
  breed: v.string(),
  gender: genderValidator,
  dateOfBirth: textOrNull,
  color: textOrNull,
  sireId: v.union(v.id("dogs"), v.null()),
  damId: v.union(v.id("dogs"), v.null()),
  sireName: textOrNull,
  damName: textOrNull,
});

/** Photo and logo are storage ids. */
export const certificateShape = v.object({
  kennel: letterheadShape,
  dogs: v.array(certificateDogShape),
  generations: v.number(),
  breeder: textOrNull,
  owner: textOrNull,
  /** The first registration is left out. */
  otherRegistrations: textOrNull,
  healthTests: textOrNull,
  inbreeding: v.object({
    coefficient: v.union(v.number(), v.null()),
    generations: v.number(),
    known: v.number(),
    possible: v.number(),
    commonAncestors: v.array(v.object({ name: v.string(), contribution: v.number() })),
  }),
  photo: v.union(photoFileShape, v.null()),
  brand: brandShape,
});

type CertificateAnswer = Infer<typeof certificateShape>;

const toCertificateDog = (row: Doc<"dogs">): CertificateAnswer["dogs"][number] => ({
  id: row._id,
  name: row.name,
  callName: row.callName ?? null,
  titles: row.titles ?? null,
  registrationNumber: row.registrationNumber ?? null,
  microchipNumber: row.microchipNumber ?? null,
  breed: row.breed,
  gender: row.gender,
  dateOfBirth: row.dateOfBirth ?? null,
  color: row.color ?? null,
  sireId: row.sireId ?? null,
  damId: row.damId ?? null,
  sireName: row.sireName ?? null,
  damName: row.damName ?? null,
});

/**
 * The kennel is the breeder if the dog's name contains the kennel's prefix. Otherwise the breeder is unknown, and
 * the certificate leaves the line empty.
 */
function breederOf(dog: Doc<"dogs">, { name, prefix }: Doc<"kennels">): string | null {
  const words = (text: string) => ` ${foldText(text)} `;
  return prefix && words(dog.name).includes(words(prefix)) ? name : null;
}

/** If no owner is recorded, an unsold dog of the kennel belongs to the kennel. */
export function ownerOf(dog: Doc<"dogs">, kennel: Doc<"kennels">): string | null {
  if (dog.currentOwnerName) return dog.currentOwnerName;
  return dog.isExternal || dog.status === "sold" ? null : kennel.name;
}

/** The photo has the size for printing. A PDF cannot contain WEBP. */
async function photoOf(ctx: QueryCtx, dog: Doc<"dogs">): Promise<CertificateAnswer["photo"]> {
  const row = dog.primaryPhotoId && (await ctx.db.get("photos", dog.primaryPhotoId));
  if (!row) return null;
  const { preview, full } = row.files;
  return [preview, full].find((file) => file !== undefined && file.type !== "image/webp") ?? null;
}

async function inbreedingOf(
  ctx: QueryCtx,
  dog: Doc<"dogs">,
  generations: number,
): Promise<CertificateAnswer["inbreeding"]> {
  const { coefficient, commonAncestors, completeness } = await describeInbreeding(
    ctx,
    dog,
    CERTIFICATE_COEFFICIENT_GENERATIONS,
  );
  const drawn = completeness.slice(0, generations);
  return {
    coefficient: dog.sireId && dog.damId ? coefficient : null,
    generations: CERTIFICATE_COEFFICIENT_GENERATIONS,
    known: drawn.reduce((sum, { known }) => sum + known, 0),
    possible: drawn.reduce((sum, { possible }) => sum + possible, 0),
    commonAncestors: commonAncestors.map(({ name, contribution }) => ({ name, contribution })),
  };
}

/** Returns null if the caller may not read the tests. */
async function testsOf(ctx: QueryCtx, { dog, access }: ReachedDog): Promise<string | null> {
  if (!hasPermission(access.permissions, "health", "read")) return null;
  const rows = await testRowsOf(ctx, dog);
  return summarizeTests(
    rows.map(({ name = null, validUntil = null, ...row }) => ({ ...row, name, validUntil })),
  );
}

/** Throws VALIDATION_FAILED if the page has no room for the number of generations. */
export async function describeCertificate(
  ctx: QueryCtx,
  reached: ReachedDog,
  generations: number,
): Promise<CertificateAnswer> {
  const { dog } = reached;
  if (!CERTIFICATE_GENERATIONS.some((count) => count === generations)) {
    const message = `Generations must be ${CERTIFICATE_GENERATIONS.join(", ")}`;
    fail("VALIDATION_FAILED", { fields: { generations: message } });
  }
  const kennel = await getOrFail(ctx, "kennels", dog.kennelId);
  const ancestors = await loadAncestors(ctx, dog, generations);
  return {
    kennel: {
      name: kennel.name,
      address: kennel.address ?? null,
      phone: kennel.phone ?? null,
      email: kennel.email ?? null,
      website: kennel.website ?? null,
    },
    dogs: [...ancestors.values()].map(toCertificateDog),
    generations,
    breeder: breederOf(dog, kennel),
    // A caller who may not see the owner must also not learn that the kennel owns the dog.
    otherRegistrations: otherRegistrationsText(dog),
    owner: readsConfidential(reached.access.permissions) ? ownerOf(dog, kennel) : null,
    healthTests: await testsOf(ctx, reached),
    inbreeding: await inbreedingOf(ctx, dog, generations),
    photo: await photoOf(ctx, dog),
    brand: await brandOf(ctx, dog.kennelId),
  };
}
