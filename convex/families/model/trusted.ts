/**
 * Values for the results of links that need more data than the link may read: addresses of pictures, and figures of
 * the whole litter. No puppy can be recognized in these figures.
 */
import { medianOf } from "../../../domain/litters/growth";
import { MAX_PUPPIES_BORN, MAX_WEIGHTS_PER_PUPPY } from "../../../domain/litters/rules";
import type { PhotoSize } from "../../../domain/photos/rules";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { activeApplicants } from "../../litters/model/waitingList";
import { AddressSigner, findBearer } from "../../platform/model/files/photoAddresses";
import type { Reached } from "./subjects";

const photoText = (photoId: string, size: PhotoSize): string => `link-photo/${photoId}/${size}`;
const documentText = (documentId: string): string => `link-document/${documentId}`;
const logoText = (setAt: number): string => `link-logo/${setAt}`;

const DAY_MS = 86_400_000;

/** The age is in days. */
interface Median {
  readonly day: number;
  readonly grams: number;
}

/** A median of fewer puppies would reveal another puppy's weight. */
const FEWEST_IN_MEDIAN = 3;

/** The medians are calculated from the weights of all puppies. */
async function mediansOf(ctx: QueryCtx, litter: Doc<"litters">): Promise<Median[]> {
  const { kennelId, _id: litterId } = litter;
  const puppies = await ctx.db
    .query("puppies")
    .withIndex("by_kennel_and_litter_and_order", (q) => q.eq("kennelId", kennelId).eq("litterId", litterId))
    .take(MAX_PUPPIES_BORN);
  const born = Date.parse(`${litter.whelpingDate}T00:00:00Z`);
  const byDay = new Map<number, Map<string, number>>();
  for (const puppy of puppies) {
    const weights = await ctx.db
      .query("puppyWeights")
      .withIndex("by_kennel_and_puppy_and_weighed", (q) =>
        q.eq("kennelId", kennelId).eq("puppyId", puppy._id),
      )
      .take(MAX_WEIGHTS_PER_PUPPY);
    const own = weights.filter(({ removedAt }) => removedAt === undefined);
    const points = [
      ...(puppy.birthWeightGrams === undefined ? [] : [{ day: 0, grams: puppy.birthWeightGrams }]),
      ...own.map(({ grams, weighedAt }) => ({
        day: Math.max(0, Math.floor((weighedAt - born) / DAY_MS)),
        grams,
      })),
    ];
    // If a puppy has several weights on a day, the last weight counts.
    for (const { day, grams } of points) {
      const ofDay = byDay.get(day) ?? new Map<string, number>();
      byDay.set(day, ofDay.set(puppy._id, grams));
    }
  }
  return [...byDay]
    .filter(([, weights]) => weights.size >= FEWEST_IN_MEDIAN)
    .map(([day, weights]) => ({ day, grams: medianOf([...weights.values()]) ?? 0 }))
    .sort((one, other) => one.day - other.day);
}

/** These functions may read more than the link. */
export interface TrustedView {
  /** Only this browser can open the path, which is under /api. */
  readonly photoPath: (photoId: Id<"photos">, size: PhotoSize) => Promise<string>;
  /** Only this browser can open the path, which is under /api. */
  readonly documentPath: (documentId: Id<"breedingDocuments">) => Promise<string>;
  /** The path is under /api; null if there is no logo. */
  readonly logoPath: () => Promise<string | null>;
  /** The text names a file. The signature is valid only for this browser. */
  readonly signatureOf: (text: string) => Promise<string>;
  readonly medians: () => Promise<Median[]>;
  /** Null if the family is not on the list, or if the kennel does not show places. */
  readonly place: () => Promise<number | null>;
}

/** The functions are for one session. */
export function trustedView(ctx: QueryCtx, { session, link, subject }: Reached): TrustedView {
  const signer = new AddressSigner(ctx);
  const signatureOf = async (text: string): Promise<string> =>
    `${session._id}.${await signer.sign(`for/${session._id}/${text}`)}`;
  return {
    signatureOf,
    photoPath: async (photoId, size) =>
      `/links/photos/${photoId}/${size}?signature=${await signatureOf(photoText(photoId, size))}`,
    documentPath: async (documentId) =>
      `/links/documents/${documentId}?signature=${await signatureOf(documentText(documentId))}`,
    logoPath: async () => {
      const logo = (await ctx.db.get("kennels", link.kennelId))?.logo;
      return logo ? `/links/logo/${logo.setAt}?signature=${await signatureOf(logoText(logo.setAt))}` : null;
    },
    medians: async () => {
      const litter = subject.litterId && (await ctx.db.get("litters", subject.litterId));
      return litter ? await mediansOf(ctx, litter) : [];
    },
    place: async () => {
      if (!subject.showsPlace || subject.applicantId === null) return null;
      const place = (await activeApplicants(ctx, link.kennelId)).findIndex(
        ({ _id }) => _id === subject.applicantId,
      );
      return place === -1 ? null : place + 1;
    },
  };
}

/** Returns the id of the session that the address was signed for; null if the signature is invalid. */
export const bearerOfPhoto = async (ctx: QueryCtx, photoId: string, size: PhotoSize, signature: string) =>
  await findBearer(ctx, photoText(photoId, size), signature);

/** Returns the id of the session that the address was signed for; null if the signature is invalid. */
export const bearerOfLogo = async (ctx: QueryCtx, setAt: number, signature: string) =>
  await findBearer(ctx, logoText(setAt), signature);

/** Returns the id of the session that the address was signed for; null if the signature is invalid. */
export const bearerOfDocument = async (ctx: QueryCtx, documentId: string, signature: string) =>
  await findBearer(ctx, documentText(documentId), signature);
