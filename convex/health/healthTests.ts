/** The registered functions of health tests: list, create, update, remove, and certificates. */
import { v } from "convex/values";
import {
  dogMutation,
  dogQuery,
  innerDogMutation,
  innerDogQuery,
  internalQuery,
  signedInAction,
} from "../platform/functions";
import { recordFunctions } from "../platform/recordFunctions";
import {
  acceptCertificate,
  admitCertificate,
  certificateArgs,
  certificateFileOf,
  findSignedCertificate,
  removeCertificate as deleteCertificate,
  setCertificate,
} from "./model/healthTestCertificates";
import { requireHealthTest } from "./model/healthTestRows";
import { certificateFileShape, healthTests, listHealthTests, type HealthTest } from "./model/healthTests";

export const { get, create, update, remove, editsSince } = recordFunctions(healthTests, {
  argument: "testId",
  owner: "dogId",
  area: "health",
  isOfNamedDog: true,
});

/** The newest test is first. Returns null if the caller's kennel has no such dog. */
export const list = dogQuery({
  permission: "health:read",
  args: {},
  returns: v.union(v.array(healthTests.shape), v.null()),
  handler: async (ctx) => ctx.reached && (await listHealthTests(ctx, ctx.reached.dog)),
});

export const generateUploadUrl = dogMutation({
  permission: "health:write",
  args: { testId: v.string(), bytes: v.optional(v.number()) },
  returns: v.string(),
  handler: async (ctx, args) => await admitCertificate(ctx, ctx, args),
});

/** Throws unless the caller may change the test. */
export const checkRight = innerDogQuery({
  permission: "health:write",
  args: { testId: v.string() },
  returns: v.null(),
  handler: async (ctx, { testId }) => {
    await requireHealthTest(ctx, ctx.dog, testId);
    return null;
  },
});

export const addCertificate = signedInAction({
  permission: "health:write",
  args: { dogId: v.string(), testId: v.string(), storageId: v.id("_storage"), fileName: v.string() },
  returns: healthTests.shape,
  handler: async (ctx, args): Promise<HealthTest> => await acceptCertificate(ctx, args),
});

/** The file must have been checked. */
export const insertCertificate = innerDogMutation({
  permission: "health:write",
  args: certificateArgs,
  returns: healthTests.shape,
  handler: async (ctx, args) => await setCertificate(ctx, ctx, args),
});

export const removeCertificate = dogMutation({
  permission: "health:write",
  args: { testId: v.string() },
  returns: v.null(),
  handler: async (ctx, { testId }) => await deleteCertificate(ctx, ctx, testId),
});

export const getCertificate = innerDogQuery({
  permission: "health:read",
  args: { testId: v.string() },
  returns: certificateFileShape,
  handler: async (ctx, { testId }) => await certificateFileOf(ctx, ctx.dog, testId),
});

export const getSignedCertificate = internalQuery({
  args: { testId: v.string(), signature: v.string() },
  returns: v.union(certificateFileShape, v.null()),
  handler: async (ctx, args) => await findSignedCertificate(ctx, args),
});
