/**
 * Random sequences of changes of a kennel. Two users create, change, delete, undo and restore records of the kinds
 * whose changes have consequences. Between these steps, backups are restored and files imported. The same seed
 * gives the same sequence.
 */
import { ConvexError } from "convex/values";
import { vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { TableNames } from "../../convex/_generated/dataModel";
import { rowsOf, type KennelTable } from "../../convex/platform/model/changes/kennelTables";
import { addApplication } from "./applications";
import { addDog, TODAY, type Team } from "./backend";
import { madeBackup } from "./backups";
import { addTemplate } from "./contracts";
import { addDocument } from "./documents";
import { addAttachment, addHealthRecord } from "./health";
import { addCertificate, addCertifiedTest, testOf } from "./health-tests";
import { dog, finishScheduled, importRows } from "./imports";
import { addLitter, addPuppy } from "./litters";
import { setLogo } from "./logos";
import { addPhoto, addPuppyPhoto } from "./photos";
import { chanceOf } from "./random-kennel";
import { sentText } from "./signings";
import { addBooking, addVeterinarian, recordDose } from "./vaccines";

const today = TODAY;
const DAYS = ["2025-01-15", "2025-03-02", "2025-05-20", "2025-06-14"] as const;
const STATUSES = ["active", "sold", "retired", "deceased"] as const;
const PUPPY_STATUSES = ["available", "kept", "deceased"] as const;
const PEOPLE = ["Anna Berg", "anna berg", "山田 花子", "Jo"] as const;
const PHONES = ["+49 171 333 0142", "0171 3330142", "555 010 2030", null] as const;
const VACCINES = ["Rabies", "DHPP", "Lyme Disease"] as const;

interface Chance {
  readonly team: Team;
  readonly as: Team["owner"]["as"];
  readonly oneOf: <const Values extends readonly [unknown, ...unknown[]]>(values: Values) => Values[number];
  /** Sometimes returns an id that does not exist. */
  readonly any: (table: KennelTable) => Promise<string>;
  readonly text: () => string;
}

type Step = (chance: Chance) => Promise<unknown>;

const STEPS: Readonly<Record<string, Step>> = {
  dog: async ({ team, oneOf, text }) =>
    await addDog(team.owner, team.kennelId, {
      name: text(),
      breed: oneOf(["Boxer", "boxer", "Whippet"]),
      gender: oneOf(["male", "female"]),
      status: oneOf(STATUSES),
      dateOfBirth: oneOf(["2019-02-03", "2022-07-08"]),
    }),
  ancestor: async ({ team, as, text, oneOf }) =>
    await as.mutation(api.dogs.dogs.createExternal, {
      ...{ kennelId: team.kennelId, name: text(), breed: "Boxer", gender: oneOf(["male", "female"]) },
    }),
  adopt: async ({ as, any }) => await as.mutation(api.dogs.dogs.adopt, { dogId: await any("dogs") }),
  changeDog: async ({ as, any, oneOf, text }) =>
    await as.mutation(api.dogs.dogs.update, {
      ...{ dogId: await any("dogs"), today },
      ...oneOf([
        { name: text() },
        { status: oneOf(STATUSES) },
        { dateOfBirth: oneOf(["2018-02-03", "2021-07-08", null]) },
        { breed: oneOf(["Boxer", "Whippet"]) },
        { registrationNumber: text() },
        { sireId: await any("dogs") },
        { damId: await any("dogs") },
        { sireId: null, damId: null },
        { breederName: oneOf(PEOPLE), breederId: oneOf(["new", "another", await any("contacts")]) },
        { currentOwnerName: oneOf(PEOPLE), currentOwnerPhone: oneOf(PHONES) },
        { currentOwnerId: await any("contacts") },
        { acquiredFromId: null, breederId: null },
      ]),
    }),
  changeDogs: async ({ team, as, any, oneOf }) =>
    await as.mutation(api.dogs.dogs.changeStatus, {
      ...{ kennelId: team.kennelId, dogIds: [await any("dogs"), await any("dogs")], today },
      status: oneOf(STATUSES),
    }),
  removeDog: async ({ as, any }) =>
    await as.mutation(api.dogs.dogs.remove, { dogId: await any("dogs"), confirmed: true }),
  dose: async ({ team, any, oneOf }) =>
    await recordDose(team.owner, {
      ...oneOf([{ dogId: await any("dogs") }, { puppyId: await any("puppies") }]),
      vaccineName: oneOf(VACCINES),
      dateAdministered: oneOf(DAYS),
      veterinaryClinic: oneOf(["Hill Vets", "hill vets", "Lake Vets"]),
      ...oneOf([{}, { vaccineName: "Something else" }]),
    }),
  changeDose: async ({ as, any, oneOf }) =>
    await as.mutation(api.vaccinations.immunizations.update, {
      ...{ immunizationId: await any("immunizations"), today },
      ...oneOf([
        { dateAdministered: oneOf(DAYS) },
        { vaccineName: oneOf(VACCINES) },
        { dogId: await any("dogs") },
        { veterinaryClinic: "Lake Vets" },
        { nextDueDate: null },
      ]),
    }),
  removeDose: async ({ as, any }) =>
    await as.mutation(api.vaccinations.immunizations.remove, { immunizationId: await any("immunizations") }),
  booking: async ({ team, any, oneOf }) =>
    await addBooking(team, { dogId: await any("dogs"), scheduledDate: oneOf(["2025-07-01", "2025-08-02"]) }),
  completeBooking: async ({ as, any }) =>
    await as.mutation(api.vaccinations.vaccinationSchedule.complete, {
      ...{ scheduledVaccinationId: await any("scheduledVaccinations"), today },
    }),
  cancelBooking: async ({ as, any }) =>
    await as.mutation(api.vaccinations.vaccinationSchedule.cancel, {
      scheduledVaccinationId: await any("scheduledVaccinations"),
    }),
  breeding: async ({ team, as, any, oneOf }) =>
    await as.mutation(api.breedings.breedings.create, {
      kennelId: team.kennelId,
      sireId: await any("dogs"),
      damId: await any("dogs"),
      breedingDate: oneOf(["2024-01-10", "2025-01-01", "2025-03-20"]),
      studFeeCents: 5000,
    }),
  changeBreeding: async ({ as, any, oneOf }) =>
    await as.mutation(api.breedings.breedings.update, {
      breedingId: await any("breedings"),
      ...oneOf([
        { breedingDate: oneOf(["2024-02-10", "2025-01-03"]) },
        { breedingType: oneOf(["natural", "frozen_semen"]) },
        { notes: "Again" },
      ]),
    }),
  mating: async ({ as, any, oneOf }) =>
    await as.mutation(api.breedings.matings.create, {
      ...{ breedingId: await any("breedings"), on: oneOf(["2024-01-10", "2025-01-01", "2025-01-03"]) },
      kind: oneOf(["natural", "chilled_semen"]),
    }),
  changeMating: async ({ as, any, oneOf }) =>
    await as.mutation(api.breedings.matings.update, {
      ...{ matingId: await any("matings"), on: oneOf(["2025-01-01", "2025-01-03", "2025-03-20"]) },
    }),
  removeMating: async ({ as, any }) =>
    await as.mutation(api.breedings.matings.remove, { matingId: await any("matings") }),
  breedingStep: async ({ as, any, oneOf }) =>
    await as.mutation(api.breedings.breedings.setStatus, {
      ...{ breedingId: await any("breedings"), status: oneOf(["bred", "confirmed", "not_pregnant"]), today },
    }),
  removeBreeding: async ({ as, any }) =>
    await as.mutation(api.breedings.breedings.remove, { breedingId: await any("breedings") }),
  finance: async ({ as, any, oneOf }) =>
    await as.mutation(api.breedings.breedingFinances.create, {
      ...{ breedingId: await any("breedings"), kind: oneOf(["cost", "income"]), category: "other" },
      ...{ amountCents: 1200, bookedOn: oneOf(DAYS) },
    }),
  litter: async ({ as, any, oneOf }) =>
    await as.mutation(api.litters.litters.create, {
      ...{ breedingId: await any("breedings"), whelpingDate: oneOf(["2025-03-05", "2025-05-22"]), today },
      ...oneOf([{}, { numberBorn: 5, numberAlive: 4, numberMales: 2, numberFemales: 2 }]),
    }),
  changeLitter: async ({ as, any, oneOf }) =>
    await as.mutation(api.litters.litters.update, {
      ...{ litterId: await any("litters"), today },
      ...oneOf([{ whelpingDate: oneOf(["2025-03-06", "2025-05-23"]) }, { numberBorn: 7 }, { notes: "Calm" }]),
    }),
  removeLitter: async ({ as, any }) =>
    await as.mutation(api.litters.litters.remove, { litterId: await any("litters"), isConfirmed: true }),
  puppy: async ({ as, any, oneOf, text }) =>
    await as.mutation(api.litters.puppies.create, {
      litterId: await any("litters"),
      ...oneOf([{}, { name: text() }, { isStillborn: true }]),
      ...oneOf([{}, { gender: "male" }, { gender: "female" }]),
    }),
  changePuppy: async ({ as, any, oneOf, text }) =>
    await as.mutation(api.litters.puppies.update, {
      puppyId: await any("puppies"),
      ...oneOf([
        { name: text() },
        { gender: oneOf(["male", "female"]) },
        { order: 1 },
        { priceCents: 90_000 },
      ]),
    }),
  puppyStatus: async ({ as, any, oneOf }) =>
    await as.mutation(api.litters.puppies.setStatus, {
      ...{ puppyId: await any("puppies"), status: oneOf(PUPPY_STATUSES), today },
    }),
  reserve: async ({ as, any }) =>
    await as.mutation(api.litters.puppies.reserve, {
      puppyId: await any("puppies"),
      buyerName: "Jo",
      ...{ buyerId: "new", today },
    }),
  sell: async ({ as, any }) =>
    await as.mutation(api.litters.puppies.sell, { puppyId: await any("puppies"), buyerName: "Jo", today }),
  release: async ({ as, any, oneOf }) =>
    await as.mutation(api.litters.puppies.setStatus, {
      ...{ puppyId: await any("puppies"), status: oneOf(["available", "reserved"]), today },
    }),
  changePlacement: async ({ as, any, oneOf, text }) =>
    await as.mutation(api.placements.placements.update, {
      placementId: await any("placements"),
      ...oneOf([
        { handedOverOn: oneOf(DAYS) },
        { returnedOn: oneOf([...DAYS, null]) },
        { kind: "lease" },
        { notes: text() },
      ]),
    }),
  handOver: async ({ as, any, oneOf }) =>
    await as.mutation(api.placements.placements.handOver, {
      ...{ placementId: await any("placements"), on: oneOf(DAYS) },
      papers: [{ paper: oneOf(["pedigree", "contract"]), number: oneOf(["7", null]) }],
    }),
  changePaper: async ({ as, any, text }) =>
    await as.mutation(api.placements.papers.update, {
      ...{ paperId: await any("placementPapers"), number: text() },
    }),
  removePaper: async ({ as, any }) =>
    await as.mutation(api.placements.papers.remove, { paperId: await any("placementPapers") }),
  grow: async ({ as, any, text }) =>
    await as.mutation(api.litters.puppies.addToDogs, {
      ...{ puppyId: await any("puppies"), name: text(), breed: "Boxer", today },
    }),
  removePuppy: async ({ as, any }) =>
    await as.mutation(api.litters.puppies.remove, { puppyId: await any("puppies") }),
  contact: async ({ team, as, text }) =>
    await as.mutation(api.contacts.contacts.create, { kennelId: team.kennelId, name: text() }),
  mergeContacts: async ({ team, as, any, oneOf }) => {
    const [contactId, otherId] = [await any("contacts"), await any("contacts")];
    const versionOf = async (id: string) =>
      await team.deployment.run(async (ctx) => {
        const known = ctx.db.normalizeId("contacts", id);
        return (known && (await ctx.db.get("contacts", known)))?.updatedAt ?? 0;
      });
    return await as.mutation(api.contacts.contacts.merge, {
      ...{ contactId, expectedUpdatedAt: await versionOf(contactId) },
      ...{ otherId, otherUpdatedAt: await versionOf(otherId), ...oneOf([{}, { phone: oneOf(PHONES) }]) },
    });
  },
  changeContact: async ({ as, any, text }) =>
    await as.mutation(api.contacts.contacts.update, { contactId: await any("contacts"), name: text() }),
  removeContact: async ({ as, any }) =>
    await as.mutation(api.contacts.contacts.remove, { contactId: await any("contacts") }),
  owner: async ({ as, any, oneOf, text }) =>
    await as.mutation(api.dogs.dogOwners.create, {
      ...{ dogId: await any("dogs"), name: text(), share: oneOf([20, 50, null]) },
      ...{ ownerId: oneOf(["new", null]), from: oneOf(DAYS) },
    }),
  changeOwner: async ({ as, any, oneOf, text }) =>
    await as.mutation(api.dogs.dogOwners.update, {
      dogOwnerId: await any("dogOwners"),
      ...oneOf([{ name: text() }, { share: 60 }, { until: oneOf(DAYS) }]),
    }),
  removeOwner: async ({ as, any }) =>
    await as.mutation(api.dogs.dogOwners.remove, { dogOwnerId: await any("dogOwners") }),
  genotype: async ({ as, any, oneOf, text }) =>
    await as.mutation(api.genetics.genotypes.create, {
      ...{ dogId: await any("dogs"), printed: text(), testedOn: oneOf(DAYS) },
      ...oneOf([
        { locus: "E", genotype: "E/e" },
        { locus: "DM", status: "carrier" as const },
      ]),
    }),
  changeGenotype: async ({ as, any, text }) =>
    await as.mutation(api.genetics.genotypes.update, {
      ...{ genotypeId: await any("genotypes"), printed: text() },
    }),
  geneticFile: async ({ as, any, oneOf, text }) =>
    await as.mutation(api.genetics.geneticFiles.create, {
      ...{ dogId: await any("dogs"), testedOn: oneOf(DAYS) },
      lines: [
        { category: "ID", name: "Swab code", value: text() },
        { category: "Trait", name: "E Locus (MC1R)", value: oneOf(["Ee", "ee", "no call"]) },
      ],
    }),
  changeGeneticFile: async ({ as, any, text }) =>
    await as.mutation(api.genetics.geneticFiles.update, {
      ...{ geneticFileId: await any("geneticFiles"), notes: text() },
    }),
  removeGeneticFile: async ({ as, any }) =>
    await as.mutation(api.genetics.geneticFiles.remove, { geneticFileId: await any("geneticFiles") }),
  knownContradiction: async ({ as, any, text }) =>
    await as.mutation(api.genetics.contradictions.create, {
      ...{ dogId: await any("dogs"), otherId: await any("dogs"), kind: "chip", notes: text() },
    }),
  changeKnownContradiction: async ({ as, any, text }) =>
    await as.mutation(api.genetics.contradictions.update, {
      ...{ knownContradictionId: await any("knownContradictions"), notes: text() },
    }),
  removeKnownContradiction: async ({ as, any }) =>
    await as.mutation(api.genetics.contradictions.remove, {
      knownContradictionId: await any("knownContradictions"),
    }),
  removeGenotype: async ({ as, any }) =>
    await as.mutation(api.genetics.genotypes.remove, { genotypeId: await any("genotypes") }),
  diary: async ({ as, any, oneOf, text }) =>
    await as.mutation(api.families.diary.write, {
      ...{ litterId: await any("litters"), text: text(), isShared: oneOf([true, false]) },
    }),
  changeDiary: async ({ as, any, oneOf, text }) =>
    await as.mutation(api.families.diary.revise, {
      diaryEntryId: await any("diaryEntries"),
      ...oneOf([{ text: text() }, { isShared: true }, { isShared: false }]),
    }),
  removeDiary: async ({ as, any }) =>
    await as.mutation(api.families.diary.remove, { diaryEntryId: await any("diaryEntries") }),
  applicant: async ({ team, as, text }) =>
    await as.mutation(api.litters.waitingList.create, { kennelId: team.kennelId, name: text() }),
  changeApplicant: async ({ as, any, text }) =>
    await as.mutation(api.litters.waitingList.update, {
      ...{ applicantId: await any("waitingList"), name: text() },
    }),
  moveApplicant: async ({ as, any, oneOf }) =>
    await as.mutation(api.litters.waitingList.move, {
      ...{ applicantId: await any("waitingList"), direction: oneOf(["up", "down"]) },
    }),
  offerPuppy: async ({ as, any }) =>
    await as.mutation(api.litters.waitingList.offer, {
      ...{ applicantId: await any("waitingList"), puppyId: await any("puppies") },
      ...{ offerUntil: "2025-06-22", today },
    }),
  answerOffer: async ({ as, any, oneOf }) =>
    await as.mutation(api.litters.waitingList.answerOffer, {
      ...{ applicantId: await any("waitingList"), isAccepted: oneOf([true, false]), today },
    }),
  withdraw: async ({ as, any }) =>
    await as.mutation(api.litters.waitingList.withdraw, { applicantId: await any("waitingList") }),
  returnApplicant: async ({ as, any }) =>
    await as.mutation(api.litters.waitingList.revert, { applicantId: await any("waitingList") }),
  removeApplicant: async ({ as, any }) =>
    await as.mutation(api.litters.waitingList.remove, { applicantId: await any("waitingList") }),
  application: async ({ team, text, oneOf }) => {
    const phone = oneOf(PHONES) ?? "";
    await addApplication(team, { name: text(), email: `${oneOf(["anna", "jo"])}@family.example`, phone });
  },
  acceptApplication: async ({ as, any, oneOf }) =>
    await as.mutation(api.applications.applications.accept, {
      ...{ applicationId: await any("applications"), withLetter: oneOf([true, false]) },
    }),
  declineApplication: async ({ as, any, oneOf }) =>
    await as.mutation(api.applications.applications.decline, {
      ...{ applicationId: await any("applications"), withLetter: oneOf([true, false]) },
    }),
  reopenApplication: async ({ as, any }) =>
    await as.mutation(api.applications.applications.reopen, { applicationId: await any("applications") }),
  link: async ({ team, as, any, oneOf }) =>
    await as.mutation(api.families.links.create, {
      kennelId: team.kennelId,
      ...oneOf([
        { applicantId: await any("waitingList") },
        { placementId: await any("placements") },
        { contactId: await any("contacts") },
      ]),
    }),
  renewLink: async ({ as, any }) =>
    await as.mutation(api.families.links.renew, { linkId: await any("links") }),
  endLink: async ({ as, any }) => await as.mutation(api.families.links.end, { linkId: await any("links") }),
  signing: async ({ team, any, oneOf }) =>
    await sentText(team, { placementId: await any("placements") }, oneOf([{}, { isDraft: true }])),
  replaceSigning: async ({ team, any }) => {
    const replacesId = await any("signings");
    const row = await team.deployment.run(async (ctx) => {
      const known = ctx.db.normalizeId("signings", replacesId);
      return known && (await ctx.db.get("signings", known));
    });
    await sentText(team, row ?? { placementId: "none" }, { replacesId });
  },
  sendSigning: async ({ as, any }) =>
    await as.mutation(api.signings.signings.send, { signingId: await any("signings") }),
  remindOfSigning: async ({ as, any }) =>
    await as.mutation(api.signings.signings.remind, { signingId: await any("signings") }),
  signForKennel: async ({ as, any }) =>
    await as.mutation(internal.signings.signings.sign, {
      ...{ signingId: await any("signings"), name: "Olga Owner", from: "198.51.100.7", device: "" },
    }),
  withdrawSigning: async ({ as, any }) =>
    await as.mutation(api.signings.signings.withdraw, { signingId: await any("signings") }),
  timeZone: async ({ team, as, oneOf }) =>
    await as.mutation(api.kennels.kennelTimeZones.set, {
      ...{ kennelId: team.kennelId, timeZone: oneOf(["America/New_York", "Europe/Berlin", "Asia/Tokyo"]) },
    }),
  record: async ({ team, any, oneOf }) =>
    await addHealthRecord(team, { dogId: await any("dogs"), dateRecorded: oneOf(DAYS), costCents: 1250 }),
  changeRecord: async ({ as, any, oneOf }) =>
    await as.mutation(api.health.healthRecords.update, {
      ...{ recordId: await any("healthRecords"), today },
      ...oneOf([{ dateRecorded: oneOf(DAYS) }, { costCents: 800 }, { dogId: await any("dogs") }]),
    }),
  removeRecord: async ({ as, any }) =>
    await as.mutation(api.health.healthRecords.remove, { recordId: await any("healthRecords") }),
  attachment: async ({ team, any }) => await addAttachment(team, (await any("healthRecords")) as never),
  photo: async ({ team, any, oneOf }) =>
    await addPhoto(team.owner, await any("dogs"), oneOf([{}, { isPrimary: "true" }])),
  removeAttachment: async ({ as, any }) =>
    await as.mutation(api.health.healthAttachments.remove, { attachmentId: await any("healthAttachments") }),
  certificate: async ({ team, any }) => await addCertifiedTest(team, await any("dogs")),
  otherCertificate: async ({ team, any }) =>
    await addCertificate(team, { testId: await any("healthTests"), fileName: "other.pdf" }),
  removeCertificate: async ({ team, as, any }) =>
    await as.mutation(api.health.healthTests.removeCertificate, {
      ...(await testOf(team, await any("healthTests"))),
    }),
  removeTest: async ({ team, as, any }) =>
    await as.mutation(api.health.healthTests.remove, await testOf(team, await any("healthTests"))),
  document: async ({ team, any }) => await addDocument(team, await any("breedings")),
  logo: async ({ team }) => await setLogo(team.owner, team.kennelId),
  upload: async ({ as, any }) =>
    await as.mutation(api.dogs.photos.generateUploadUrls, {
      ...{ dogId: await any("dogs"), bytes: { full: 900, preview: 300, thumbnail: 100 } },
    }),
  puppyPhoto: async ({ team, any }) => await addPuppyPhoto(team.owner, await any("puppies")),
  caption: async ({ as, any, text }) =>
    await as.mutation(api.dogs.photos.setCaption, { photoId: await any("photos"), caption: text() }),
  puppyCaption: async ({ as, any, text }) =>
    await as.mutation(api.litters.puppyPhotos.setCaption, { photoId: await any("photos"), caption: text() }),
  mainPhoto: async ({ as, any }) =>
    await as.mutation(api.dogs.photos.setPrimary, { photoId: await any("photos") }),
  removePhoto: async ({ as, any }) =>
    await as.mutation(api.dogs.photos.remove, { photoId: await any("photos") }),
  veterinarian: async ({ team, any, oneOf }) =>
    await addVeterinarian(team, {
      dogId: await any("dogs"),
      veterinaryClinic: oneOf(["Hill Vets", "Lake Vets"]),
      isPrimary: oneOf([true, false]),
    }),
  changeVeterinarian: async ({ as, any, oneOf }) =>
    await as.mutation(api.health.veterinaryRecords.update, {
      veterinaryRecordId: await any("veterinaryRecords"),
      ...oneOf([
        { veterinaryClinic: "Sea Vets" },
        { isPrimary: oneOf([true, false]) },
        { dogId: await any("dogs") },
      ]),
    }),
  removeVeterinarian: async ({ as, any }) =>
    await as.mutation(api.health.veterinaryRecords.remove, {
      veterinaryRecordId: await any("veterinaryRecords"),
    }),
  template: async ({ team, oneOf, text }) =>
    await addTemplate(team, {
      name: text(),
      kind: oneOf(["stud", "puppy_sale"]),
      isDefault: oneOf([true, false]),
    }),
  changeTemplate: async ({ as, any, oneOf }) =>
    await as.mutation(api.contracts.contractTemplates.update, {
      templateId: await any("contractTemplates"),
      isDefault: oneOf([true, false]),
    }),
  removeTemplate: async ({ as, any }) =>
    await as.mutation(api.contracts.contractTemplates.remove, { templateId: await any("contractTemplates") }),
  reminder: async ({ team, as, any, oneOf }) =>
    await as.mutation(api.reminders.reminders.create, {
      ...{ kennelId: team.kennelId, title: "Worming", dueDate: oneOf(["2025-06-20", "2025-08-01"]) },
      ...oneOf([{}, { dogId: await any("dogs") }, { recurring: { frequency: "weekly" } }]),
    }),
  planOfDog: async ({ as, any }) =>
    await as.mutation(api.reminders.reminderGeneration.forDog, { dogId: await any("dogs"), today }),
  planOfBreeding: async ({ as, any }) =>
    await as.mutation(api.reminders.reminderGeneration.forBreeding, {
      ...{ breedingId: await any("breedings"), today },
    }),
  planOfLitter: async ({ as, any }) =>
    await as.mutation(api.reminders.reminderGeneration.forLitter, {
      ...{ litterId: await any("litters"), today },
    }),
  changeReminder: async ({ as, any, oneOf }) =>
    await as.mutation(api.reminders.reminders.update, {
      ...{ reminderId: await any("reminders"), reminderType: oneOf(["medication", "other"]) },
    }),
  uncomplete: async ({ as, any }) =>
    await as.mutation(api.reminders.reminders.uncomplete, { reminderId: await any("reminders") }),
  restoreReminder: async ({ as, any }) =>
    await as.mutation(api.reminders.reminders.restore, { reminderId: await any("reminders") }),
  complete: async ({ as, any }) =>
    await as.mutation(api.reminders.reminders.complete, { reminderId: await any("reminders"), today }),
  snooze: async ({ as, any, oneOf }) =>
    await as.mutation(api.reminders.reminders.snooze, {
      ...{ reminderId: await any("reminders"), snoozeUntil: oneOf(["2025-06-30", null]), today },
    }),
  removeReminder: async ({ as, any }) =>
    await as.mutation(api.reminders.reminders.remove, { reminderId: await any("reminders") }),
  undo: async ({ team, as, oneOf }) => {
    const changes = await team.deployment.run(async (ctx) => await ctx.db.query("changes").collect());
    const kinds = changes.filter(({ kind, undoneAt }) => kind === "changed" && undoneAt === undefined);
    const [first, ...rest] = kinds.slice(-8).map(({ _id }) => _id);
    if (first)
      await as.mutation(api.history.history.undo, {
        kennelId: team.kennelId,
        changeId: oneOf([first, ...rest]),
        today,
      });
  },
  bringBack: async ({ team, as, oneOf }) => {
    const changes = await team.deployment.run(async (ctx) => await ctx.db.query("changes").collect());
    const kinds = changes.filter(({ kind, undoneAt }) => kind === "deleted" && undoneAt === undefined);
    const [first, ...rest] = kinds.slice(-8).map(({ recordId }) => recordId);
    if (first)
      await as.mutation(api.history.history.bringBackRecord, {
        kennelId: team.kennelId,
        recordId: oneOf([first, ...rest]),
      });
  },
};

/** These steps process a file. Each takes as long as twenty others. */
const LARGE_STEPS: Readonly<Record<string, Step>> = {
  restore: async ({ team, oneOf }) => {
    const { kennelId, owner, deployment } = team;
    const [made] = await deployment.run(async (ctx) => await ctx.db.query("backups").collect());
    const backupId = made?.recordsId && made.state === "ready" ? made._id : await madeBackup(team);
    const restoring = { kennelId, backupId, mode: oneOf(["add", "overwrite", "exact"] as const) };
    const restoreId = await owner.as.mutation(internal.backups.restores.prepare, restoring);
    await deployment.action(internal.backups.actions.backupRestore.run, { restoreId });
  },
  import: async ({ team, text, oneOf }) => {
    const sire = text();
    const rows = [dog(sire), dog(text(), { sire }), dog(text(), { sire, gender: "female", status: "sold" })];
    return await importRows(team, [...rows, ...oneOf([[], [dog("Rex", { status: "retired" })]])], {
      mode: oneOf(["skip", "update"]),
    });
  },
  takeBack: async ({ team, as }) => {
    const { kennelId } = team;
    const runs = await as.query(api.imports.imports.list, { kennelId, kind: "dogs" });
    const run = runs.find(({ canUndo }) => canUndo);
    if (run) await as.mutation(api.imports.imports.remove, { kennelId, runId: run._id });
  },
};

/** From the application to the signed contract, with the records that these steps need. */
export const STEPS_OF_FAMILIES: readonly string[] = [
  ...["application", "acceptApplication", "declineApplication", "reopenApplication", "applicant"],
  ...["offerPuppy", "answerOffer", "withdraw", "returnApplicant", "removeApplicant", "puppy", "puppyStatus"],
  ...["reserve", "sell", "release", "changePlacement", "handOver", "removePuppy", "removeContact", "dog"],
  ...["mergeContacts", "changeDog", "link", "renewLink", "endLink", "diary", "changeDiary", "removeDiary"],
  ...["signing", "replaceSigning", "sendSigning", "remindOfSigning", "signForKennel", "withdrawSigning"],
  ...["undo", "bringBack"],
];

/** Random steps are often refused. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ConvexError || String(error).startsWith("Error: The upload answered 4");

/**
 * Calls `check` after each step, with the name of the step. The timers must be fake. A narrow sequence leaves out a
 * random half of the steps, so that the others are combined more often. `only` names the steps that may run.
 */
export async function liveThrough(
  team: Team,
  seed: number,
  {
    steps,
    isNarrow = false,
    only = Object.keys(STEPS),
    check,
  }: {
    steps: number;
    isNarrow?: boolean;
    only?: readonly string[];
    check: (done: readonly string[]) => Promise<void>;
  },
): Promise<ReadonlyMap<string, number>> {
  const chance = chanceOf(seed);
  const oneOf: Chance["oneOf"] = (values) => values[Math.floor(chance() * values.length)] ?? values[0];
  const any = async (table: TableNames & KennelTable): Promise<string> => {
    const ids = await team.deployment.run(async (ctx) =>
      (await rowsOf(ctx, table, team.kennelId).collect()).map(({ _id }) => String(_id)),
    );
    return ids[Math.floor(chance() * ids.length)] ?? "none";
  };
  let texts = 0;
  const text = () => oneOf([`Dog ${(texts += 1)}`, `Rex ${(texts += 1)}`]);
  // Steps that delete are less frequent, so that there are records to delete.
  const possible = only.filter(() => !isNarrow || chance() < 0.5);
  const names = possible.flatMap((name) => (name.startsWith("remove") ? [name] : [name, name, name]));
  const large = Object.keys(LARGE_STEPS);
  const { litterId } = await addLitter(team);
  for (const gender of ["male", "female"] as const) await addPuppy(team, litterId, { gender });
  const done: string[] = [];
  const counts = new Map<string, number>();
  for (let step = 0; step < steps; step += 1) {
    const isLarge = chance() < 0.02;
    // Steps that have not run yet are preferred.
    const left = chance() < 0.3 ? names.filter((each) => !counts.has(each)) : [];
    const among = isLarge ? large : left.length > 0 ? left : names;
    const name = among[Math.floor(chance() * among.length)] ?? "";
    const as = oneOf([team.owner.as, team.manager.as]);
    vi.setSystemTime(Date.now() + 1000);
    try {
      await (STEPS[name] ?? LARGE_STEPS[name])?.({ team, as, oneOf, any, text });
      await finishScheduled(team);
      done.push(name);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    } catch (error) {
      if (!isRefusal(error))
        throw new Error(`Seed ${seed}, step ${step}, ${name}: ${String(error)}`, { cause: error });
      done.push(`${name} (refused)`);
    }
    await check(done);
  }
  return counts;
}
