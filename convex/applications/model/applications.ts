/**
 * The applications that a kennel received: the applicants, the decisions and the time of deletion. If two people
 * decide about one application at the same time, only the first decision counts; the second call throws
 * STALE_UPDATE.
 */
import { v, type Infer } from "convex/values";
import { type ADMITS, KEPT_MS, MAX_RECEIVED } from "../../../domain/applications/rules";
import { NEW_CONTACT } from "../../../domain/contacts/naming";
import { GENDERS } from "../../../domain/dogs/rules";
import { fail } from "../../../domain/errors";
import { MAX_APPLICANTS } from "../../../domain/litters/rules";
import { foldText } from "../../../domain/text/text";
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { contactsStarting, findTwins } from "../../contacts/model/contacts";
import { ensureFamilyLink } from "../../families/model/links";
import { activeApplicants, applicants, logApplicantActivity } from "../../litters/model/waitingList";
import { saveRow } from "../../platform/model/changes/edits";
import { toPageRequest, toPagination, paginationShape } from "../../platform/model/paging/paging";
import { getOrFail } from "../../platform/model/paging/rows";
import { textOrNull } from "../../platform/tables/shared";
import { doubtValidator } from "../tables/applicationDrafts";
import { answerValidator, applicationStatusValidator } from "../tables/applications";
import { postLetter, takeLettersBack } from "./mails";

type Row = Doc<"applications">;

const twinShape = v.object({
  contactId: v.id("contacts"),
  name: v.string(),
  /** The contact and the application have the same value in this field. */
  by: v.union(v.literal("email"), v.literal("phone"), v.literal("name")),
});

const sentShape = {
  kennelId: v.id("kennels"),
  name: v.string(),
  email: v.string(),
  phone: textOrNull,
  address: textOrNull,
  gender: v.union(...GENDERS.map((gender) => v.literal(gender)), v.null()),
  color: textOrNull,
  breed: textOrNull,
  wantedFrom: textOrNull,
  answers: v.array(answerValidator),
  consents: v.array(v.string()),
  sentAt: v.number(),
};

export const applicationShape = v.object({
  _id: v.id("applications"),
  status: applicationStatusValidator,
  ...sentShape,
  isConfirmed: v.boolean(),
  applicantId: v.union(v.id("waitingList"), v.null()),
  /** Contacts that may be the same person. */
  twins: v.array(twinShape),
  /** The same email address applied before. */
  isRepeated: v.boolean(),
  updatedAt: v.number(),
});
export type Application = Infer<typeof applicationShape>;

export const applicationPageShape = v.object({
  data: v.array(applicationShape),
  pagination: paginationShape,
});

const doubtedShape = v.object({
  _id: v.id("applicationDrafts"),
  ...sentShape,
  doubts: v.array(doubtValidator),
});

export const inboxShape = v.object({
  /** These applications wait for a decision, the oldest first. */
  received: v.array(applicationShape),
  /** Declined or withdrawn applications that are not deleted yet, the newest first. */
  ended: v.array(applicationShape),
  /** These drafts look automated. */
  doubted: v.array(doubtedShape),
});

/** The overview shows at most this many waiting applications. */
const SHOWN_RECEIVED = 50;
const SHOWN_ENDED = 20;

const ofStatus = (ctx: QueryCtx, kennelId: Id<"kennels">, status: Row["status"]) =>
  ctx.db
    .query("applications")
    .withIndex("by_kennel_and_status_and_sent", (q) => q.eq("kennelId", kennelId).eq("status", status));

type Sent = Omit<
  Row,
  "_id" | "_creationTime" | "status" | "isConfirmed" | "applicantId" | "endsAt" | "updatedAt"
>;

const toSent = ({ kennelId, name, email, phone, address, wishes, answers, consents, sentAt }: Sent) => ({
  ...{ kennelId, name, email, phone: phone ?? null, address: address ?? null },
  gender: GENDERS.find((gender) => gender === wishes.gender) ?? null,
  ...{ color: wishes.color ?? null, breed: wishes.breed ?? null, wantedFrom: wishes.wantedFrom ?? null },
  ...{ answers, consents: consents.map(({ text }) => text), sentAt },
});

const MOST_TWINS = 3;

