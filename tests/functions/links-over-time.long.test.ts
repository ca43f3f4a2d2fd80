/**
 * Tests every kind of address and key that leaves the product, over time. The kinds are found in the code: a file
 * that signs or draws a new kind needs a row here.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { makeLinks } from "../../convex/deliveries/model/noticeTokens";
import { INVITATION_DAYS, KENNEL_DELETION_DAYS } from "../../domain/kennels/rules";
import { LINK_DAYS } from "../../domain/deliveries/rules";
import { PHOTO_KEY_HOURS } from "../../domain/photos/rules";
import { addDog, startTeam, TODAY, type Team } from "../support/backend";
import { makeKey, startKeyCalls } from "../support/api-keys";
import { setAvatar } from "../support/avatars";
import { madeBackup } from "../support/backups";
import { recordBreeding } from "../support/breedings";
import { SITE } from "../support/calendars";
import { addDocument } from "../support/documents";
import { addAttachment, addHealthRecord } from "../support/health";
import { addCertifiedTest } from "../support/health-tests";
import { deleteKennel } from "../support/kennel-deletions";
import { setLogo } from "../support/logos";
import { addPhoto, PNG } from "../support/photos";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KEY_DAYS = 30;

let team: Team;
let keysRenewedAt: number;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
  vi.stubEnv("CONVEX_SITE_URL", SITE);
  team = await startTeam();
  keysRenewedAt = Date.now();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

interface Link {
  readonly opens: () => Promise<boolean>;
  /** A manager of the kennel can do this. */
  readonly takeBack: () => Promise<unknown>;
  /** Undefined if opening the link uses it up. */
  readonly use?: () => Promise<unknown>;
}

interface Kind {
  /** The file that signs or draws links of this kind. */
  readonly madeIn: string;
  /** The kennel's manager gets the link. */
  readonly give: () => Promise<Link>;
  /** The lifetime of a link that nothing else ends. Null means unlimited. */
  readonly holdsMs: number | null;
  readonly worksOnce?: true;
  /**
   * By default a link ends with the membership and with the kennel. With "membership", it ends only with the
   * kennel.
   */
  readonly outlives?: "membership";
}

const SIGNED_MS = 2 * PHOTO_KEY_HOURS * HOUR_MS;

const isFetched = async (address: string | null | undefined, init?: RequestInit): Promise<boolean> =>
  (await team.deployment.fetch((address ?? "").replace(SITE, ""), init)).status === 200;

const given = <Value>(value: Value | null | undefined): Value => {
  if (value === null || value === undefined) throw new Error("There is no address");
  return value;
};

const fileLink = (filePath: string | null | undefined, takeBack: Link["takeBack"]): Link => {
  const address = `/api${given(filePath)}`;
  return { opens: async () => await isFetched(address), takeBack };
};

const addBella = async () => (await addDog(team.owner, team.kennelId, { name: "Bella" }))._id;

/** The manager gets the message. */
async function sentNotice(): Promise<Awaited<ReturnType<typeof makeLinks>> & { takeBack: Link["takeBack"] }> {
  const { _id: reminderId } = await team.staff.as.mutation(api.reminders.reminders.create, {
    ...{ kennelId: team.kennelId, title: "Worming", dueDate: TODAY },
  });
  const { manager, kennelId } = team;
  const deliveryId = await team.deployment.run(
    async (ctx) =>
      await ctx.db.insert("deliveries", {
        kennelId,
        userId: manager.userId,
        kind: "reminder",
        reminderId,
        channel: "email",
        day: TODAY,
        state: "sent",
        sendAt: Date.now(),
        claims: 1,
        attempts: [],
      }),
  );
  const links = await makeLinks({
    ...{ deliveryId, kennelId, createdAt: Date.now() },
    facts: { kind: "reminder", reminder: { id: reminderId } },
  });
  return {
    ...links,
    takeBack: async () => await team.staff.as.mutation(api.reminders.reminders.remove, { reminderId }),
  };
}

const noticeButton = async (button: "complete" | "snooze"): Promise<Link> => {
  const links = await sentNotice();
  return {
    opens: async () => await isFetched(links[button]),
    use: async () => await isFetched(links[button], { method: "POST" }),
    takeBack: links.takeBack,
  };
};

