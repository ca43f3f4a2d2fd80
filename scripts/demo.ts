/**
 * Fills a fresh Studbook with the demo kennel, through the same accounts and functions that people use: `node
 * dist/scripts/scripts-demo.mjs ORIGIN`. Prints how to sign in; the password is generated each time.
 */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../convex/_generated/api";
import type { Id } from "../convex/_generated/dataModel";
import { addDays } from "../domain/dates/calendar-days";
import { DEMO_BREEDINGS, DEMO_STUDS, matedOn, type DemoBreeding } from "./demo-breedings";
import { demoPuppies, demoStanding, demoWeights, photoKeyOf } from "./demo-litters";
import { DEMO_COURSES, DEMO_DOG_WEIGHTS, demoDoses, toCourseArgs, toWeightArgs } from "./demo-care";
import { DEMO_HEALTH_TESTS, toHealthTestArgs } from "./demo-health-tests";
import { payForPlan } from "./demo-plan";
import { DEMO_HEATS, toHeatArgs } from "./demo-heats";
import { DEMO_BOOKINGS, DEMO_DOSES, DEMO_VETERINARIANS, toDoseArgs } from "./demo-vaccines";
import { DEMO_RECORDS, followedUpOn, toRecordArgs } from "./demo-records";
import { DEMO_REMINDERS, toReminderArgs } from "./demo-reminders";
import { DEMO_APPLICANTS, DEMO_CONTACTS, toApplicantArgs } from "./demo-people";
import {
  DEMO_BREED,
  DEMO_COLOR,
  DEMO_DOGS,
  DEMO_KENNEL,
  DEMO_PEOPLE,
  type DemoDog,
  type DemoPerson,
} from "./demo-data";

const origin = process.argv[2] ?? "http://127.0.0.1:3000";
const password = randomBytes(6).toString("base64url");
const timeZone = "America/New_York";
const today = new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());

async function register({ firstName, lastName, email }: DemoPerson): Promise<ConvexHttpClient> {
  const response = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ name: `${firstName} ${lastName}`, email, password }),
  });
  if (!response.ok)
    throw new Error(`Registering ${email} answered ${response.status}: ${await response.text()}`);
  const cookie = response.headers.getSetCookie().map((each) => each.split(";")[0]);
  const answer = await fetch(`${origin}/api/auth/token`, { headers: { cookie: cookie.join("; "), origin } });
  const { token } = (await answer.json()) as { token: string };
  const client = new ConvexHttpClient(origin, { logger: false });
  client.setAuth(token);
  await client.mutation(api.accounts.users.ensure, { timeZone });
  return client;
}

async function addDogs(
  client: ConvexHttpClient,
  kennelId: Id<"kennels">,
  dogs: readonly DemoDog[],
): Promise<Ids> {
  const ids = new Map<string, Id<"dogs">>();
  const idOf = (key: string | undefined) => (key === undefined ? null : (ids.get(key) ?? null));
  for (const { key, sire, dam, breedingRights, ...dog } of dogs) {
    const saved = await client.mutation(api.dogs.dogs.create, {
      ...dog,
      kennelId,
      today,
      breed: DEMO_BREED,
      color: DEMO_COLOR,
      isBreedingDog: breedingRights !== "none",
      breedingRights,
      sireId: idOf(sire),
      damId: idOf(dam),
    });
    ids.set(key, saved._id);
  }
  return ids;
}

type PhotoBytes = Record<"full" | "preview" | "thumbnail", number>;