/** Compares email and phone number first, then the name. */
async function twinsOf(ctx: QueryCtx, { kennelId, name, email, phone, emailKey }: Row) {
  const same = await findTwins(ctx, kennelId, { email, phone: phone ?? null });
  const namesakes = (await contactsStarting(ctx, kennelId, name, MOST_TWINS)).filter(
    (contact) => contact.nameKey === foldText(name) && !same.some(({ _id }) => _id === contact._id),
  );
  return [...same, ...namesakes].slice(0, MOST_TWINS).map((contact) => ({
    contactId: contact._id,
    name: contact.name,
    by:
      contact.emailKey === emailKey
        ? ("email" as const)
        : namesakes.includes(contact)
          ? ("name" as const)
          : ("phone" as const),
  }));
}

export async function describeApplication(ctx: QueryCtx, row: Row): Promise<Application> {
  const { _id, status, isConfirmed, applicantId = null, updatedAt, kennelId, emailKey } = row;
  const same = await ctx.db
    .query("applications")
    .withIndex("by_kennel_and_email_key", (q) => q.eq("kennelId", kennelId).eq("emailKey", emailKey))
    .take(2);
  const isOpen = status === "received";
  return {
    ...{ _id, status, ...toSent(row), isConfirmed, applicantId },
    twins: isOpen ? await twinsOf(ctx, row) : [],
    isRepeated: same.length > 1,
    updatedAt,
  };
}

const describeAll = async (ctx: QueryCtx, rows: readonly Row[]): Promise<Application[]> =>
  await Promise.all(rows.map(async (row) => await describeApplication(ctx, row)));

export async function describeInbox(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  doubted: readonly Doc<"applicationDrafts">[],
): Promise<Infer<typeof inboxShape>> {
  const received = await ofStatus(ctx, kennelId, "received").take(SHOWN_RECEIVED);
  const ended = [
    ...(await ofStatus(ctx, kennelId, "declined").order("desc").take(SHOWN_ENDED)),
    ...(await ofStatus(ctx, kennelId, "withdrawn").order("desc").take(SHOWN_ENDED)),
  ];
  return {
    received: await describeAll(ctx, received),
    ended: await describeAll(
      ctx,
      ended.sort((one, other) => other.updatedAt - one.updatedAt).slice(0, SHOWN_ENDED),
    ),
    doubted: doubted.map((draft) => ({ _id: draft._id, ...toSent(draft), doubts: draft.doubts })),
  };
}

/** The newest application is first. */
export async function listApplications(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { status = "received", ...asked }: { status?: Row["status"]; page?: number; limit?: number },
): Promise<Infer<typeof applicationPageShape>> {
  const request = toPageRequest(asked);
  const rows = await ofStatus(ctx, kennelId, status).order("desc").take(MAX_RECEIVED);
  const start = (request.page - 1) * request.limit;
  return {
    data: await describeAll(ctx, rows.slice(start, start + request.limit)),
    pagination: toPagination(request, rows.length),
  };
}

export async function applicationOf(
  ctx: QueryCtx,
  { kennelId, _id }: Pick<Doc<"waitingList">, "kennelId" | "_id">,
): Promise<Application | null> {
  const row = await ctx.db
    .query("applications")
    .withIndex("by_kennel_and_applicant", (q) => q.eq("kennelId", kennelId).eq("applicantId", _id))
    .first();
  return row && (await describeApplication(ctx, row));
}

type NewApplication = Omit<WithoutSystemFields<Row>, "status" | "applicantId" | "endsAt" | "updatedAt">;

/**
 * With `to_list` the applicant is added to the waiting list in the same step. If the list is full, the application
 * waits for the kennel's decision.
 */
export async function receive(
  ctx: MutationCtx,
  application: NewApplication,
  admits: (typeof ADMITS)[number],
): Promise<{ applicationId: Id<"applications">; outcome: "received" | "listed" | "full" }> {
  const applicationId = await ctx.db.insert("applications", {
    ...application,
    status: "received",
    updatedAt: Date.now(),
  });
  const row = await getOrFail(ctx, "applications", applicationId);
  await logApplicantActivity(ctx, row, "Application received");
  if (admits === "to_review") return { applicationId, outcome: "received" };
  const active = await activeApplicants(ctx, application.kennelId);
  if (active.length >= MAX_APPLICANTS) return { applicationId, outcome: "full" };
  await putOnList(ctx, row);
  return { applicationId, outcome: "listed" };
}