const KINDS: Readonly<Record<string, Kind>> = {
  "an invitation": {
    madeIn: "kennels/model/invitationTokens.ts",
    give: async () => {
      const asked = { kennelId: team.kennelId, email: "new@example.com", role: "staff" } as const;
      const { waiting } = await team.manager.as.mutation(api.kennels.members.add, asked);
      const ref = { kennelId: team.kennelId, invitationId: given(waiting).invitationId };
      const token =
        given(await team.manager.as.query(api.kennels.invitations.link, ref))
          .split("/")
          .at(-1) ?? "";
      return {
        opens: async () => {
          const described = await team.deployment.query(api.kennels.invitations.describe, { token });
          return described !== null && given(described.expiresAt) > Date.now();
        },
        use: async () =>
          await team.stranger.as.mutation(api.kennels.invitations.accept, { token, role: "staff" }),
        takeBack: async () => await team.owner.as.mutation(api.kennels.members.remove, ref),
      };
    },
    holdsMs: INVITATION_DAYS * DAY_MS,
    worksOnce: true,
  },
  "a message's button that completes": {
    madeIn: "deliveries/model/noticeTokens.ts",
    give: async () => await noticeButton("complete"),
    holdsMs: LINK_DAYS * DAY_MS,
  },
  "a message's button that snoozes": {
    madeIn: "deliveries/model/noticeTokens.ts",
    give: async () => await noticeButton("snooze"),
    holdsMs: LINK_DAYS * DAY_MS,
  },
  "a message's button that turns mails off": {
    madeIn: "deliveries/model/noticeTokens.ts",
    give: async () => {
      const { unsubscribe } = await sentNotice();
      return {
        opens: async () => await isFetched(unsubscribe),
        use: async () => await isFetched(unsubscribe, { method: "POST" }),
        // Recipients of the mails cannot revoke the link.
        takeBack: async () => await deleteKennel(team),
      };
    },
    holdsMs: LINK_DAYS * DAY_MS,
    outlives: "membership",
  },
  "a calendar": {
    madeIn: "calendar/model/calendarTokens.ts",
    give: async () => {
      const named = { kennelId: team.kennelId, scope: "kennel" } as const;
      const saved = await team.manager.as.mutation(api.calendar.calendarFeeds.save, {
        ...named,
        parts: ["reminders"],
      });
      return {
        opens: async () => await isFetched(given(saved.url)),
        takeBack: async () => await team.manager.as.mutation(api.calendar.calendarFeeds.renew, named),
      };
    },
    holdsMs: null,
  },
  "an API key": {
    madeIn: "accounts/apiKeys.ts",
    give: async () => {
      await startKeyCalls(team.deployment);
      const { key, _id: apiKeyId } = await makeKey(team.manager, team.kennelId, { dogs: "read" }, KEY_DAYS);
      const revoked = { kennelId: team.kennelId, apiKeyId };
      return {
        opens: async () => await isFetched("/api/dogs", { headers: { Authorization: `Bearer ${key}` } }),
        takeBack: async () => await team.manager.as.mutation(api.accounts.apiKeys.revoke, revoked),
      };
    },
    holdsMs: KEY_DAYS * DAY_MS,
  },
  "a photo": {
    madeIn: "platform/model/files/photoAddresses.ts",
    give: async () => {
      const dogId = await addBella();
      const { id: photoId } = await addPhoto(team.owner, dogId);
      const [photo] = (await team.manager.as.query(api.dogs.photos.list, { dogId })) ?? [];
      return fileLink(photo?.filePath, () => team.owner.as.mutation(api.dogs.photos.remove, { photoId }));
    },
    holdsMs: SIGNED_MS,
  },
  "a person's picture": {
    madeIn: "platform/model/files/avatarAddresses.ts",
    give: async () => {
      await setAvatar(team.owner);
      const members = await team.manager.as.query(api.kennels.members.list, { kennelId: team.kennelId });
      const owner = members.find(({ email }) => email === team.owner.email);
      vi.setSystemTime(Date.now() + 1000);
      return fileLink(owner?.avatarPath, () => setAvatar(team.owner, PNG));
    },
    holdsMs: SIGNED_MS,
  },
  "a logo": {
    madeIn: "kennels/model/logoAddresses.ts",
    give: async () => {
      const { kennelId } = team;
      await setLogo(team.owner, kennelId);
      const kennels = await team.manager.as.query(api.kennels.kennels.list, {});
      const kennel = kennels.find(({ _id }) => _id === kennelId);
      return fileLink(kennel?.logoPath, () =>
        team.owner.as.mutation(api.kennels.kennelLogos.remove, { kennelId }),
      );
    },
    holdsMs: SIGNED_MS,
  },
  "a breeding's document": {
    madeIn: "breedings/model/breedingDocuments.ts",
    give: async () => {
      const breedingId = await recordBreeding(team, {});
      const { id: documentId } = await addDocument(team, breedingId);
      const [document] = await team.manager.as.query(api.breedings.breedingDocuments.list, { breedingId });
      return fileLink(document?.downloadPath, () =>
        team.owner.as.mutation(api.breedings.breedingDocuments.remove, { documentId }),
      );
    },
    holdsMs: SIGNED_MS,
  },
  "an attachment": {
    madeIn: "health/model/healthAttachments.ts",
    give: async () => {
      const { _id: recordId } = await addHealthRecord(team);
      const { id: attachmentId } = await addAttachment(team, recordId);
      const { attachments } = await team.manager.as.query(api.health.healthRecords.get, { recordId });
      return fileLink(attachments[0]?.filePath, () =>
        team.owner.as.mutation(api.health.healthAttachments.remove, { attachmentId }),
      );
    },
    holdsMs: SIGNED_MS,
  },
  "a test's certificate": {
    madeIn: "health/model/healthTests.ts",
    give: async () => {
      const dogId = await addBella();
      const testId = await addCertifiedTest(team, dogId);
      const [test] = (await team.manager.as.query(api.health.healthTests.list, { dogId })) ?? [];
      return fileLink(test?.certificate?.downloadPath, () =>
        team.owner.as.mutation(api.health.healthTests.removeCertificate, { dogId, testId }),
      );
    },
    holdsMs: SIGNED_MS,
  },
  "a file of health records": {
    madeIn: "health/model/healthExports.ts",
    give: async () => {
      const { kennelId, manager, deployment } = team;
      const asked = { kennelId, format: "csv", today: TODAY } as const;
      const exportId = await manager.as.mutation(internal.health.healthExports.prepare, asked);
      await deployment.action(internal.health.actions.healthExport.write, { exportId });
      const written = await manager.as.query(api.health.healthExports.get, { kennelId, exportId });
      return fileLink(written?.filePath, () =>
        manager.as.mutation(api.health.healthExports.discard, { kennelId, exportId }),
      );
    },
    holdsMs: DAY_MS,
  },
  "a file of the whole kennel": {
    madeIn: "exports/model/dataExports.ts",
    give: async () => {
      const { kennelId, manager, deployment } = team;
      const asked = { kennelId, format: "csv", today: TODAY } as const;
      const exportId = await manager.as.mutation(internal.exports.dataExports.prepare, asked);
      await deployment.action(internal.exports.actions.dataExport.write, { exportId });
      const written = await manager.as.query(api.exports.dataExports.get, { exportId });
      return fileLink(written?.filePath, () =>
        manager.as.mutation(api.exports.dataExports.discard, { exportId }),
      );
    },
    holdsMs: DAY_MS,
  },
  "a backup's file": {
    madeIn: "kennels/model/archiveFileAddresses.ts",
    give: async () => {
      await addPhoto(team.owner, await addBella());
      const backupId: Id<"backups"> = await madeBackup(team);
      const { files } = await team.manager.as.query(api.backups.backups.files, { backupId, cursor: null });
      const url = given(files[0]?.url);
      return {
        opens: async () => await isFetched(url),
        takeBack: async () => {
          await team.owner.as.mutation(api.backups.backups.remove, { backupId });
          await team.deployment.finishAllScheduledFunctions(() => undefined);
        },
      };
    },
    holdsMs: SIGNED_MS,
  },
};

