/** Tests outgoing mail about accounts. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { startTeam, type Team } from "../support/backend";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubEnv("LOCAL_AUTH_ISSUER", "https://issuer.test");
  vi.stubEnv("STUDBOOK_ORIGIN", "https://dogs.example");
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const PATH = "/reset-password?token=secret";
const send = async (kind: "reset-password" | "password-changed") =>
  await team.deployment.mutation(internal.mail.accountMails.add, {
    kind,
    userId: "owner@example.com",
    name: "Olga",
    to: "owner@example.com",
    newEmail: null,
    path: kind === "reset-password" ? PATH : null,
    device: null,
    address: null,
    endsKeys: false,
  });
const stored = async () =>
  await team.deployment.run(async (ctx) => await ctx.db.query("accountMails").take(5));
const setMailUp = () => {
  vi.stubEnv("MAIL_FROM", "studbook@kennel.example");
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:9");
};

describe("the link for a forgotten password", () => {
  it("is not stored when the deployment sends no mail, because every signed-in user could read it", async () => {
    await send("reset-password");
    expect(await stored()).toEqual([]);
    await send("password-changed");
    expect(await stored()).toMatchObject([{ kind: "password-changed", state: "not_set_up" }]);
  });

  it("is sent by mail, and is left out of the user's own list of messages", async () => {
    setMailUp();
    await send("reset-password");
    const [mail] = await stored();
    expect(mail).toMatchObject({ state: "waiting", path: PATH });
    const outgoing =
      mail && (await team.deployment.query(internal.mail.accountMails.outgoing, { mailId: mail._id }));
    expect(outgoing?.text).toContain(`https://dogs.example${PATH}`);
    const listed = await team.owner.as.query(api.mail.accountMails.list, {});
    expect(listed).toMatchObject([{ subject: "Set a new password", text: null }]);
    const sent = { isSent: true, isFinal: true, message: "250 OK" };
    if (mail)
      await team.deployment.mutation(internal.mail.accountMails.report, {
        mailId: mail._id,
        outcome: sent,
      });
    expect(await stored()).toMatchObject([{ state: "sent", path: null }]);
  });

  it("is available to everybody, signed in or not, when the deployment sends mail", async () => {
    expect(await team.deployment.query(api.mail.accountMails.isDelivered, {})).toBe(false);
    setMailUp();
    expect(await team.deployment.query(api.mail.accountMails.isDelivered, {})).toBe(true);
  });
});

describe("old mail", () => {
  it("is deleted after ninety days, even if there is more mail than one transaction can delete", async () => {
    await send("password-changed");
    await team.deployment.run(async (ctx) => {
      const [row] = await ctx.db.query("accountMails").take(1);
      if (!row) throw new Error("No mail was written");
      const { _id, _creationTime, ...mail } = row;
      for (let copy = 0; copy < 500; copy += 1) await ctx.db.insert("accountMails", mail);
    });
    vi.setSystemTime(Date.now() + 89 * 86_400_000);
    await team.deployment.mutation(internal.platform.retention.purge, {});
    expect(await stored()).toHaveLength(5);
    vi.setSystemTime(Date.now() + 2 * 86_400_000);
    await team.deployment.mutation(internal.platform.retention.purge, {});
    await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await stored()).toEqual([]);
  });
});