/** Links the contact with the same email or phone number. */
export async function makeEntry(ctx: MutationCtx, row: Row): Promise<Id<"waitingList">> {
  const { kennelId, name, email, phone, address, wishes } = row;
  const applicant = await applicants.create(
    ctx,
    { kennelId, dog: null },
    { name, email, phone, address, ...wishes, contactId: NEW_CONTACT },
  );
  await ensureFamilyLink(ctx, { applicantId: applicant._id });
  return applicant._id;
}

async function putOnList(ctx: MutationCtx, row: Row): Promise<void> {
  const applicantId = await makeEntry(ctx, row);
  await saveRow(ctx, "applications", row, { status: "listed", applicantId, endsAt: undefined });
}

/** A letter about a decision waits this long. During this time, undoing the decision also cancels the letter. */
const LETTER_WAIT_MS = 60_000;

async function writeTo(ctx: MutationCtx, row: Row, kind: "listed" | "declined"): Promise<void> {
  const { _id: applicationId, kennelId, email: to } = row;
  await postLetter(ctx, { kind, kennelId, to, applicationId, waitMs: LETTER_WAIT_MS });
}

const checkOpen = ({ status }: Row): void => {
  if (status !== "received") fail("STALE_UPDATE");
};

/** Throws STALE_UPDATE, or LIMIT_REACHED if the list is full. */
export async function acceptApplication(
  ctx: MutationCtx,
  row: Row,
  { withLetter }: { withLetter: boolean },
): Promise<Application> {
  checkOpen(row);
  await putOnList(ctx, row);
  if (withLetter) await writeTo(ctx, row, "listed");
  return await reread(ctx, row);
}

/** The application is deleted after 90 days. Throws STALE_UPDATE. */
export async function declineApplication(
  ctx: MutationCtx,
  row: Row,
  { withLetter }: { withLetter: boolean },
): Promise<Application> {
  checkOpen(row);
  await saveRow(ctx, "applications", row, {
    status: "declined",
    endsAt: Date.now() + KEPT_MS.declined,
  });
  await logApplicantActivity(ctx, row, "Application declined");
  if (withLetter) await writeTo(ctx, row, "declined");
  return await reread(ctx, row);
}

/** A waiting application is deleted after 30 days. Applications in any other state do not change. */
export async function withdrawApplication(ctx: MutationCtx, row: Row): Promise<void> {
  if (row.status !== "received") return;
  await saveRow(ctx, "applications", row, {
    status: "withdrawn",
    endsAt: Date.now() + KEPT_MS.withdrawn,
  });
  await logApplicantActivity(ctx, row, "Application withdrawn");
}

/** Throws CHANGED_SINCE if the entry has changed since. The application must not be deleted with the entry. */
export async function takeFromList(ctx: MutationCtx, row: Row): Promise<void> {
  const applicant = row.applicantId && (await ctx.db.get("waitingList", row.applicantId));
  if (!applicant) return;
  if (applicant.status !== "waiting" || applicant.offersDeclined > 0 || applicant.depositCents)
    fail("CHANGED_SINCE");
  await ctx.db.patch("applications", row._id, { applicantId: undefined });
  await applicants.remove(ctx, applicant);
}

/** Throws CHANGED_SINCE if later changes depend on the decision. */
export async function reopenApplication(ctx: MutationCtx, row: Row): Promise<Application> {
  if (row.status === "received") return await describeApplication(ctx, row);
  await takeFromList(ctx, row);
  await takeLettersBack(ctx, row);
  await saveRow(ctx, "applications", await getOrFail(ctx, "applications", row._id), {
    status: "received",
    endsAt: undefined,
  });
  return await reread(ctx, row);
}

const reread = async (ctx: QueryCtx, { _id }: Row): Promise<Application> =>
  await describeApplication(ctx, await getOrFail(ctx, "applications", _id));

const BATCH = 50;

/**
 * Deletes applications of all kennels, with their history, when their time of deletion has passed; returns whether
 * more of them remain.
 */
export async function sweepEnded(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = await ctx.db
    .query("applications")
    .withIndex("by_ends_at", (q) => q.gt("endsAt", 0).lt("endsAt", now))
    .take(BATCH);
  for (const { _id, kennelId } of old) {
    const changes = await ctx.db
      .query("changes")
      .withIndex("by_kennel_and_record_and_at", (q) => q.eq("kennelId", kennelId).eq("recordId", _id))
      .take(BATCH);
    for (const change of changes) await ctx.db.delete("changes", change._id);
    await ctx.db.delete("applications", _id);
  }
  return old.length === BATCH;
}
