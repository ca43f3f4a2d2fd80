/** The registered functions of the files of genetic results. */
import { v } from "convex/values";
import { dogQuery } from "../platform/functions";
import { recordFunctions } from "../platform/recordFunctions";
import { geneticFiles, genomicShape, listGeneticFiles, listGenomicInbreeding } from "./model/geneticFiles";

export const { get, create, update, remove, editsSince } = recordFunctions(geneticFiles, {
  argument: "geneticFileId",
  owner: "dogId",
  area: "health",
});

/** Returns null if the caller's kennel has no such dog. */
export const ofDog = dogQuery({
  permission: "health:read",
  args: {},
  returns: v.union(v.array(geneticFiles.shape), v.null()),
  handler: async (ctx) =>
    ctx.reached &&
    (await Promise.all((await listGeneticFiles(ctx, ctx.reached.dog)).map(geneticFiles.answering(ctx)))),
});

/** According to the dog's files. Returns null if the caller's kennel has no such dog. */
export const genomicInbreeding = dogQuery({
  permission: "health:read",
  args: {},
  returns: v.union(v.array(genomicShape), v.null()),
  handler: async (ctx) => ctx.reached && (await listGenomicInbreeding(ctx, ctx.reached.dog)),
});