/** Sends a drawn portrait as the web app sends a photo: in all its sizes, to the upload addresses it requests. */
async function sendPhoto(key: string, getAddresses: (bytes: PhotoBytes) => Promise<readonly string[]>) {
  const read = async (size: "full" | "thumbnail") =>
    await readFile(path.join("scripts", "demo-photos", `${key}-${size}.webp`));
  const large = await read("full");
  const small = await read("thumbnail");
  const bytes = { full: large.length, preview: large.length, thumbnail: small.length };
  const [full, preview, thumbnail] = await getAddresses(bytes);
  const send = async (body: Buffer<ArrayBuffer>, address: string | undefined) => {
    const response = await fetch(address ?? "", {
      method: "POST",
      headers: { "content-type": "image/webp" },
      body,
    });
    if (!response.ok) throw new Error(`Sending the photo of ${key} returned ${response.status}`);
    return ((await response.json()) as { storageId: Id<"_storage"> }).storageId;
  };
  return {
    fullId: await send(large, full),
    previewId: await send(large, preview),
    thumbnailId: await send(small, thumbnail),
  };
}

/** Gives each dog its portrait. */
async function addPhotos(client: ConvexHttpClient, dogs: Ids): Promise<void> {
  await Promise.all(
    [...dogs].map(async ([key, dogId]) => {
      const photo = await sendPhoto(
        key,
        async (bytes) => await client.mutation(api.dogs.photos.generateUploadUrls, { dogId, bytes }),
      );
      await client.action(api.dogs.photos.add, { dogId, ...photo });
    }),
  );
}

type Ids = ReadonlyMap<string, Id<"dogs">>;

/** Records the outside sires. */
async function addStuds(client: ConvexHttpClient, kennelId: Id<"kennels">): Promise<Ids> {
  const ids = new Map<string, Id<"dogs">>();
  for (const { key, ...stud } of DEMO_STUDS) {
    const fields = { ...stud, kennelId, breed: DEMO_BREED, gender: "male", color: DEMO_COLOR } as const;
    ids.set(key, (await client.mutation(api.dogs.dogs.createExternal, fields))._id);
  }
  return ids;
}

/** Records a litter's puppies with their buyers, those of the newest one with their weights and photos. */
async function addPuppies(
  client: ConvexHttpClient,
  litterId: Id<"litters">,
  { key, status, litter }: DemoBreeding,
): Promise<void> {
  if (!litter) return;
  const isNewest = status === "whelped";
  for (const [index, puppy] of demoPuppies(litter, key).entries()) {
    const { _id: puppyId } = await client.mutation(api.litters.puppies.create, { litterId, ...puppy });
    const weights = isNewest ? demoWeights(litter, puppy, index, today) : [];
    const addPhoto = async () => {
      const photo = await sendPhoto(
        photoKeyOf(puppy),
        async (bytes) =>
          await client.mutation(api.litters.puppyPhotos.generateUploadUrls, { puppyId, bytes }),
      );
      await client.action(api.litters.puppyPhotos.add, { puppyId, ...photo });
    };
    await Promise.all([
      ...weights.map(
        async (weight, day) =>
          await client.mutation(api.litters.puppyWeights.add, {
            puppyId,
            ...weight,
            entryKey: `${puppyId}-${day}`,
          }),
      ),
      ...(isNewest ? [addPhoto()] : []),
    ]);
    const { status: standing, on, ...buyer } = demoStanding(litter, index, isNewest);
    if (standing === "reserved")
      await client.mutation(api.litters.puppies.reserve, { puppyId, today, ...buyer });
    if (standing === "sold") {
      await client.mutation(api.litters.puppies.sell, { puppyId, today, saleDate: on, ...buyer });
    }
  }
}

