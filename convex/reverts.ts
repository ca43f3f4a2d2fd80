/**
 * Lists the rules for undoing changes of each kind of record, which each area defines in model/reverts.ts, and how a
 * record that was added by mistake is deleted.
 */
import { removeDocument } from "./breedings/model/breedingDocuments";
import { removeEntry } from "./breedings/model/breedingFinances";
import { removeBreeding } from "./breedings/model/breedings";
import { removeTemperature } from "./breedings/model/damTemperatures";
import { matings } from "./breedings/model/matings";
import { removePregnancyCheck } from "./breedings/model/pregnancyChecks";
import { removeContact } from "./contacts/model/dealings";
import { removeTemplate } from "./contracts/model/contractTemplates";
import { owners } from "./dogs/model/dogOwners";
import { removeDog } from "./dogs/model/dogs";
import { removePhoto } from "./dogs/model/photos";
import { fail } from "../domain/errors";
import type { Doc } from "./_generated/dataModel";
import { diary } from "./families/model/diary";
import { linksOfApplicant, linksOfContact } from "./families/model/links";
import { knownContradictions } from "./genetics/model/contradictions";
import { geneticFiles } from "./genetics/model/geneticFiles";
import { genotypes } from "./genetics/model/genotypes";
import { removeDogWeight } from "./health/model/dogWeights";
import { removeAttachment } from "./health/model/healthAttachments";
import { healthRecords } from "./health/model/healthRecords";
import { healthTests } from "./health/model/healthTests";
import { courses } from "./health/model/medicationCourses";
import { veterinarians } from "./health/model/veterinaryRecords";
import { heats, removeReading } from "./heats/model/heats";
import { removeLitter } from "./litters/model/litters";
import { removePuppy } from "./litters/model/puppies";
import { removePuppyCheck } from "./litters/model/puppyHealthChecks";
import { removePuppyPhoto } from "./litters/model/puppyPhotos";
import { applicants } from "./litters/model/waitingList";
import { papers } from "./placements/model/placements";
import { getOrFail } from "./platform/model/paging/rows";
import { removeReminder } from "./reminders/model/reminders";
import { removeReminderTemplate } from "./reminders/model/reminderTemplates";
import { doses } from "./vaccinations/model/immunizations";
import { applicationReverts } from "./applications/model/reverts";
import { breedingReverts } from "./breedings/model/reverts";
import { contractReverts } from "./contracts/model/reverts";
import { dogReverts } from "./dogs/model/reverts";
import { healthReverts } from "./health/model/reverts";
import { heatReverts } from "./heats/model/reverts";
import { kennelReverts } from "./kennels/model/reverts";
import { litterReverts } from "./litters/model/reverts";
import { placementReverts } from "./placements/model/reverts";
import { reminderReverts } from "./reminders/model/reverts";
import { vaccinationReverts } from "./vaccinations/model/reverts";
import type { Removals, Reverts } from "./platform/model/changes/reverting";

export const REVERTS: Reverts = {
  ...applicationReverts,
  ...breedingReverts,
  ...contractReverts,
  ...dogReverts,
  ...healthReverts,
  ...heatReverts,
  ...kennelReverts,
  ...litterReverts,
  ...placementReverts,
  ...reminderReverts,
  ...vaccinationReverts,
};

/** A family opens its page with the link, which is not brought back. */
function checkUnlinked(links: readonly Doc<"links">[]): void {
  if (links.some(({ endedAt }) => endedAt === undefined)) fail("CHANGED_SINCE");
}

/** Records of other kinds are canceled, declined or ended instead of deleted. */
export const REMOVALS: Removals = {
  breedingDocuments: removeDocument,
  breedingFinances: removeEntry,
  breedings: removeBreeding,
  contacts: async (ctx, contact) => {
    checkUnlinked(await linksOfContact(ctx, contact.kennelId, contact._id));
    await removeContact(ctx, contact);
  },
  contractTemplates: removeTemplate,
  damTemperatures: removeTemperature,
  diaryEntries: diary.remove,
  dogOwners: owners.remove,
  dogs: async (ctx, dog) => await removeDog(ctx, dog, false),
  dogWeights: async (ctx, { _id, dogId }) =>
    await removeDogWeight(ctx, { dog: await getOrFail(ctx, "dogs", dogId) }, _id),
  geneticFiles: geneticFiles.remove,
  genotypes: genotypes.remove,
  healthAttachments: removeAttachment,
  healthRecords: healthRecords.remove,
  healthTests: healthTests.remove,
  heats: heats.remove,
  immunizations: doses.remove,
  knownContradictions: knownContradictions.remove,
  // Puppies that were added together with the litter are deleted with it.
  litters: async (ctx, litter, { isUsed }) => await removeLitter(ctx, litter, !isUsed),
  matings: matings.remove,
  medicationCourses: courses.remove,
  // The row stays, so that the same entry is not stored again if it arrives late. The same applies to weights.
  medicationDoses: async (ctx, { _id }) =>
    await ctx.db.patch("medicationDoses", _id, { removedAt: Date.now() }),
  photos: async (ctx, photo) =>
    photo.dogId === undefined ? await removePuppyPhoto(ctx, photo) : await removePhoto(ctx, photo),
  placementPapers: papers.remove,
  pregnancyChecks: removePregnancyCheck,
  progesteroneReadings: async (ctx, { _id, heatId, dogId }) => {
    const heat = await getOrFail(ctx, "heats", heatId);
    await removeReading(ctx, { heat, dog: await getOrFail(ctx, "dogs", dogId) }, _id);
  },
  puppies: removePuppy,
  puppyHealthChecks: removePuppyCheck,
  puppyWeights: async (ctx, { _id }) => await ctx.db.patch("puppyWeights", _id, { removedAt: Date.now() }),
  reminders: removeReminder,
  reminderTemplates: async (ctx, { _id, kennelId }) => await removeReminderTemplate(ctx, kennelId, _id),
  veterinaryRecords: veterinarians.remove,
  waitingList: async (ctx, applicant) => {
    checkUnlinked(await linksOfApplicant(ctx, applicant.kennelId, applicant._id));
    await applicants.remove(ctx, applicant);
  },
};
