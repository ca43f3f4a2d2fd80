/** Tests the REST calls of a person's own settings. */
import { Buffer } from "node:buffer"; // sharp recognizes a Uint8Array by its class, which test environments replace globally.
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { AVATAR_EDGE, MAX_AVATAR_BYTES } from "../../domain/accounts/rules";
import { avatarForm, setAvatar } from "../support/avatars";
import { callerOf, failureOf, startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { paintLogo } from "../support/logos";
import { HEIC, JPEG, SECRETS } from "../support/photos";
import { textOf } from "../support/pictures";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const put = async (json: object, person = team.owner) =>
  await callRest(person.as, "PUT", "/settings/user", { json });
const get = async (person = team.owner) => await callRest(person.as, "GET", "/settings/user");

describe("the profile", () => {
  it("[GAP-SET-01] changes the given names, which everybody in the kennel then sees", async () => {
    expect((await get()).body.data).toEqual({
      profile: {
        firstName: "Olga",
        lastName: "Owner",
        email: "owner@example.com",
        timeZone: null,
        avatarPath: null,
      },
      notifications: { email: true, sms: false, push: true },
      privacy: { showInDirectory: false, shareAnalytics: false },
    });
    const { status, body } = await put({ profile: { firstName: " Olga Marie " } });
    expect([status, body.data.profile.firstName, body.data.profile.lastName]).toEqual([
      200,
      "Olga Marie",
      "Owner",
    ]);
    const members = await team.viewer.as.query(api.kennels.members.list, { kennelId: team.kennelId });
    expect(members.find(({ email }) => email === "owner@example.com")?.name).toBe("Olga Marie Owner");
  });

  it("[GAP-SET-01] keeps a cleared name empty when the person signs in again", async () => {
    await put({ profile: { lastName: "" } });
    const claims = { givenName: "Olga", familyName: "Owner" };
    await callerOf(team.deployment, team.owner.email, claims).mutation(api.accounts.users.ensure, {});
    expect((await get()).body.data.profile).toMatchObject({ firstName: "Olga", lastName: null });
  });

  it("a chosen time zone is kept on every device, and without one the device's zone is used", async () => {
    await put({ profile: { timeZone: "America/Denver" } });
    const signInFrom = async (timeZone: string) => {
      await team.owner.as.mutation(api.accounts.users.ensure, { timeZone });
      return (await team.owner.as.query(api.accounts.users.me, {}))?.timeZone;
    };
    expect(await signInFrom("Europe/Berlin")).toBe("America/Denver");
    await put({ profile: { timeZone: null } });
    expect(await signInFrom("Europe/Berlin")).toBe("Europe/Berlin");
    expect((await get()).body.data.profile.timeZone).toBeNull();
  });

  it("refuses an invalid name or zone, and a new address, which requires a confirmation link", async () => {
    const wrong = { firstName: "x".repeat(300), timeZone: "Mars/Base" };
    expect(await put({ profile: wrong })).toMatchObject({
      status: 400,
      body: {
        errors: {
          "profile.firstName": "First name must be at most 80 characters",
          "profile.timeZone": "Choose a time zone from the list, such as America/New York",
        },
      },
    });
    expect((await put({ profile: { email: "new@example.com" } })).body.errors).toEqual({
      "profile.email": "A new address takes effect once you open the link sent to it",
    });
    expect((await put({ profile: { email: "Owner@Example.com" } })).status).toBe(200);
  });

  it("[GAP-API-11] refuses a change over a newer version", async () => {
    const me = await team.owner.as.query(api.accounts.users.me, {});
    const expectedUpdatedAt = me?.updatedAt ?? 0;
    await team.owner.as.mutation(api.accounts.profiles.update, { firstName: "A", expectedUpdatedAt });
    const late = team.owner.as.mutation(api.accounts.profiles.update, { lastName: "B", expectedUpdatedAt });
    expect((await failureOf(late)).code).toBe("STALE_UPDATE");
  });
});

describe("privacy and the reset", () => {
  it("[GAP-SET-10] PUT /settings/privacy changes the given fields", async () => {
    const answer = await callRest(team.viewer.as, "PUT", "/settings/privacy", {
      json: { showInDirectory: true },
    });
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { showInDirectory: true, shareAnalytics: false },
    ]);
    expect((await put({ privacy: { shareAnalytics: "yes" } })).body.errors).toEqual({
      "privacy.shareAnalytics": "Share analytics must be true or false",
    });
  });

  it("[GAP-SET-17] resets everything to the defaults except profile and phone number", async () => {
    await put({
      profile: { firstName: "Ola" },
      notifications: { email: false, sms: true, push: false },
      privacy: { showInDirectory: true },
    });
    const changes = { phone: "+15551234567", isDigestOn: true, mutedTypes: ["vaccination"] };
    await team.owner.as.mutation(api.accounts.userSettings.update, changes);
    const answer = await callRest(team.owner.as, "POST", "/settings/user/reset");
    expect([answer.status, answer.body.data]).toEqual([
      201,
      {
        notifications: { email: true, sms: false, push: true },
        privacy: { showInDirectory: false, shareAnalytics: false },
      },
    ]);
    expect(await team.owner.as.query(api.accounts.userSettings.get, {})).toMatchObject({
      phone: "+15551234567",
      isDigestOn: false,
      mutedTypes: [],
    });
    expect((await get()).body.data.profile.firstName).toBe("Ola");
  });
});