/** Plans each breeding and brings it to its status; a litter does so as well. */
async function addBreedings(client: ConvexHttpClient, kennelId: Id<"kennels">, dogs: Ids): Promise<void> {
  for (const breeding of DEMO_BREEDINGS) {
    const { key: _, sire, dam, mated: __, status, litter, checks = [], ...fields } = breeding;
    const { _id: breedingId } = await client.mutation(api.breedings.breedings.create, {
      ...fields,
      kennelId,
      sireId: dogs.get(sire) ?? "",
      damId: dogs.get(dam) ?? "",
      breedingDate: matedOn(breeding, today),
    });
    if (litter) {
      const { _id: litterId } = await client.mutation(api.litters.litters.create, {
        breedingId,
        today,
        ...litter,
      });
      await addPuppies(client, litterId, breeding);
    }
    // One that was called off was never bred; one that failed was bred before.
    const way = status === "failed" ? ["bred", "failed"] : status === "planned" ? [] : [status];
    for (const step of way)
      await client.mutation(api.breedings.breedings.setStatus, { breedingId, status: step, today });
    for (const { day, ...check } of checks) {
      const pregnancyCheck = { on: addDays(matedOn(breeding, today), day), ...check };
      await client.mutation(api.breedings.breedings.setStatus, { breedingId, status, pregnancyCheck, today });
    }
  }
}

/** Adds people to the contacts: those who buy or apply later are recognized by their email address. */
async function addContacts(client: ConvexHttpClient, kennelId: Id<"kennels">): Promise<void> {
  for (const contact of DEMO_CONTACTS)
    await client.mutation(api.contacts.contacts.create, { kennelId, ...contact });
}

/** Adds people to the waiting list, in their order. */
async function addApplicants(client: ConvexHttpClient, kennelId: Id<"kennels">): Promise<void> {
  for (const applicant of DEMO_APPLICANTS) {
    await client.mutation(api.litters.waitingList.create, { kennelId, ...toApplicantArgs(applicant, today) });
  }
}

/** Records each heat with its readings. */
async function addHeats(client: ConvexHttpClient, dogs: Ids): Promise<void> {
  for (const heat of DEMO_HEATS) {
    await client.mutation(api.heats.heats.add, {
      dogId: dogs.get(heat.dog) ?? "",
      today,
      ...toHeatArgs(heat, today),
    });
  }
}

/** Records each health test, including those of the outside sires. */
async function addHealthTests(client: ConvexHttpClient, dogs: Ids): Promise<void> {
  for (const test of DEMO_HEALTH_TESTS) {
    await client.mutation(api.health.healthTests.create, {
      dogId: dogs.get(test.dog) ?? "",
      today,
      ...toHealthTestArgs(test, today),
    });
  }
}

/** Records the doses, the veterinarians and booked doses. */
async function addVaccinations(client: ConvexHttpClient, dogs: Ids): Promise<void> {
  const idOf = (key: string) => dogs.get(key) ?? "";
  for (const dose of DEMO_DOSES) {
    await client.mutation(api.vaccinations.immunizations.create, {
      dogId: idOf(dose.dog),
      today,
      ...toDoseArgs(dose, today),
    });
  }
  for (const { dog, ...veterinarian } of DEMO_VETERINARIANS) {
    await client.mutation(api.health.veterinaryRecords.create, { dogId: idOf(dog), ...veterinarian });
  }
  for (const { dog, vaccineName, daysAhead } of DEMO_BOOKINGS) {
    const scheduledDate = addDays(today, daysAhead);
    await client.mutation(api.vaccinations.vaccinationSchedule.schedule, {
      dogId: idOf(dog),
      vaccineName,
      scheduledDate,
      today,
    });
  }
}

/** Records what the vets found and did, and which follow-ups are done. */
async function addRecords(client: ConvexHttpClient, dogs: Ids): Promise<void> {
  for (const record of DEMO_RECORDS) {
    const { _id: recordId } = await client.mutation(api.health.healthRecords.create, {
      dogId: dogs.get(record.dog) ?? "",
      today,
      ...toRecordArgs(record, today),
    });
    const doneOn = followedUpOn(record, today);
    if (doneOn !== null)
      await client.mutation(api.health.healthRecords.setFollowUpDone, { recordId, doneOn, today });
  }
}

