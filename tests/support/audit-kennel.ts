/**
 * A kennel with a record of every kind that functions take as an argument, for the audit of permissions. All its
 * texts contain the mark, so that a response with its data can be recognized.
 */
import { api } from "../../convex/_generated/api";
import { addApplication, addDoubted } from "./applications";
import { addDog, TODAY, type Team } from "./backend";
import { madeBackup } from "./backups";
import { addConnection } from "./connections";
import { addTemplate } from "./contracts";
import { reservedPuppy, sentText } from "./signings";
import { addAlert, addWidget } from "./dashboard";
import { addDocument } from "./documents";
import { seedSession } from "./families";
import { addAttachment, addExport, addHealthRecord } from "./health";
import { addCertifiedTest } from "./health-tests";
import { checkRows, dog, importRows, startArgs, toRows } from "./imports";
import { addLitter, addPuppy } from "./litters";
import { setLogo } from "./logos";
import { addPhoto } from "./photos";
import { addReminder } from "./reminders";
import { addBooking, addVeterinarian, recordDose } from "./vaccines";

/**
 * By the name of the argument. If a module or function uses the name for another record, the key starts with that
 * module or function.
 */
export type Ids = Readonly<Record<string, string>>;

type Seed = (team: Team, mark: string, known: Ids) => Promise<Ids>;

const seedDogs: Seed = async (team, mark) => {
  const { owner, kennelId } = team;
  const dog = await addDog(owner, kennelId, { name: `${mark} Bella`, dateOfBirth: "2021-01-05" });
  const mate = await addDog(owner, kennelId, {
    name: `${mark} Rex`,
    gender: "male",
    dateOfBirth: "2021-01-05",
  });
  const photo = await addPhoto(owner, dog._id, { caption: mark });
  const weight = { dogId: dog._id, grams: 20_000, weighedOn: TODAY, today: TODAY, notes: mark };
  await owner.as.mutation(api.health.dogWeights.add, { ...weight, entryKey: `${mark}-weight` });
  const weights = await owner.as.query(api.health.dogWeights.list, { dogId: dog._id });
  const view = await owner.as.mutation(api.dogs.dogViews.create, {
    kennelId,
    name: mark,
    state: { filters: {}, layout: "table", sort: "name", direction: "asc", columns: null },
  });
  return {
    viewId: view.id,
    dogId: dog._id,
    otherId: mate._id,
    sireId: mate._id,
    damId: dog._id,
    photoId: photo.id,
    weightId: weights?.weights[0]?._id ?? "",
  };
};

const seedBreeding: Seed = async (team, mark) => {
  const { owner } = team;
  const { litterId, breedingId, damId } = await addLitter(team);
  const puppy = await addPuppy(team, litterId, { name: `${mark} Puck` });
  const check = { puppyId: puppy._id, checkDate: TODAY, today: TODAY, notes: mark };
  const { _id: checkId } = await owner.as.mutation(api.litters.puppyHealthChecks.create, check);
  const booking = { category: "other", amountCents: 100, bookedOn: TODAY, description: mark };
  const entry = await owner.as.mutation(api.breedings.breedingFinances.create, {
    breedingId,
    kind: "cost",
    ...booking,
  });
  const confirmed = await owner.as.mutation(api.breedings.breedings.setStatus, {
    ...{ breedingId, status: "whelped", pregnancyCheck: { method: "x_ray", puppiesSeen: 6 }, today: TODAY },
  });
  const mating = await owner.as.mutation(api.breedings.matings.create, {
    ...{ breedingId, on: "2025-01-02", kind: "natural" as const, place: mark, witnesses: mark },
    otherOwnerName: mark,
  });
  const temperature = await owner.as.mutation(api.breedings.damTemperatures.add, {
    ...{ breedingId, temperatureFahrenheit: 100.4, entryKey: `${mark}-temperature` },
  });
  const heat = await owner.as.mutation(api.heats.heats.add, {
    dogId: damId,
    startOn: "2024-06-01",
    today: TODAY,
  });
  const sample = { takenOn: "2024-06-08", value: 5, unit: "ng/mL" as const, laboratory: mark, today: TODAY };
  const reading = await owner.as.mutation(api.heats.heats.addProgesterone, { heatId: heat._id, ...sample });
  const told = await owner.as.mutation(api.families.diary.write, { litterId, text: mark });
  return {
    diaryEntryId: told._id,
    litterId,
    breedingId,
    puppyId: puppy._id,
    checkId,
    pregnancyCheckId: confirmed.pregnancyCheckId ?? "",
    matingId: mating._id,
    temperatureId: temperature._id,
    entryId: entry._id,
    heatId: heat._id,
    readingId: reading._id,
    documentId: (await addDocument(team, breedingId)).id,
    templateId: await addTemplate(team, { name: mark }),
    connectionId: await addConnection(team),
  };
};

