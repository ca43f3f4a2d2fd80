/** Documents to sign in tests. */
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { SigningAnswer } from "../../convex/signings/model/signings";
import { sha256Of } from "../../domain/backups/checksum";
import { callRest, type RestAnswer } from "./backend-rest";
import { TODAY, type Caller, type Team } from "./backend";
import { confirm, familyOf } from "./families";
import { addLitter, addPuppy } from "./litters";

export interface Placed {
  readonly puppyId: Id<"puppies">;
  readonly placementId: Id<"placements">;
  readonly litterId: Id<"litters">;
  readonly breedingId: Id<"breedings">;
  readonly contactId: Id<"contacts">;
}

export async function reservedPuppy(team: Team, name = "Anna Berg"): Promise<Placed> {
  const { litterId, breedingId } = await addLitter(team);
  const { _id: puppyId } = await addPuppy(team, litterId, { name: "Quill", gender: "female" });
  const reserved = await team.owner.as.mutation(api.litters.puppies.reserve, {
    ...{ puppyId, buyerName: name, buyerId: "new", today: TODAY },
    ...{ buyerEmail: `${name.split(" ")[0]?.toLowerCase()}@family.example`, priceCents: 230_000 },
  });
  const { data } = await team.owner.as.query(api.placements.placements.list, {
    kennelId: team.kennelId,
    puppyId,
  });
  const [placement] = data;
  if (!placement || !reserved.buyerId) throw new Error("The puppy was not reserved");
  return { puppyId, placementId: placement._id, litterId, breedingId, contactId: reserved.buyerId };
}

export async function missingIn(team: Team, { breedingId, puppyId }: Placed): Promise<string[]> {
  const asked = { breedingId, puppyId, templateId: "built-in-sale", today: TODAY };
  return (await team.owner.as.query(api.contracts.contracts.preview, asked)).missing;
}

/** Sends the contract although values are missing. */
export async function sentContract(
  team: Team,
  placed: Placed,
  fields: { isDraft?: boolean; replacesId?: string } = {},
): Promise<SigningAnswer> {
  const accepted = await missingIn(team, placed);
  return await team.owner.as.action(api.signings.actions.documents.send, {
    ...{ placementId: placed.placementId, templateId: "built-in-sale", accepted, today: TODAY },
    ...fields,
  });
}

/** The file can be any text, because no PDF can be created with fake timers. Drafts are not sent. */
export async function sentText(
  team: Team,
  { placementId }: { placementId: string },
  fields: { isDraft?: boolean; replacesId?: string } = {},
): Promise<SigningAnswer> {
  const text = `A contract for ${placementId}`;
  const bytes = new TextEncoder().encode(text);
  const storageId = await team.deployment.run(
    async (ctx) => await ctx.storage.store(new Blob([bytes], { type: "application/pdf" })),
  );
  return await team.owner.as.mutation(internal.signings.signings.insert, {
    ...{ placementId, storageId, sha256: await sha256Of(bytes), fileName: "Contract.pdf", title: "Contract" },
    ...{ word: "CHFK", paper: "letter", isDraft: false, ...fields },
    text: JSON.stringify([{ kind: "paragraph", runs: [{ text, isMissing: false }] }]),
  });
}

/** The browser was confirmed by a code. */
export async function familyBrowser(
  team: Team,
  { placementId }: Pick<Placed, "placementId">,
  isConfirmed = true,
): Promise<string> {
  const { session } = await familyOf(team, { placementId });
  if (isConfirmed) await confirm(team, session, { placementId });
  return session;
}

export const AT = { "X-Forwarded-For": "198.51.100.7", "User-Agent": "Mozilla/5.0 (iPhone) Safari/605" };

type Step = "open" | "sign" | "decline";

export const actAsFamily = async (
  team: Team,
  step: Step,
  signingId: string,
  json: Record<string, string>,
): Promise<RestAnswer> =>
  await callRest(team.deployment, "POST", `/links/signings/${signingId}/${step}`, { json, headers: AT });

/** Reads the database. The family sees the code word only in the document's file, on the last page. */
export const wordOf = async (team: Team, signingId: Id<"signings">): Promise<string> =>
  await team.deployment.run(async (ctx) => (await ctx.db.get("signings", signingId))?.word ?? "");

export const signAsFamily = async (team: Team, session: string, signingId: Id<"signings">) =>
  await actAsFamily(team, "sign", signingId, {
    ...{ session, name: "Anna Berg", word: (await wordOf(team, signingId)).toLowerCase() },
  });

export const signAsKennel = async (as: Caller, signingId: string, json: object = { name: "Olga Owner" }) =>
  await callRest(as, "POST", `/signings/${signingId}/sign`, { json, headers: AT });
