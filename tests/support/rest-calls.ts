/**
 * Makes a permitted call of the REST API from its description alone. The ids in its path, query and body name
 * records of a team, which are created when a call needs them. A new call about a known kind of record needs no
 * change here. A new kind needs an entry in RECORDS. If a path calls it `{id}`, it also needs an entry in KINDS.
 */
import { vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { AnyContract } from "../../convex/platform/rest/calls";
import { DELETION_WORD } from "../../domain/kennels/rules";
import { startAccounts } from "./accounts";
import { addApplication } from "./applications";
import { avatarForm, setAvatar } from "./avatars";
import { addDog, TODAY, type Team } from "./backend";
import { callRest } from "./backend-rest";
import { backupForm, madeBackup } from "./backups";
import { recordBreeding } from "./breedings";
import { addConnection } from "./connections";
import { addTemplate } from "./contracts";
import { addAlert, addWidget } from "./dashboard";
import { addDocument, documentForm } from "./documents";
import { addAttachment, addExport, addHealthRecord, attachmentForm } from "./health";
import { addCertifiedTest } from "./health-tests";
import { addLitter, addPuppy } from "./litters";
import { logoForm, setLogo } from "./logos";
import { startPayments } from "./payments";
import { addPhoto, addPuppyPhoto, photoForm } from "./photos";
import { addReminder } from "./reminders";
import { codeFor, confirm, familyOf, tokenOf } from "./families";
import { familyBrowser, reservedPuppy, sentText, wordOf } from "./signings";
import { addBooking, addDose, addVeterinarian } from "./vaccines";

/** The same name always returns the id of the same record of the team. */
type IdOf = (name: string) => Promise<string>;
type Maker = (team: Team, idOf: IdOf) => string | Promise<string>;

const owned = async (team: Team, fields: Parameters<typeof addDog>[2]) =>
  (await addDog(team.owner, team.kennelId, fields))._id as string;

/** By the name in a path, a query or a body. */
const RECORDS: Readonly<Record<string, Maker>> = {
  alertId: async (team) => await addAlert(team),
  applicantId: async ({ owner, kennelId }) =>
    (await owner.as.mutation(api.litters.waitingList.create, { kennelId, name: "Anna Berg" }))._id,
  applicationId: async (team) => await addApplication(team),
  attachmentId: async (team) => (await addAttachment(team)).id,
  avatarId: async ({ owner }) => {
    await setAvatar(owner);
    return owner.userId;
  },
  backupId: async (team) => await madeBackup(team),
  bookingId: async (team) => (await addBooking(team))._id,
  breedingId: async (team) => await recordBreeding(team, {}),
  checkId: async ({ owner }, idOf) => {
    const check = { puppyId: await idOf("puppyId"), checkDate: TODAY, today: TODAY };
    return (await owner.as.mutation(api.litters.puppyHealthChecks.create, check))._id;
  },
  confirmationId: async ({ owner }) => {
    const asked = { confirmation: DELETION_WORD };
    return (await owner.as.mutation(internal.accounts.accountDeletions.place, asked)).confirmationId;
  },
  confirmName: () => "My Kennel",
  connectionId: async (team) => await addConnection(team),
  contactId: async ({ owner, kennelId }) => {
    const anna = { kennelId, name: "Anna", email: "anna@example.com" };
    return (await owner.as.mutation(api.contacts.contacts.create, anna))._id;
  },
  otherId: async ({ owner, kennelId }) =>
    (await owner.as.mutation(api.contacts.contacts.create, { kennelId, name: "Anna Berg" }))._id,
  contractTemplateId: async (team) => await addTemplate(team),
  damId: async (team) => await owned(team, { name: "Bella" }),
  documentId: async (team) => (await addDocument(team)).id,
  diaryEntryId: async ({ owner }, idOf) => {
    const entry = { litterId: await idOf("litterId"), text: "First time on grass" };
    return (await owner.as.mutation(api.families.diary.write, entry))._id;
  },
  dogId: async (team) => await owned(team, { name: "Target" }),
  dogOwnerId: async ({ owner }, idOf) => {
    const anna = { dogId: await idOf("dogId"), name: "Anna", share: 50 };
    return (await owner.as.mutation(api.dogs.dogOwners.create, anna))._id;
  },
  doseId: async (team) => (await addDose(team)).immunization._id,
  geneticFileId: async ({ owner }, idOf) => {
    const lines = [{ category: "Trait", name: "E Locus (MC1R)", value: "Ee" }];
    const file = { dogId: await idOf("dogId"), lines };
    return (await owner.as.mutation(api.genetics.geneticFiles.create, file))._id;
  },
  genotypeId: async ({ owner }, idOf) => {
    const result = { dogId: await idOf("dogId"), locus: "E", genotype: "E/e" };
    return (await owner.as.mutation(api.genetics.genotypes.create, result))._id;
  },
  knownContradictionId: async ({ owner }, idOf) => {
    const dogId = await idOf("dogId");
    const known = { dogId, otherId: dogId, kind: "chip" } as const;
    return (await owner.as.mutation(api.genetics.contradictions.create, known))._id;
  },
  "/known-contradictions otherId": async (team) => await owned(team, { name: "Other" }),
  healthExportId: async (team) => await addExport(team),
  healthRecordId: async (team) => (await addHealthRecord(team))._id,
  kennelId: ({ kennelId }) => kennelId,
  // Only calls of families use these names. Other calls use the same words for other things.
  "/links/open token": async (team, idOf) =>
    tokenOf((await familyOf(team, { contactId: await idOf("contactId") })).link.address),
  "/links/code session": async (team, idOf) =>
    (await familyOf(team, { contactId: await idOf("contactId") })).session,
  "/links/code/check session": async (_team, idOf) => await idOf("/links/code session"),
  "/links/code/check code": async (team, idOf) => {
    const session = await idOf("/links/code session");
    await callRest(team.deployment, "POST", "/links/code", { json: { session } });
    return await codeFor(team, { contactId: await idOf("contactId") });
  },
  "/links/photos/{photoId}/{size} signature": async (team, idOf) => {
    const { owner, kennelId, deployment } = team;
    const dogId = await idOf("dogId");
    await owner.as.mutation(api.dogs.dogs.update, { dogId, status: "sold", today: TODAY });
    await idOf("photoId");
    const { data } = await owner.as.query(api.placements.placements.list, { kennelId, dogId });
    const { session } = await familyOf(team, { placementId: data[0]?._id ?? "" });
    const { photos } = await deployment.query(api.families.pages.story, { session });
    return photos[0]?.thumbnail.split("signature=")[1] ?? "";
  },
  "/links/logo/{setAt} signature": async (team, idOf) => {
    await idOf("setAt");
    const { session } = await familyOf(team, { contactId: await idOf("contactId") });
    const { kennel } = await team.deployment.query(api.families.pages.page, { session });
    return kennel.logo?.split("signature=")[1] ?? "";
  },
  ...Object.fromEntries(
    ["open", "sign", "decline"].map((step): [string, Maker] => [
      `/links/signings/{id}/${step} session`,
      async (team, idOf) => await signingSession(team, await idOf("signingId")),
    ]),
  ),
  "/links/signings/{id}/sign word": async (team, idOf) =>
    await wordOf(team, (await idOf("signingId")) as Id<"signings">),
  "/links/signings/{id}/file signature": async (team, idOf) => {
    const signingId = await idOf("signingId");
    const session = await signingSession(team, signingId);
    const { filePath } = await team.deployment.query(api.signings.familySignings.read, {
      session,
      signingId,
    });
    return filePath.split("signature=")[1] ?? "";
  },
  "/links/documents/{documentId} signature": async (team, idOf) => {
    const { owner } = team;
    const placementId = await idOf("placementId");
    const papers = [{ paper: "contract" as const, documentId: await idOf("documentId") }];
    await owner.as.mutation(api.placements.placements.handOver, { placementId, on: TODAY, papers });
    const { session } = await familyOf(team, { placementId });
    await confirm(team, session, { placementId });
    const [document] = await team.deployment.query(api.families.pages.documents, { session });
    return document?.path.split("signature=")[1] ?? "";
  },
  linkId: async (team, idOf) => (await familyOf(team, { contactId: await idOf("contactId") })).link._id,
  setAt: async ({ owner, kennelId, deployment }) => {
    await setLogo(owner, kennelId);
    return String(await deployment.run(async (ctx) => (await ctx.db.get("kennels", kennelId))?.logo?.setAt));
  },
  litterId: async (team) => (await addLitter(team)).litterId,
  logoId: async ({ owner, kennelId }) => {
    await setLogo(owner, kennelId);
    return kennelId;
  },
  packageId: async ({ owner, deployment }) => {
    const asked = { format: "json" as const, today: TODAY };
    const exportId = await owner.as.mutation(api.exports.dataExports.startPersonal, asked);
    await deployment.action(internal.exports.actions.dataExport.write, { exportId });
    return exportId;
  },
  mateId: async (team) => await owned(team, { name: "Mate", gender: "male" }),
  photoId: async ({ owner }, idOf) => (await addPhoto(owner, await idOf("dogId"))).id,
  paperId: async ({ owner }, idOf) => {
    const handed = {
      placementId: await idOf("placementId"),
      on: TODAY,
      papers: [{ paper: "contract" as const }],
    };
    return (await owner.as.mutation(api.placements.placements.handOver, handed)).papers[0]?._id ?? "";
  },
  placementId: async (team) => (await reservedPuppy(team)).placementId,
  pregnancyCheckId: async ({ owner }, idOf) => {
    const breedingId = await idOf("breedingId");
    const step = { breedingId, status: "confirmed", pregnancyCheck: {}, today: TODAY };
    return (await owner.as.mutation(api.breedings.breedings.setStatus, step)).pregnancyCheckId ?? "";
  },
  puppyId: async (team, idOf) => (await addPuppy(team, await idOf("litterId")))._id,
  puppyPhotoId: async ({ owner }, idOf) => (await addPuppyPhoto(owner, await idOf("puppyId"))).id,
  reminderId: async (team) => (await addReminder(team))._id,
  seriesId: async (team) => (await addReminder(team, { frequency: "weekly" }))._id,
  signingId: async (team) => (await sentText(team, await reservedPuppy(team)))._id,
  sireId: async (team) => await owned(team, { name: "Rex", gender: "male" }),
  size: () => "thumbnail",
  matingId: async ({ owner }, idOf) => {
    const fields = { breedingId: await idOf("breedingId"), on: "2025-01-02", kind: "natural" as const };
    return (await owner.as.mutation(api.breedings.matings.create, fields))._id;
  },
  temperatureId: async ({ owner }, idOf) => {
    const fields = { breedingId: await idOf("breedingId"), temperatureFahrenheit: 100.4 };
    return (await owner.as.mutation(api.breedings.damTemperatures.add, fields))._id;
  },
  templateId: () => "worming",
  testId: async (team, idOf) => await addCertifiedTest(team, await idOf("dogId")),
  tier: () => "professional",
  userId: ({ staff }) => staff.userId,
  vetId: async (team, idOf) => (await addVeterinarian(team, { dogId: await idOf("dogId") }))._id,
  widgetId: async ({ owner }) => await addWidget(owner),
};

/** Opens the family's page of a document, in a confirmed browser. */
async function signingSession(team: Team, signingId: string): Promise<string> {
  const { placementId } = await team.owner.as.query(api.signings.signings.get, { signingId });
  return await familyBrowser(team, { placementId });
}

/** `{id}` names a record of this kind, by the beginning of the path. */
const KINDS: Readonly<Record<string, string>> = {
  "/applications": "applicationId",
  "/backups": "backupId",
  "/breeding": "breedingId",
  "/breeding/documents": "documentId",
  "/breeding/pregnancy-checks": "pregnancyCheckId",
  "/breeding/matings": "matingId",
  "/breeding/temperatures": "temperatureId",
  "/contacts": "contactId",
  "/dashboard/alerts": "alertId",
  "/dashboard/widgets": "widgetId",
  "/dog-owners": "dogOwnerId",
  "/genetic-files": "geneticFileId",
  "/genotypes": "genotypeId",
  "/known-contradictions": "knownContradictionId",
  "/dogs": "dogId",
  "/health/attachments": "attachmentId",
  "/health/exports": "healthExportId",
  "/health/immunizations": "doseId",
  "/health/records": "healthRecordId",
  "/health/scheduled-vaccinations": "bookingId",
  "/health/veterinary-records": "vetId",
  "/kennels": "kennelId",
  "/links/signings": "signingId",
  "/links": "linkId",
  "/litters": "litterId",
  "/placements": "placementId",
  "/placements/papers": "paperId",
  "/puppies": "puppyId",
  "/puppies/health-checks": "checkId",
  "/puppies/photos": "puppyPhotoId",
  "/reminders": "reminderId",
  "/reminders/recurring": "seriesId",
  "/reminders/templates": "templateId",
  "/settings/contract-templates": "contractTemplateId",
  "/settings/data/export": "packageId",
  "/settings/data/exports": "packageId",
  "/settings/integrations": "connectionId",
  "/settings/kennel": "kennelId",
  "/waiting-list": "applicantId",
  "/signings": "signingId",
  "/uploads/avatars": "avatarId",
  "/uploads/logos": "logoId",
};

/** By the name of the file's field. */
const FORMS: Readonly<Record<string, (team: Team) => FormData>> = {
  avatar: () => avatarForm(),
  backup: backupForm,
  document: () => documentForm(),
  file: () => attachmentForm(),
  logo: () => logoForm(),
  photo: () => photoForm(),
};

/** An external server would have to accept the example, so these bodies replace it. */
const BODIES: Readonly<Record<string, object>> = {
  "POST /settings/integrations/connect": { type: "calendar" },
};

/** What a call requires of external servers. */
async function prepare({ path, method }: AnyContract, team: Team, idOf: IdOf): Promise<void> {
  if (path === "/waiting-list/{id}/answer") {
    const [applicantId, puppyId] = [await idOf("applicantId"), await idOf("puppyId")];
    const offer = { applicantId, puppyId, offerUntil: TODAY, today: TODAY };
    await team.owner.as.mutation(api.litters.waitingList.offer, offer);
  }
  if (path === "/signings/{id}/send") {
    const signingId = (await idOf("signingId")) as Id<"signings">;
    await team.deployment.run(async (ctx) => await ctx.db.patch("signings", signingId, { status: "draft" }));
  }
  if (path.startsWith("/links")) vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
  // A contract without missing values can be sent without accepting any.
  if (/^\/(placements|signings)\/.*\/(signings|replace)$/.test(path))
    await addTemplate(team, { kind: "sale", body: "# Sale", isDefault: true });
  if (path.startsWith("/settings/security")) startAccounts();
  if (!/^\/(billing|settings\/subscription)\//.test(path) || method !== "post") return;
  const payments = startPayments(team.deployment, { origin: "https://kennel.example.com" });
  if (/\/(cancel|reactivate)$/.test(path)) await payments.subscribe(team.owner, team.kennelId, "individual");
  if (path === "/billing/portal") await payments.checkout(team.owner, team.kennelId, "individual");
}

/** The names of a field, and whether it is optional. */
interface Schema {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
  readonly in?: Schema;
  readonly isOptional: () => boolean;
}

/** Returns the fields of an object, of the object from which it is derived, or of all members of a union. */
const fieldsOf = (schema?: Schema): Readonly<Record<string, Schema>> =>
  schema?.shape ??
  (schema?.in ? fieldsOf(schema.in) : Object.assign({}, ...(schema?.options ?? []).map(fieldsOf)));

export const nameOf = ({ method, path }: AnyContract): string => `${method.toUpperCase()} ${path}`;

/** A call that requires no kennel uses the user's own kennel if none is named. */
export const needsKennel = ({ "x-permission": demand }: AnyContract): boolean =>
  demand !== "anybody" && demand !== "signed in";

/** The call must accept this body. */
export function exampleBody({ request }: AnyContract): object | undefined {
  const content = request?.body?.content["application/json"];
  return content && "example" in content ? (content.example as object) : undefined;
}

/** Creates the records that the call names. Returns its address with their ids, and its body or form. */
export async function exampleCall(contract: AnyContract, team: Team) {
  const made = new Map<string, string | Promise<string>>();
  const idOf = async (name: string): Promise<string> => {
    const maker = RECORDS[name];
    if (!maker) throw new Error(`${nameOf(contract)}: RECORDS of tests/support/rest-calls.ts lacks ${name}`);
    if (!made.has(name)) made.set(name, maker(team, idOf));
    return (await made.get(name)) ?? "";
  };
  /** Fills in the required parameters, those in the example, and the kennel wherever it is allowed. */
  const filled = async (fields: Readonly<Record<string, Schema>>, example: object = {}) => {
    const values: Record<string, string> = {};
    for (const [name, field] of Object.entries(fields)) {
      const isKennel = name === "kennelId" && needsKennel(contract);
      if (name === "today") values[name] = TODAY;
      else {
        const known = [`${contract.path} ${name}`, name].find((each) => each in RECORDS);
        if (known !== undefined && (isKennel || name in example || !field.isOptional()))
          values[name] = await idOf(known);
      }
    }
    return values;
  };
  await prepare(contract, team, idOf);
  let path = "";
  for (const part of contract.path.split(/(?=\{)|(?<=\})/)) {
    const name = part === "{id}" ? (KINDS[path.slice(0, -1)] ?? `{id} behind ${path}`) : part.slice(1, -1);
    path += part.startsWith("{") ? await idOf(name) : part;
  }
  const { query, body } = contract.request ?? {};
  const content = (body?.content ?? {}) as Readonly<Record<string, { readonly schema: unknown }>>;
  const fields = (type: string) => fieldsOf(content[type]?.schema as Schema | undefined);
  const form = Object.keys(fields("multipart/form-data"))
    .map((name) => FORMS[name])
    .find(Boolean);
  const example = BODIES[nameOf(contract)] ?? exampleBody(contract);
  return {
    query: `?${new URLSearchParams(await filled(fieldsOf(query as unknown as Schema)))}`,
    path,
    body: form
      ? { form: form(team) }
      : { json: example && { ...example, ...(await filled(fields("application/json"), example)) } },
  };
}