describe("the picture", () => {
  const fetchFile = async (path: string) => await team.deployment.fetch(`/api${path}`);
  const files = async () =>
    await team.deployment.run(async (ctx) => await ctx.db.system.query("_storage").take(20));

  it.each([
    ["a JPG", async () => JPEG],
    ["a wide PNG", async () => await paintLogo("png", { width: 1400, height: 500 })],
    ["a HEIC file", async () => HEIC],
  ])("[GAP-SET-02] crops %s to a square and stores no other data of the file", async (_kind, picture) => {
    const avatarPath = await setAvatar(team.owner, await picture());
    const response = await fetchFile(avatarPath);
    const bytes = Buffer.from(await response.arrayBuffer());
    const { width, height, format, exif } = await sharp(bytes).metadata();
    expect([width, height, format, exif]).toEqual([AVATAR_EDGE, AVATAR_EDGE, "jpeg", undefined]);
    for (const secret of SECRETS) expect(textOf(bytes)).not.toContain(secret);
    expect(await files()).toHaveLength(1);
  });

  it("[GAP-SET-02] refuses more than 5 MB and files that are not pictures, and leaves no file behind", async () => {
    const send = async (bytes: Uint8Array<ArrayBuffer>) =>
      await callRest(team.owner.as, "POST", "/settings/user/avatar", { form: avatarForm(bytes) });
    const large = new Uint8Array(MAX_AVATAR_BYTES + 1);
    large.set(JPEG);
    expect(await send(large)).toMatchObject({
      status: 413,
      body: { message: "A profile picture may have at most 5 MB and 64 megapixels, a progressive one 32." },
    });
    expect((await send(new TextEncoder().encode("no picture"))).status).toBe(415);
    expect((await send(JPEG.slice(0, 300))).status).toBe(415);
    expect(await files()).toEqual([]);
  });

  it("can be seen only by members of the person's kennels and by its signed address, until it is replaced or removed", async () => {
    const first = await setAvatar(team.owner);
    const withToken = async (person = team.viewer) =>
      (await callRest(person.as, "GET", `/uploads/avatars/${team.owner.userId}`)).status;
    expect([await withToken(), await withToken(team.owner), await withToken(team.stranger)]).toEqual([
      200, 200, 404,
    ]);
    expect((await fetchFile(first.replace(/signature=../u, "signature=zz"))).status).toBe(401);
    const members = await team.viewer.as.query(api.kennels.members.list, { kennelId: team.kennelId });
    const seen = members.find(({ userId }) => userId === team.owner.userId)?.avatarPath ?? "";
    expect((await fetchFile(seen)).status).toBe(200);
    await team.owner.as.mutation(api.kennels.members.remove, {
      ...{ kennelId: team.kennelId, userId: team.viewer.userId },
    });
    expect([(await fetchFile(seen)).status, (await fetchFile(first)).status]).toEqual([401, 200]);
    const second = await setAvatar(team.owner);
    expect(second).not.toBe(first);
    expect([(await fetchFile(first)).status, await files()]).toEqual([401, [expect.anything()]]);
    await callRest(team.owner.as, "DELETE", "/settings/user/avatar");
    expect([(await fetchFile(second)).status, await files()]).toEqual([401, []]);
  });
});