/** Makes each reminder, including those of the newest litter and pregnancy, and completes some. */
async function addReminders(client: ConvexHttpClient, kennelId: Id<"kennels">, dogs: Ids): Promise<void> {
  for (const reminder of DEMO_REMINDERS) {
    const dogId = reminder.dog === undefined ? null : (dogs.get(reminder.dog) ?? null);
    const args = { kennelId, dogId, ...toReminderArgs(reminder, today) };
    const { _id: reminderId } = await client.mutation(api.reminders.reminders.create, args);
    if (reminder.isDone) await client.mutation(api.reminders.reminders.complete, { reminderId, today });
    if (reminder.snoozedFor) {
      const snoozeUntil = addDays(today, reminder.snoozedFor);
      await client.mutation(api.reminders.reminders.snooze, { reminderId, snoozeUntil, today });
    }
  }
  const { data } = await client.query(api.breedings.breedings.list, { kennelId, status: "confirmed" });
  for (const { _id: breedingId } of data) {
    await client.mutation(api.reminders.reminderGeneration.forBreeding, { breedingId });
  }
}

/** Records the dogs' weights and their medication, with the doses so far. */
async function addCare(client: ConvexHttpClient, dogs: Ids): Promise<void> {
  for (const weights of DEMO_DOG_WEIGHTS) {
    for (const weight of toWeightArgs(weights, today)) {
      await client.mutation(api.health.dogWeights.add, {
        dogId: dogs.get(weights.dog) ?? "",
        today,
        ...weight,
      });
    }
  }
  for (const course of DEMO_COURSES) {
    const dogId = dogs.get(course.dog) ?? "";
    const { _id: courseId } = await client.mutation(api.health.medications.start, {
      dogId,
      ...toCourseArgs(course, today),
    });
    for (const [index, dose] of demoDoses(course, today).entries()) {
      const entryKey = `demo-${courseId}-${index}`;
      await client.mutation(api.health.medications.giveOne, { dogId, courseId, today, entryKey, ...dose });
    }
    const { stopReason } = course;
    if (stopReason === undefined) continue;
    await client.mutation(api.health.medications.stop, {
      dogId,
      courseId,
      stoppedOn: today,
      stopReason,
      today,
    });
  }
}

/**
 * Registers a person, who accepts the owner's invitation: the only kennel they have, and so the one that opens.
 */
async function join(owner: ConvexHttpClient, person: DemoPerson, kennelId: Id<"kennels">): Promise<void> {
  const { email, role } = person;
  const { invitationId } = await owner.mutation(api.kennels.members.add, { kennelId, email, role });
  const client = await register(person);
  await client.mutation(api.kennels.invitations.accept, { invitationId: invitationId ?? "", role });
}

async function fill(): Promise<void> {
  const { owner, staff } = DEMO_PEOPLE;
  const client = await register(owner);
  const kennel = await client.mutation(api.kennels.kennels.create, DEMO_KENNEL);
  await join(client, staff, kennel._id);
  await payForPlan(client, kennel._id, origin);
  await addContacts(client, kennel._id);
  const dogs = await addDogs(client, kennel._id, DEMO_DOGS);
  await addPhotos(client, dogs);
  const studs = await addStuds(client, kennel._id);
  const all = new Map([...dogs, ...studs]);
  await addBreedings(client, kennel._id, all);
  await addApplicants(client, kennel._id);
  await addHealthTests(client, all);
  await addCare(client, dogs);
  await addHeats(client, dogs);
  await addVaccinations(client, dogs);
  await addRecords(client, dogs);
  await addReminders(client, kennel._id, dogs);
  process.stdout.write(
    [
      `The demo kennel ${DEMO_KENNEL.name} is ready: ${DEMO_DOGS.length} dogs over five generations, ${DEMO_BREEDINGS.length} breedings.`,
      `Sign in as ${owner.email} (owner) or ${staff.email} (staff).`,
      `Password of both: ${password}`,
      "",
    ].join("\n"),
  );
}

fill().catch((error: unknown) => {
  process.stderr.write(
    `The demo kennel could not be filled: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
});