/**
 * These files draw or sign something other than addresses and keys of the functions. Each entry states the purpose,
 * or the test that covers the file over time.
 */
const OTHERS: Readonly<Record<string, string>> = {
  "platform/model/files/signatures.ts": "what the kinds are signed with",
  "applications/model/drafts.ts": "the time at which a form was opened: tests/functions/applications.test.ts",
  "applications/model/mails.ts": "links of people without an account: tests/functions/applications.test.ts",
  "families/model/linkAddresses.ts":
    "links of families and their codes: tests/functions/family-links.test.ts",
  "families/model/sessions.ts": "sessions of families: tests/functions/family-links.test.ts",
  "families/model/trusted.ts": "files of a family's page: tests/functions/family-attacks.test.ts",
  "signings/actions/documents.ts": "the word of a document: tests/functions/signed-files.test.ts",
  "signings/model/signings.ts": "the file of a document to sign: tests/functions/signings.test.ts",
  "connections/model/sealing.ts": "hides a password of an outside service in its row",
  "backups/model/backupSignatures.ts": "a mark in a backup: tests/functions/restore-guards.test.ts",
  "rest/keyCalls.ts": "a token that never leaves the deployment",
  "accounts/model/accountDeletions.ts": "names a deletion for the person who asked for it, and opens nothing",
  "platform/model/files/uploadAddresses.ts": "upload addresses: tests/attacks/upload-room.test.ts",
  "accounts/secret.ts": "the secret of the accounts, and what hides it",
  "accounts/security/two-factor.ts": "codes: tests/attacks/kept-credentials.test.ts",
  "accounts/security/email-change.ts": "packages/convex-embedded/src/accounts/security/security.test.ts",
  "accounts/security/registration.ts": "tests/attacks/membership.test.ts",
  "accounts/security/password-reset.ts": "packages/convex-embedded/src/accounts/security/security.test.ts",
  "accounts/tokens.ts": "session tokens: packages/convex-embedded/src/accounts/accounts.test.ts",
  "accounts/authenticator.ts":
    "gives session tokens out: packages/convex-embedded/src/accounts/accounts.test.ts",
  "files/upload-token.ts": "packages/convex-embedded/src/files/files.test.ts",
};

