/** Tests the REST calls of puppies' photos. tests/rest/contracts.test.ts tests refusals. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { MAX_PHOTOS_PER_DOG } from "../../domain/photos/rules";
import { startTeam, TODAY, type Person, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { addLitter, addPuppy } from "../support/litters";
import { photoForm } from "../support/photos";

let team: Team;
let puppyId: string;
beforeEach(async () => {
  team = await startTeam();
  const { litterId } = await addLitter(team);
  puppyId = (await addPuppy(team, litterId, { name: "Quince", gender: "female" }))._id;
});

const call = async (method: string, path: string, json?: object, { as }: Person = team.staff) =>
  await callRest(as, method, path, { json });
const upload = async (fields: Record<string, string> = {}, { as }: Person = team.staff) =>
  await callRest(as, "POST", `/puppies/${puppyId}/photos`, { form: photoForm(fields) });
const listed = async (): Promise<{ id: string; caption: string | null }[]> =>
  (await call("GET", `/puppies/${puppyId}/photos`, undefined, team.viewer)).body.data;
const filesLeft = async () =>
  (await team.deployment.run(async (ctx) => await ctx.db.system.query("_storage").take(20))).length;

describe("a puppy's photos", () => {
  it("are added, listed with the newest first, captioned and deleted", async () => {
    const { status, body } = await upload({ caption: " Day 1 " });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(String),
      puppyId,
      dogId: null,
      filePath: expect.stringMatching(/^\/uploads\/photos\//u),
      previewPath: expect.any(String),
      thumbnailPath: expect.any(String),
      caption: "Day 1",
      createdAt: expect.any(String),
    });
    expect((await team.deployment.fetch(`/api${body.data.filePath}`)).status).toBe(200);
    const second = (await upload()).body.data;
    const changed = await call("PATCH", `/puppies/photos/${second.id}`, { caption: "Day 8" });
    expect(changed.body.data).toMatchObject({ id: second.id, puppyId, caption: "Day 8" });
    expect((await listed()).map(({ caption }) => caption)).toEqual(["Day 8", "Day 1"]);
    expect((await call("DELETE", `/puppies/photos/${second.id}`)).body).toEqual({ success: true });
    expect((await listed()).map(({ caption }) => caption)).toEqual(["Day 1"]);
    expect((await call("DELETE", `/puppies/photos/${second.id}`)).status).toBe(404);
  });

  it("require the right to change litters, and are never accessible from another kennel", async () => {
    const { id } = (await upload()).body.data;
    const { viewer, stranger } = team;
    for (const [person, status] of [
      [viewer, 403],
      [stranger, 404],
    ] as const) {
      expect((await upload({}, person)).status).toBe(status);
      const path = `/puppies/photos/${id}`;
      expect((await call("PATCH", path, { caption: "x" }, person)).status).toBe(status);
      expect((await call("DELETE", path, undefined, person)).status).toBe(status);
    }
    expect((await call("GET", `/puppies/${puppyId}/photos`, undefined, stranger)).status).toBe(404);
    expect(await listed()).toHaveLength(1);
  });

  it("refuse a file that is not a photo, too long a caption and the photo after the fiftieth, and store no file", async () => {
    const form = photoForm({}, new TextEncoder().encode("<script>alert(1)</script>"));
    const path = `/puppies/${puppyId}/photos`;
    expect((await callRest(team.staff.as, "POST", path, { form })).status).toBe(415);
    expect((await upload({ caption: "x".repeat(301) })).body.errors).toHaveProperty("caption");
    expect(await filesLeft()).toBe(0);
    await upload();
    await team.deployment.run(async (ctx) => {
      const [photo] = await ctx.db.query("photos").collect();
      if (!photo) throw new Error("There is no photo");
      const { _id, _creationTime, ...row } = photo;
      for (let count = 1; count < MAX_PHOTOS_PER_DOG; count += 1) await ctx.db.insert("photos", row);
    });
    const full = await upload();
    expect([full.status, full.body.message]).toEqual([409, "A puppy may have at most 50 photos."]);
    expect(await filesLeft()).toBe(3);
  });

  it("belong to the dog once the puppy has become one, and the puppy's list has no photos of the dog", async () => {
    const first = (await upload()).body.data;
    const dog = await team.staff.as.mutation(api.litters.puppies.addToDogs, { puppyId, today: TODAY });
    const sent = await upload({ caption: "Later" });
    expect(sent.status).toBe(201);
    expect(sent.body.data).toMatchObject({ puppyId, dogId: dog._id, caption: "Later" });
    expect(sent.body.data).not.toHaveProperty("isPrimary");
    expect(await listed()).toEqual([]);
    const ofDog = (await call("GET", `/photos/dogs/${dog._id}`)).body.data;
    expect(ofDog.map(({ id }: { id: string }) => id)).toEqual([first.id, sent.body.data.id]);
    expect((await call("DELETE", `/puppies/photos/${first.id}`)).status).toBe(404);
    expect((await call("PATCH", `/puppies/photos/${first.id}`, { caption: "x" })).status).toBe(404);
  });
});