const seedPeople: Seed = async (team, mark, { dogId = "" }) => {
  const { owner, staff, kennelId } = team;
  const applicant = { kennelId, name: `${mark} Paul` };
  const { _id: applicantId } = await owner.as.mutation(api.litters.waitingList.create, applicant);
  const link = await owner.as.mutation(api.families.links.create, { kennelId, applicantId });
  const session = await seedSession(team, link._id);
  const contact = { kennelId, name: `${mark} contact`, email: "anna@example.com", phone: "555 010 2030" };
  const { _id: contactId } = await owner.as.mutation(api.contacts.contacts.create, contact);
  const shared = { dogId, name: `${mark} owner`, ownerId: contactId, share: 50, from: "2024-05-01" };
  const { _id: dogOwnerId } = await owner.as.mutation(api.dogs.dogOwners.create, shared);
  const result = { dogId, locus: "M", genotype: "M/m", merleLengths: "267/171", printed: `${mark} M/m` };
  const { _id: genotypeId } = await owner.as.mutation(api.genetics.genotypes.create, {
    ...{ ...result, laboratory: "Laboklin", testedOn: "2025-01-10", proof: "certificate" },
  });
  const { _id: geneticFileId } = await owner.as.mutation(api.genetics.geneticFiles.create, {
    ...{ dogId, testedOn: "2025-01-11", notes: mark },
    lines: [
      { category: "ID", name: "Swab code", value: `# ${mark}` },
      { category: "Health", name: "Degenerative Myelopathy, DM (SOD1A)", value: "clear" },
    ],
  });
  const { _id: knownContradictionId } = await owner.as.mutation(api.genetics.contradictions.create, {
    ...{ dogId, otherId: dogId, kind: "colour", locus: "E", saidBy: `${mark} Anna`, notes: mark },
  });
  const email = `guest.of.${mark.toLowerCase()}@example.com`;
  const invited = await owner.as.mutation(api.kennels.members.add, { kennelId, email, role: "viewer" });
  await setLogo(owner, kennelId);
  await owner.as.mutation(api.calendar.calendarFeeds.save, {
    kennelId,
    scope: "kennel",
    parts: ["reminders"],
  });
  const sold = { ...(await addDog(owner, kennelId, { name: `${mark} Sold`, status: "sold" })) };
  await owner.as.mutation(api.dogs.dogs.update, {
    ...{ dogId: sold._id, currentOwnerName: `${mark} Anna`, today: TODAY },
  });
  const { data } = await owner.as.query(api.placements.placements.list, { kennelId, dogId: sold._id });
  const handed = {
    placementId: data[0]?._id ?? "",
    on: TODAY,
    papers: [{ paper: "pedigree" as const, number: mark }],
  };
  const placement = await owner.as.mutation(api.placements.placements.handOver, handed);
  const applicationId = await addApplication(team, { name: `${mark} Eve`, email: "eve@example.com" });
  const second = await addApplication(team, { name: `${mark} Eva`, email: "eva@example.com" });
  await owner.as.mutation(api.applications.applications.decline, { applicationId: second, withLetter: true });
  return {
    applicantId,
    applicationId,
    draftId: await addDoubted(team, { name: `${mark} Program`, email: "program@example.com" }),
    placementId: placement._id,
    paperId: placement.papers[0]?._id ?? "",
    contactId,
    dogOwnerId,
    genotypeId,
    knownContradictionId,
    linkId: link._id,
    session,
    geneticFileId,
    userId: staff.userId,
    invitationId: invited.invitationId ?? "",
    widgetId: await addWidget(owner),
  };
};

