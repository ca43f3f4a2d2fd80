/** Tests signing in and the user row. */
import { describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import {
  callerOf,
  failureOf,
  firstKennelOf,
  signIn,
  signInOnly,
  startDeployment,
  startTeam,
} from "../support/backend";

describe("users.ensure", () => {
  it("[GAP-KEN-02] creates the user at the first sign-in, and no kennel until the user wants one", async () => {
    const anna = await signInOnly(startDeployment(), "anna@example.com", { givenName: "Anna" });
    expect(await anna.as.query(api.kennels.kennels.list, {})).toEqual([]);
    const made = await anna.as.mutation(api.kennels.kennels.create, { name: "Oakhollow" });
    expect(made).toMatchObject({ name: "Oakhollow", role: "owner", isOwner: true, ownerId: anna.userId });
    expect(await anna.as.query(api.kennels.kennels.list, {})).toEqual([made]);
  });

  it("creates one user, however many sign-ins run at the same time", async () => {
    const deployment = startDeployment();
    const caller = callerOf(deployment, "anna@example.com");
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => caller.mutation(api.accounts.users.ensure, {})),
    );
    expect(new Set(answers.map((answer) => answer.userId)).size).toBe(1);
  });

  it("[AUTH-10] refuses a caller without a token", async () => {
    const failure = await failureOf(startDeployment().mutation(api.accounts.users.ensure, {}));
    expect(failure.code).toBe("UNAUTHENTICATED");
  });

  it("[GAP-KEN-04] joins no kennel automatically, even when the address was invited", async () => {
    const deployment = startDeployment();
    const owner = await signIn(deployment, "owner@example.com");
    const kennelId = await firstKennelOf(owner);
    await owner.as.mutation(api.kennels.members.add, { kennelId, email: "New@Example.com", role: "staff" });
    const newcomer = await signIn(deployment, "new@example.com");
    const kennels = await newcomer.as.query(api.kennels.kennels.list, {});
    expect(kennels.map(({ _id }) => _id)).not.toContain(kennelId);
  });

  it("ignores an invalid time zone", async () => {
    const deployment = startDeployment();
    const caller = callerOf(deployment, "anna@example.com");
    await caller.mutation(api.accounts.users.ensure, { timeZone: "Nowhere/Land" });
    expect((await caller.query(api.accounts.users.me, {}))?.timeZone).toBeNull();
    await caller.mutation(api.accounts.users.ensure, { timeZone: "America/New_York" });
    expect((await caller.query(api.accounts.users.me, {}))?.timeZone).toBe("America/New_York");
  });
});

describe("users.rememberKennel", () => {
  it("[GAP-KEN-03] opens the last opened kennel on every device", async () => {
    const { staff, kennelId } = await startTeam();
    const lastOf = async () => (await staff.as.query(api.accounts.users.me, {}))?.lastKennelId;
    expect(await lastOf()).toBeNull();
    await staff.as.mutation(api.accounts.users.rememberKennel, { kennelId });
    expect(await lastOf()).toBe(kennelId);
    const own = await firstKennelOf(staff);
    await staff.as.mutation(api.accounts.users.rememberKennel, { kennelId: own });
    expect(await lastOf()).toBe(own);
  });

  it("finds no kennels of other people, and refuses signed-out callers", async () => {
    const { stranger, kennelId, deployment } = await startTeam();
    const refused = await failureOf(stranger.as.mutation(api.accounts.users.rememberKennel, { kennelId }));
    expect(refused.code).toBe("NOT_FOUND");
    const unknown = await failureOf(deployment.mutation(api.accounts.users.rememberKennel, { kennelId }));
    expect(unknown.code).toBe("UNAUTHENTICATED");
  });
});

describe("users.me", () => {
  it("returns null when signed out and before the first sign-in is recorded", async () => {
    const deployment = startDeployment();
    expect(await deployment.query(api.accounts.users.me, {})).toBeNull();
    expect(await callerOf(deployment, "anna@example.com").query(api.accounts.users.me, {})).toBeNull();
  });

  it("[GAP-AUTH-07] returns the given names, or the part of the address before the at sign", async () => {
    const deployment = startDeployment();
    const anna = await signIn(deployment, "anna@example.com", { givenName: "Anna", familyName: "Berg" });
    const nobody = await signIn(deployment, "kennel.oak@example.com");
    expect(await anna.as.query(api.accounts.users.me, {})).toMatchObject({
      name: "Anna Berg",
      firstName: "Anna",
    });
    expect(await nobody.as.query(api.accounts.users.me, {})).toMatchObject({
      name: "kennel.oak",
      firstName: null,
    });
  });

  it("reads the claims of a custom JWT provider by their configured names", async () => {
    const deployment = startDeployment();
    const person = await signIn(deployment, "anna@example.com", { given_name: "Anna", family_name: "Berg" });
    expect(await person.as.query(api.accounts.users.me, {})).toMatchObject({
      firstName: "Anna",
      lastName: "Berg",
    });
  });
});
