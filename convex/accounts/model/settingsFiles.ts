/**
 * Exports and imports a person's settings and, on request, a kennel's details as one JSON file. Unknown or invalid
 * entries are listed but do not stop the import, so a file of another version is still useful. Source: decision
 * GAP-SET-13.
 */
import { validate } from "convex-helpers/validators";
import { v, type Infer, type PropertyValidators } from "convex/values";
import { fail } from "../../../domain/errors";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { checkPermission, getAccess, type Access } from "../../platform/model/people/identity";
import { describeKennel, kennelChangeArgs, updateKennel } from "../../kennels/model/kennels";
import {
  getKennelSettings,
  kennelSettingsArgs,
  updateKennelSettings,
} from "../../kennels/model/kennelSettings";
import { changeUserSettings, getUserSettings, userSettingsArgs } from "./userSettings";

/** Increases when the layout of the file changes. */
const SETTINGS_VERSION = 1;
const FILE_KIND = "settings";

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const pick = (values: Fields, args: PropertyValidators): Fields =>
  Object.fromEntries(Object.keys(args).map((key) => [key, values[key] ?? null]));

export const settingsFileShape = v.object({
  metadata: v.object({ product: v.literal("Studbook"), kind: v.literal(FILE_KIND), version: v.number() }),
  user: v.record(v.string(), v.any()),
  kennel: v.optional(v.record(v.string(), v.any())),
  /** Includes the kennel's branding. */
  kennelSettings: v.optional(v.record(v.string(), v.any())),
});
type SettingsFile = Infer<typeof settingsFileShape>;

async function requireKennelAccess(
  ctx: QueryCtx,
  kennelId: string,
  permission: "settings:read" | "settings:write",
): Promise<Access> {
  const access = (await getAccess(ctx, kennelId)) ?? fail("NOT_FOUND");
  checkPermission(access, permission);
  return access;
}

/** The kennel's details are included only if a kennel is named. */
export async function readSettingsFile(
  ctx: QueryCtx,
  user: Doc<"users"> | null,
  kennelId: string | undefined,
): Promise<SettingsFile> {
  const access = kennelId === undefined ? null : await requireKennelAccess(ctx, kennelId, "settings:read");
  return {
    metadata: { product: "Studbook", kind: FILE_KIND, version: SETTINGS_VERSION },
    user: pick(await getUserSettings(ctx, user), userSettingsArgs),
    ...(access && {
      kennel: pick(await describeKennel(ctx, access), kennelChangeArgs),
      kennelSettings: pick(await getKennelSettings(ctx, access.kennelId), kennelSettingsArgs),
    }),
  };
}

export const importAnswerShape = v.object({
  /** Names such as `user.phone`. */
  applied: v.array(v.string()),
  /** Unknown entries, and entries with an invalid value. */
  ignored: v.array(v.string()),
});
type ImportAnswer = Infer<typeof importAnswerShape>;

function sift(section: string, given: unknown, args: PropertyValidators, answer: ImportAnswer): Fields {
  const changes: Fields = {};
  if (given !== undefined && !isFields(given)) answer.ignored.push(section);
  for (const [key, value] of Object.entries(isFields(given) ? given : {})) {
    const validator = args[key];
    const isKnown = validator !== undefined && validate(validator, value);
    if (isKnown) changes[key] = value;
    (isKnown ? answer.applied : answer.ignored).push(`${section}.${key}`);
  }
  return changes;
}

const isSettingsFile = (file: unknown): file is Fields =>
  isFields(file) &&
  isFields(file.metadata) &&
  file.metadata.product === "Studbook" &&
  file.metadata.kind === FILE_KIND;

/**
 * Imports the kennel's part only if a kennel is named. Throws VALIDATION_FAILED if the file contains no settings.
 */
export async function importSettingsFile(
  ctx: MutationCtx,
  user: Doc<"users">,
  { file, kennelId }: { file: unknown; kennelId?: string },
): Promise<ImportAnswer> {
  if (!isSettingsFile(file))
    return fail("VALIDATION_FAILED", { fields: { file: "This is not a settings file" } });
  const access = kennelId === undefined ? null : await requireKennelAccess(ctx, kennelId, "settings:write");
  const { metadata: _, user: own, kennel, kennelSettings, ...others } = file;
  const answer: ImportAnswer = { applied: [], ignored: Object.keys(others) };
  await changeUserSettings(ctx, user, sift("user", own, userSettingsArgs, answer));
  if (access) {
    const changes = sift("kennel", kennel, kennelChangeArgs, answer);
    if (Object.keys(changes).length > 0) await updateKennel(ctx, access, changes);
    const settings = sift("kennelSettings", kennelSettings, kennelSettingsArgs, answer);
    if (Object.keys(settings).length > 0) await updateKennelSettings(ctx, access, settings);
  } else {
    if (kennel !== undefined) answer.ignored.push("kennel");
    if (kennelSettings !== undefined) answer.ignored.push("kennelSettings");
  }
  return answer;
}
