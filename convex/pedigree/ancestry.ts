/** The registered functions of pedigrees: a dog's ancestors and its coefficient of inbreeding. */
import { v } from "convex/values";
import { DEFAULT_COEFFICIENT_GENERATIONS, DEFAULT_TREE_GENERATIONS } from "../../domain/pedigree/rules";
import { dogQuery, innerDogQuery, kennelQuery } from "../platform/functions";
import { certificateShape, describeCertificate } from "./model/certificate";
import {
  deletionEffectShape,
  describeDeletion,
  describeInbreeding,
  describeMating,
  describePedigree,
  inbreedingShape,
  matingShape,
  pedigreeShape,
} from "./model/ancestry";
import { describeKinship, kinshipShape } from "./model/kinship";

/** Returns null if the caller's kennel has no such dog. */
export const tree = dogQuery({
  permission: "dogs:read",
  args: { generations: v.optional(v.number()) },
  returns: v.union(pedigreeShape, v.null()),
  handler: async (ctx, { generations = DEFAULT_TREE_GENERATIONS }) =>
    ctx.reached && (await describePedigree(ctx, ctx.reached.dog, generations)),
});

/** Null generations mean the whole known pedigree. Returns null if the caller's kennel has no such dog. */
export const inbreeding = dogQuery({
  permission: "dogs:read",
  args: { generations: v.optional(v.union(v.number(), v.null())) },
  returns: v.union(inbreedingShape, v.null()),
  handler: async (ctx, { generations = DEFAULT_COEFFICIENT_GENERATIONS }) =>
    ctx.reached && (await describeInbreeding(ctx, ctx.reached.dog, generations)),
});

/** Null generations mean the whole pedigree. The two dogs may be ancestors. */
export const mating = kennelQuery({
  permission: "dogs:read",
  args: { sireId: v.string(), damId: v.string(), generations: v.union(v.number(), v.null()) },
  returns: matingShape,
  handler: async (ctx, args) => await describeMating(ctx, ctx.access.kennelId, args),
});

/** The two dogs may be ancestors, and of any sex. The whole pedigree is used. */
export const kinship = kennelQuery({
  permission: "dogs:read",
  args: { dogId: v.string(), otherId: v.string() },
  returns: kinshipShape,
  handler: async (ctx, args) => await describeKinship(ctx, ctx.access.kennelId, args),
});

/**
 * Returns the dogs whose coefficients would change if a dog were deleted; null if the caller's kennel has no such
 * dog.
 */
export const deletionEffect = dogQuery({
  permission: "dogs:read",
  args: {},
  returns: v.union(deletionEffectShape, v.null()),
  handler: async (ctx) => ctx.reached && (await describeDeletion(ctx, ctx.reached.dog)),
});

/** Throws NOT_FOUND or VALIDATION_FAILED. */
export const certificate = innerDogQuery({
  permission: "dogs:read",
  args: { generations: v.number() },
  returns: certificateShape,
  handler: async (ctx, { generations }) => await describeCertificate(ctx, ctx, generations),
});