const seedSignings: Seed = async (team, mark) => {
  const { _id: signingId } = await sentText(team, await reservedPuppy(team, `${mark} Berg`));
  return { signingId };
};

const seedHealth: Seed = async (team, mark, { dogId = "" }) => {
  const { owner } = team;
  const record = await addHealthRecord(team, { dogId, title: `${mark} check` });
  const dose = await recordDose(owner, { dogId, veterinarianName: mark });
  const course = await owner.as.mutation(api.health.medications.start, {
    dogId,
    drug: `${mark} drops`,
    doseAmount: 1,
    doseUnit: "mL",
    schedule: { type: "times", everyDays: 1, times: ["08:00"] },
    startOn: TODAY,
  });
  return {
    recordId: record._id,
    attachmentId: (await addAttachment(team, record._id)).id,
    testId: await addCertifiedTest(team, dogId),
    immunizationId: dose._id,
    scheduledVaccinationId: (await addBooking(team, { dogId }))._id,
    veterinaryRecordId: (await addVeterinarian(team, { dogId, veterinarianName: mark }))._id,
    courseId: course._id,
    exportId: await addExport(team),
  };
};

const seedReminders: Seed = async (team, mark) => ({
  "reminders/reminderTemplates.templateId": await addOwnTemplate(team, mark),
  reminderId: (await addReminder(team))._id,
  seriesId: (await addReminder(team, { frequency: "weekly" }))._id,
  alertId: await addAlert(team),
});

/** One import in each state that a function requires, so that no call is refused because of the state. */
const seedImports: Seed = async (team, mark) => {
  const { owner, kennelId } = team;
  const finished = await importRows(team, [dog(`${mark} Imported`)]);
  const rows = [dog(`${mark} First`), dog(`${mark} Second`)];
  const sending = startArgs(team, rows, { kind: "ancestors", chunkRows: 1 });
  const { runId: staging } = await owner.as.mutation(api.imports.imports.start, sending);
  const [first] = toRows(rows);
  if (first) {
    await owner.as.mutation(api.imports.imports.stage, { kennelId, runId: staging, index: 0, rows: [first] });
  }
  return {
    runId: await checkRows(team, [dog(`${mark} Checked`)]),
    "imports/imports:stage.runId": staging,
    "imports/imports:foresee.runId": finished?._id ?? "",
    "imports/imports:remove.runId": finished?._id ?? "",
  };
};

const seedBackups: Seed = async (team) => ({ backupId: await madeBackup(team) });

async function addOwnTemplate({ owner, kennelId }: Team, mark: string): Promise<string> {
  const template = { kennelId, name: mark, title: mark, reminderType: "other", offsetDays: 0 };
  return (await owner.as.mutation(api.reminders.reminderTemplates.create, template)).id;
}

/** Returns the ids of the records. Timers must be fake. */
export async function seedAuditKennel(team: Team, mark: string): Promise<Ids> {
  const ids: Record<string, string> = { kennelId: team.kennelId };
  for (const seed of [
    seedDogs,
    seedBreeding,
    seedPeople,
    seedSignings,
    seedHealth,
    seedReminders,
    seedImports,
    seedBackups,
  ]) {
    Object.assign(ids, await seed(team, mark, ids));
  }
  return ids;
}
