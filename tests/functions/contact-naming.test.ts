/** Tests contacts that other records name. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { addLitter, addPuppy } from "../support/litters";

const { contacts } = api.contacts;

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

type Typed = { name: string; email?: string; phone?: string; address?: string };
const add = async (typed: Typed) =>
  await team.owner.as.mutation(contacts.create, { kennelId: team.kennelId, ...typed });
const all = async () =>
  (await team.owner.as.query(contacts.list, { kennelId: team.kennelId, limit: 100 })).data;
const dogOf = async (dogId: string) => await team.owner.as.query(api.dogs.dogs.get, { dogId });
const change = async (dogId: string, changes: object) =>
  await team.owner.as.mutation(api.dogs.dogs.update, { dogId, today: TODAY, ...changes });
const historyOf = async (table: "dogs" | "contacts" | "puppies", recordId: string) =>
  (
    await team.owner.as.query(api.history.history.ofRecord, {
      ...{ kennelId: team.kennelId, table, recordId, now: Date.now() },
      paginationOpts: { numItems: 20, cursor: null },
    })
  ).page;
const undoNewest = async (table: "dogs" | "contacts" | "puppies", recordId: string) => {
  const [newest] = await historyOf(table, recordId);
  const { kennelId } = team;
  return await team.owner.as.mutation(api.history.history.undo, {
    ...{ kennelId, changeId: newest?._id ?? "", today: TODAY },
  });
};

describe("a person typed in a dog's form", () => {
  it("becomes a contact in the same save, with one history entry and one undo", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId);
    const owner = { currentOwnerName: "Anna Berg", currentOwnerPhone: "(555) 010-2030" };
    const saved = await change(dogId, { ...owner, currentOwnerId: "new" });
    const [anna, ...others] = await all();
    expect(others).toEqual([]);
    expect(anna).toMatchObject({ name: "Anna Berg", phone: "(555) 010-2030", kinds: ["owner"] });
    expect(saved).toMatchObject({ ...owner, currentOwnerId: anna?._id });
    expect(await historyOf("contacts", anna?._id ?? "")).toEqual([]);
    expect((await historyOf("dogs", dogId))[0]?.fields).toContainEqual({
      ...{ name: "currentOwnerId", before: null, after: "Anna Berg" },
    });
    await undoNewest("dogs", dogId);
    expect(await dogOf(dogId)).toMatchObject({ currentOwnerName: null, currentOwnerId: null });
    expect(await all()).toEqual([]);
  });

  it("remains a contact after the undo if somebody edited it or another record names it", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId);
    await change(dogId, { breederName: "Olga Stern", breederId: "new" });
    const [olga] = await all();
    await team.owner.as.mutation(contacts.update, { contactId: olga?._id ?? "", phone: "555 010 2030" });
    await undoNewest("dogs", dogId);
    expect(await all()).toMatchObject([{ name: "Olga Stern", phone: "555 010 2030" }]);

    const { _id: otherId } = await addDog(team.owner, team.kennelId, { name: "Other" });
    await change(dogId, { breederName: "Ben Marsh", breederId: "new" });
    const ben = (await all()).find(({ name }) => name === "Ben Marsh");
    await change(otherId, { breederId: ben?._id ?? "" });
    await undoNewest("dogs", dogId);
    expect((await all()).map(({ name }) => name)).toEqual(["Ben Marsh", "Olga Stern"]);
    expect(await dogOf(otherId)).toMatchObject({ breederName: "Ben Marsh", breederId: ben?._id });
  });

  it("remains a contact when the record that named it is deleted", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId);
    await change(dogId, { breederName: "Olga Stern", breederId: "new" });
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId });
    expect(await all()).toMatchObject([{ name: "Olga Stern" }]);
  });

  it("can be a chosen contact, whose name, phone and email fill the empty fields", async () => {
    const anna = await add({ name: "Anna Berg", email: "anna@hill.example", phone: "(555) 010-2030" });
    const { _id: dogId } = await addDog(team.owner, team.kennelId);
    await change(dogId, { currentOwnerId: anna._id });
    expect(await dogOf(dogId)).toMatchObject({
      ...{ currentOwnerName: "Anna Berg", currentOwnerEmail: "anna@hill.example" },
      ...{ currentOwnerPhone: "(555) 010-2030", currentOwnerId: anna._id },
    });
    await team.owner.as.mutation(contacts.update, { contactId: anna._id, name: "Anna Hill" });
    expect(await dogOf(dogId)).toMatchObject({ currentOwnerName: "Anna Berg", currentOwnerId: anna._id });
  });

  it("causes a question when a contact already has the name, and the text is kept or a second contact is created", async () => {
    await add({ name: "Ánna  BERG" });
    const { _id: dogId } = await addDog(team.owner, team.kennelId);
    await change(dogId, { breederName: "Anna Berg", breederId: "new" });
    expect(await dogOf(dogId)).toMatchObject({ breederName: "Anna Berg", breederId: null });
    expect(await all()).toHaveLength(1);
    await change(dogId, { breederId: "another" });
    expect(await all()).toHaveLength(2);
    expect(await dogOf(dogId)).toMatchObject({ breederName: "Anna Berg", breederId: expect.any(String) });
  });

  it("loses the link to the contact when the text changes to another person", async () => {
    const anna = await add({ name: "Anna Berg", email: "anna@hill.example" });
    const { _id: dogId } = await addDog(team.owner, team.kennelId);
    await change(dogId, { currentOwnerId: anna._id });
    await change(dogId, { currentOwnerName: "A. Berg-Hill" });
    expect(await dogOf(dogId)).toMatchObject({ currentOwnerId: anna._id });
    await change(dogId, { currentOwnerName: "Zoe Winter", currentOwnerEmail: "zoe@example.com" });
    expect(await dogOf(dogId)).toMatchObject({ currentOwnerName: "Zoe Winter", currentOwnerId: null });
  });

  it("whose contact was deleted before the save is refused at the field, and becomes a new contact in the next save", async () => {
    const anna = await add({ name: "Anna Berg" });
    const { _id: dogId } = await addDog(team.owner, team.kennelId);
    await team.owner.as.mutation(contacts.remove, { contactId: anna._id });
    const typed = { breederName: "Anna Berg", breederId: anna._id };
    const { details } = await failureOf(change(dogId, typed));
    expect(details.fields?.breederId).toMatch(/deleted/);
    await change(dogId, { ...typed, breederId: "new" });
    expect(await all()).toMatchObject([{ name: "Anna Berg" }]);
  });

  it("may have a name in any script, and becomes no contact if a search could not find the name", async () => {
    for (const name of ["山田 花子", "Ольга Штерн", "عائشة", "Ødegård", "שרה כהן", "ก้อง"]) {
      const { _id: dogId } = await addDog(team.owner, team.kennelId, { name: `Dog of ${name}` });
      await change(dogId, { breederName: name, breederId: "new" });
      const { breederId } = (await dogOf(dogId)) ?? {};
      const { kennelId } = team;
      expect(await team.owner.as.query(contacts.suggest, { kennelId, search: name })).toMatchObject([
        { _id: breederId, name, dealing: { kind: "bred", what: `Dog of ${name}` } },
      ]);
    }
    expect((await failureOf(add({ name: "\u0301" }))).details.fields).toEqual({ name: "Name is required" });
  });
});

describe("records saved over REST", () => {
  it("are linked by an equal email or phone, never by a name, and the typed text remains unchanged", async () => {
    const anna = await add({ name: "Anna Berg", email: "Anna@Hill.example", phone: "+49 171 333 0142" });
    const call = async (json: object) => {
      const made = await callRest(team.owner.as, "POST", "/dogs", {
        json: { breed: "Beagle", gender: "female", ...json },
      });
      return (await callRest(team.owner.as, "GET", `/dogs/${String(made.body.data.id)}`)).body.data;
    };
    const byEmail = { currentOwnerName: "anna  berg", currentOwnerEmail: "anna@hill.EXAMPLE" };
    expect(await call({ name: "One", ...byEmail })).toMatchObject({
      ...{ currentOwnerName: "anna  berg", currentOwnerEmail: "anna@hill.EXAMPLE", currentOwnerId: anna._id },
    });
    const byPhone = { currentOwnerName: "A. B.", currentOwnerPhone: "0171 3330142" };
    expect(await call({ name: "Two", ...byPhone })).toMatchObject({ ...byPhone, currentOwnerId: anna._id });
    const byName = { currentOwnerName: "Anna Berg", breederName: "Anna Berg" };
    expect(await call({ name: "Three", ...byName })).toMatchObject({
      ...{ ...byName, currentOwnerId: null, breederId: null },
    });
    expect(await all()).toHaveLength(1);
  });

  it("are not linked when two contacts have the same phone", async () => {
    for (const name of ["Anna", "Ben"]) await add({ name, phone: "555 010 2030" });
    const { _id: dogId } = await addDog(team.owner, team.kennelId);
    await change(dogId, { currentOwnerName: "Anna", currentOwnerPhone: "555 010 2030" });
    expect(await dogOf(dogId)).toMatchObject({ currentOwnerId: null });
  });
});

describe("a buyer", () => {
  it("is a contact from the reservation to the release, and the contact's page lists the purchase", async () => {
    const { _id: puppyId } = await addPuppy(team, (await addLitter(team)).litterId);
    const { as } = team.owner;
    const buyer = {
      buyerName: "Anna Berg",
      buyerEmail: "anna@hill.example",
      buyerAddress: "1 Hill Road, Dover",
    };
    const reserved = await as.mutation(api.litters.puppies.reserve, {
      ...{ puppyId, today: TODAY, ...buyer, buyerId: "new" },
    });
    const [anna] = await all();
    expect(reserved).toMatchObject({ buyer: { name: "Anna Berg" }, buyerId: anna?._id });
    const contactId = anna?._id ?? "";
    const bought = async () =>
      (await as.query(api.placements.placements.list, { kennelId: team.kennelId, contactId })).data;
    expect(await bought()).toMatchObject([{ puppyId, status: "reserved" }]);
    expect(await as.query(contacts.suggest, { kennelId: team.kennelId, search: "ann" })).toMatchObject([
      { town: "Dover", dealing: { kind: "reserved" } },
    ]);
    const refusal = await failureOf(as.mutation(contacts.remove, { contactId }));
    expect(refusal).toMatchObject({ code: "HAS_OPEN_SALES", details: { count: 1 } });
    expect(refusal.details.fields?.contactId).toMatch(/^Anna Berg still has a reservation: /);
    await as.mutation(api.litters.puppies.sell, { puppyId, today: TODAY });
    expect(await bought()).toMatchObject([{ status: "agreed", agreedOn: TODAY }]);
    await as.mutation(contacts.remove, { contactId });
    expect(await as.query(api.litters.puppies.get, { puppyId })).toMatchObject({
      ...{ buyer: { name: "Anna Berg", email: "anna@hill.example" }, buyerId: null },
    });
    await as.mutation(api.history.history.bringBackRecord, { kennelId: team.kennelId, recordId: contactId });
    expect(await as.query(api.litters.puppies.get, { puppyId })).toMatchObject({
      buyerId: expect.any(String),
    });
  });

  it("of the waiting list is the applicant's contact", async () => {
    const { _id: puppyId } = await addPuppy(team, (await addLitter(team)).litterId);
    const { as } = team.owner;
    const applicant = await as.mutation(api.litters.waitingList.create, {
      ...{ kennelId: team.kennelId, name: "Anna Berg", phone: "555 010 2030", contactId: "new" },
    });
    const [anna] = await all();
    expect(applicant.contactId).toBe(anna?._id);
    const { _id: applicantId } = applicant;
    await as.mutation(api.litters.waitingList.offer, {
      ...{ applicantId, puppyId, offerUntil: TODAY, today: TODAY },
    });
    await as.mutation(api.litters.waitingList.answerOffer, { applicantId, isAccepted: true, today: TODAY });
    expect(await as.query(api.litters.puppies.get, { puppyId })).toMatchObject({ buyerId: anna?._id });
  });
});

describe("two contacts of the same person", () => {
  const pair = async (number: number) => {
    const name = `Anna ${number}`;
    const one = await add({ name, phone: `+49 171 333 0${100 + number}` });
    const other = await add({
      name: `${name} Berg`,
      phone: `0171 3330${100 + number}`,
      email: `a${number}@x.example`,
    });
    const dogs = [];
    for (const [at, { _id }] of [one, other].entries()) {
      const dog = await addDog(team.owner, team.kennelId, { name: `Dog ${number} ${at}` });
      dogs.push(dog._id);
      await change(dog._id, { breederId: _id });
    }
    return { one, other, dogs };
  };
  const mergeAs = async (person: Team["owner"], kept: Pair["one"], other: Pair["one"], chosen = {}) =>
    await person.as.mutation(contacts.merge, {
      ...{ contactId: kept._id, expectedUpdatedAt: kept.updatedAt },
      ...{ otherId: other._id, otherUpdatedAt: other.updatedAt, ...chosen },
    });
  type Pair = Awaited<ReturnType<typeof pair>>;

  it("are also found by a similar address, and are merged with the chosen values", async () => {
    const anna = await add({ name: "Anna Berg", address: "12 Hill Road, Dover" });
    await add({ name: "anna berg", address: "12 Hill Rd, Dover", phone: "555 010 2030" });
    await add({ name: "Anna Berg", address: "7 Lake Street, Salem" });
    const [other, ...more] = (
      await team.owner.as.query(contacts.twins, {
        ...{ kennelId: team.kennelId, name: "Anna Berg", address: "12 Hill Road, Dover" },
      })
    ).filter(({ _id }) => _id !== anna._id);
    expect(more).toEqual([]);
    if (!other) throw new Error("no twin");
    const { _id: dogId } = await addDog(team.owner, team.kennelId);
    await change(dogId, { breederId: other._id });
    expect(await mergeAs(team.owner, anna, other, { phone: "555 010 2030" })).toMatchObject({
      ...{ _id: anna._id, name: "Anna Berg", phone: "555 010 2030" },
    });
    expect((await all()).map(({ address }) => address)).toEqual([
      "12 Hill Road, Dover",
      "7 Lake Street, Salem",
    ]);
    const { as } = team.owner;
    expect(await as.query(contacts.get, { contactId: other._id })).toMatchObject({ _id: anna._id });
    expect(await as.query(contacts.dealings, { contactId: anna._id })).toMatchObject({
      bred: { rows: [{ _id: dogId }] },
    });
    // A dog that is saved with the deleted contact gets the merged contact.
    await change(dogId, { acquiredFromId: other._id });
    expect(await dogOf(dogId)).toMatchObject({ acquiredFromId: anna._id, breederName: "anna berg" });
    await undoNewest("contacts", other._id);
    expect(await all()).toHaveLength(3);
    expect(await as.query(contacts.get, { contactId: anna._id })).toMatchObject({ phone: null });
  });

  it("are merged by two people in opposite directions fifty times: one merge wins, nothing is lost, and undo restores all fifty", async () => {
    const pairs: Pair[] = [];
    for (let number = 0; number < 50; number += 1) pairs.push(await pair(number));
    const before = await all();
    expect(before).toHaveLength(100);
    for (const { one, other } of pairs) {
      const results = await Promise.allSettled([
        mergeAs(team.owner, one, other),
        failureOf(mergeAs(team.owner, other, one)),
      ]);
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
      expect(results[1]).toMatchObject({ value: { code: "STALE_UPDATE" } });
    }
    expect(await all()).toHaveLength(50);
    for (const { one, other, dogs } of pairs) {
      const { bred } = await team.owner.as.query(contacts.dealings, { contactId: other._id });
      expect(bred.rows.map(({ _id }) => _id).sort()).toEqual([...dogs].sort());
      await undoNewest("contacts", other._id);
      expect(await team.owner.as.query(contacts.get, { contactId: one._id })).toMatchObject({
        name: one.name,
      });
    }
    const contents = (rows: typeof before) => rows.map(({ updatedAt: _, ...row }) => row);
    expect(contents(await all())).toEqual(contents(before));
  });

  it("cannot be saved or merged again by the removed contact after a merge", async () => {
    const { one, other } = await pair(1);
    await mergeAs(team.owner, one, other);
    const { as } = team.owner;
    const change = as.mutation(contacts.update, { contactId: other._id, name: "Somebody" });
    expect((await failureOf(change)).code).toBe("STALE_UPDATE");
    expect((await failureOf(mergeAs(team.owner, one, one))).code).toBe("VALIDATION_FAILED");
  });
});

describe("the veterinarian of a birth or a pregnancy check", () => {
  const born = async () => {
    const { litterId, breedingId } = await addLitter(team);
    const { as } = team.owner;
    return {
      litterId,
      breedingId,
      litter: async (fields: object) =>
        await as.mutation(api.litters.litters.update, { litterId, today: TODAY, ...fields }),
      check: async (person: Team["owner"], fields: object) =>
        await person.as.mutation(api.breedings.breedings.setStatus, {
          ...{ breedingId, status: "whelped", today: TODAY, pregnancyCheck: { ...fields } },
        }),
      checks: async (person: Team["owner"]) =>
        await person.as.query(api.breedings.pregnancyChecks.list, { breedingId }),
    };
  };

  it("is chosen or created in the same save, is listed with that visit, and is undone with it", async () => {
    const { litterId, breedingId, litter, check, checks } = await born();
    const saved = await litter({ veterinarianName: "Dr. Vera Holm", veterinarianId: "new" });
    const [vera] = await all();
    expect(vera).toMatchObject({ name: "Dr. Vera Holm", kinds: ["veterinarian"] });
    expect(saved).toMatchObject({ veterinarianId: vera?._id });
    await check(team.owner, { veterinarianId: vera?._id });
    expect(await checks(team.owner)).toMatchObject([
      { veterinarianName: "Dr. Vera Holm", veterinarianId: vera?._id },
    ]);
    const pair = "Rex × Bella";
    expect(await team.owner.as.query(contacts.dealings, { contactId: vera?._id ?? "" })).toMatchObject({
      births: { rows: [{ _id: litterId, pair }] },
      checks: { rows: [{ breedingId, pair }] },
    });
    await team.owner.as.mutation(contacts.remove, { contactId: vera?._id ?? "" });
    expect(await checks(team.owner)).toMatchObject([
      { veterinarianName: "Dr. Vera Holm", veterinarianId: null },
    ]);
  });

  it("is only a name for users who may not see contacts, who also cannot choose a contact", async () => {
    const vera = await add({ name: "Dr. Vera Holm", email: "vera@clinic.example" });
    const { litterId, litter, check, checks } = await born();
    await litter({ veterinarianId: vera._id });
    await check(team.owner, { veterinarianId: vera._id });
    const named = { veterinarianName: "Dr. Vera Holm", veterinarianId: null };
    const { viewer, owner, staff, kennelId } = team;
    expect(await viewer.as.query(api.litters.litters.get, { litterId })).toMatchObject(named);
    expect(await checks(viewer)).toMatchObject([named]);
    const rights = { kennelId, userId: staff.userId, role: "staff" } as const;
    await owner.as.mutation(api.kennels.members.update, { ...rights, permissions: { finances: "none" } });
    const refused = await failureOf(check(staff, { veterinarianId: vera._id }));
    expect(refused.details.fields).toHaveProperty(["pregnancyCheck.veterinarianId"]);
    await check(staff, { veterinarianName: "Dr. Ito", veterinarianId: "" });
    expect((await checks(staff)).map(({ veterinarianName }) => veterinarianName)).toContain("Dr. Ito");
  });
});

describe("the person with whom a dog lives", () => {
  it("is confidential, both name and contact, and the contact's page lists the dog", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId);
    await change(dogId, { livesWithName: "Gert Lund", livesWithId: "new" });
    const [gert] = await all();
    expect(await dogOf(dogId)).toMatchObject({ livesWithName: "Gert Lund", livesWithId: gert?._id });
    expect(await team.owner.as.query(contacts.dealings, { contactId: gert?._id ?? "" })).toMatchObject({
      housed: { rows: [{ _id: dogId }] },
    });
    expect(await team.viewer.as.query(api.dogs.dogs.get, { dogId })).toMatchObject({
      ...{ livesWithName: null, livesWithId: null },
    });
  });
});

describe("a breeder", () => {
  it("[GAP-AUTH-03] is named to everybody who may see the dog, but without the details of the contact", async () => {
    const olga = await add({ name: "Olga Stern", email: "olga@hill.example", phone: "555 010 2030" });
    const { _id: dogId } = await addDog(team.owner, team.kennelId);
    await change(dogId, { breederId: olga._id });
    const seen = await team.viewer.as.query(api.dogs.dogs.get, { dogId });
    expect(seen).toMatchObject({ breederName: "Olga Stern", breederId: null });
    expect(JSON.stringify(seen)).not.toMatch(/hill\.example|0102030|010 2030/u);
    // A later name of the contact is not shown.
    await team.owner.as.mutation(contacts.update, { contactId: olga._id, name: "Olga Winter" });
    expect(await team.viewer.as.query(api.dogs.dogs.get, { dogId })).toMatchObject({
      breederName: "Olga Stern",
    });
  });
});