const MAKES =
  /\b(?:signText|signIfPossible|signForCaller|generateRandomString|randomBytes|getRandomValues|generateUploadUrl)\(|\.sign\(/u;

function makersIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /\.ts$/u.test(file) && !/\.test\.|_generated|testing/u.test(file))
    .filter((file) => MAKES.test(readFileSync(path.join(folder, file), "utf8")))
    .map((file) => file.split(path.sep).join("/"));
}

it("the table of this test has every kind that the code creates", () => {
  const runtime = "packages/convex-embedded/src";
  const made = [
    ...makersIn("convex"),
    ...["accounts", "files"].flatMap((area) =>
      makersIn(path.join(runtime, area)).map((file) => `${area}/${file}`),
    ),
  ];
  const known = [...Object.values(KINDS).map(({ madeIn }) => madeIn), ...Object.keys(OTHERS)];
  expect([...made].sort()).toEqual([...new Set(known)].sort());
  const tests = Object.values(OTHERS).flatMap((other) => other.match(/\S+\.test\.ts/gu) ?? []);
  expect(tests.filter((test) => !existsSync(test))).toEqual([]);
});

/** Scheduled work runs, and expired rows are deleted. */
async function pass(ms: number): Promise<void> {
  const { deployment } = team;
  const end = Date.now() + ms;
  while (keysRenewedAt + PHOTO_KEY_HOURS * HOUR_MS <= end) {
    keysRenewedAt += PHOTO_KEY_HOURS * HOUR_MS;
    vi.setSystemTime(keysRenewedAt);
    await deployment.mutation(internal.dogs.photos.renewKeys, {});
  }
  vi.setSystemTime(end);
  await deployment.mutation(internal.jobs.sweep, { table: "healthExports" });
  await deployment.mutation(internal.jobs.sweep, { table: "dataExports" });
}

describe.each(Object.entries(KINDS))("%s", (_, { give, holdsMs, worksOnce, outlives }) => {
  it(`opens ${worksOnce ? "once" : "any number of times"}`, async () => {
    const { opens, use = opens } = await give();
    expect([await opens(), await opens()]).toEqual([true, true]);
    await use();
    expect(await opens()).toBe(!worksOnce);
    if (worksOnce) await expect(use()).rejects.toThrow();
  });

  it(holdsMs === null ? "is valid until it is revoked" : "is valid for its time and no longer", async () => {
    const { opens, use } = await give();
    await pass((holdsMs ?? 365 * DAY_MS) - HOUR_MS);
    expect(await opens()).toBe(true);
    await pass(2 * HOUR_MS);
    expect(await opens()).toBe(holdsMs === null);
    if (worksOnce) await expect(use?.()).rejects.toThrow();
  });

  it("ends when it is revoked", async () => {
    const { opens, takeBack } = await give();
    expect(await opens()).toBe(true);
    await takeBack();
    expect(await opens()).toBe(false);
  });

  it(`${outlives === "membership" ? "remains valid after" : "ends with"} the membership`, async () => {
    const { opens } = await give();
    const { userId } = team.manager;
    await team.owner.as.mutation(api.kennels.members.remove, { kennelId: team.kennelId, userId });
    expect(await opens()).toBe(outlives === "membership");
  });

  it("ends with the kennel", async () => {
    const { opens } = await give();
    await deleteKennel(team);
    vi.setSystemTime(Date.now() - KENNEL_DELETION_DAYS * DAY_MS);
    expect(await opens()).toBe(false);
  });
});
