/**
 * Calls every function and REST route of families, applications and documents to sign without the right to the
 * named record. The calls are collected from the code, so new functions are included.
 */
import { makeFunctionReference } from "convex/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { applicationFormEndpoints } from "../../convex/applications/rest/applicationForm";
import { applicationEndpoints } from "../../convex/applications/rest/applications";
import { diaryEndpoints } from "../../convex/families/rest/diary";
import { linkEndpoints } from "../../convex/families/rest/links";
import { isOfLink } from "../../convex/platform/model/people/requirements";
import { signingEndpoints } from "../../convex/signings/rest/signings";
import { addApplication, addDoubted } from "../support/applications";
import { ArgumentMaker } from "../support/audit-arguments";
import { PUBLIC_FUNCTIONS, type Audited } from "../support/audit-calls";
import { callRest } from "../support/backend-rest";
import {
  decoded,
  firstKennelOf,
  startTeam,
  TODAY,
  type Caller,
  type Deployment,
  type Team,
} from "../support/backend";
import { stateOf } from "../support/backups";
import { familyOf } from "../support/families";
import { addPuppyPhoto } from "../support/photos";
import { familyBrowser, reservedPuppy, sentText } from "../support/signings";
import { getErrorData } from "../../domain/errors";

const AREAS = /^(families|applications|signings)\//u;
const OF_AREAS = PUBLIC_FUNCTIONS.filter(({ name }) => AREAS.test(name));
const OF_LINKS = OF_AREAS.filter(({ demand }) => isOfLink(demand));
const OF_KENNELS = OF_AREAS.filter(({ demand }) => !isOfLink(demand));

type Ids = Readonly<Record<string, string>>;

/** Returns the ids by the names of arguments, and a confirmed session. */
async function filled(team: Team): Promise<Ids> {
  const { owner, kennelId } = team;
  const placed = await reservedPuppy(team, "SECRET Berg");
  const signing = await sentText(team, placed);
  const photo = await addPuppyPhoto(owner, placed.puppyId);
  const entry = await owner.as.mutation(api.families.diary.write, {
    ...{ litterId: placed.litterId, text: "SECRET diary", isShared: true, photoIds: [photo.id] },
  });
  const applicant = await owner.as.mutation(api.litters.waitingList.create, { kennelId, name: "SECRET Bo" });
  const applicationId = await addApplication(team, { name: "SECRET Carl" });
  const draftId = await addDoubted(team, { name: "SECRET Dora" });
  const { link } = await familyOf(team, { placementId: placed.placementId });
  const session = await familyBrowser(team, placed);
  return {
    ...{ kennelId, puppyId: placed.puppyId, placementId: placed.placementId, litterId: placed.litterId },
    ...{ contactId: placed.contactId, signingId: signing._id, replacesId: signing._id, photoId: photo.id },
    ...{ diaryEntryId: entry._id, applicantId: applicant._id, applicationId, draftId, linkId: link._id },
    ...{ breedingId: placed.breedingId, session, linkSession: session, documentId: signing._id },
  };
}

let team: Team;
let other: Team;
let own: Ids;
let theirs: Ids;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
  team = await startTeam();
  const { stranger } = team;
  other = { ...team, owner: stranger, staff: stranger, kennelId: await firstKennelOf(stranger) };
  own = await filled(team);
  theirs = await filled(other);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Returns the code of the refusal, "invalid" for arguments that the function does not accept, or the result. */
async function outcomeOf(
  caller: Caller | Deployment,
  { name, kind }: Audited,
  args: object,
): Promise<string> {
  try {
    const answer =
      kind === "query"
        ? await caller.query(makeFunctionReference<"query">(name), args as never)
        : kind === "mutation"
          ? await caller.mutation(makeFunctionReference<"mutation">(name), args as never)
          : await caller.action(makeFunctionReference<"action">(name), args as never);
    return `answered ${JSON.stringify(answer)}`;
  } catch (error) {
    const data = getErrorData(decoded(error));
    if (data) return data.code;
    const text = error instanceof Error ? error.message : String(error);
    if (/Validator error|ArgumentValidationError|not a supported Convex type/u.test(text)) return "invalid";
    throw new Error(`${name} failed: ${text}`, { cause: error });
  }
}

const argumentsOf = (audited: Audited, ids: Ids) =>
  new ArgumentMaker((argument) => ids[argument]).argumentsOf(audited.args);

/** The names of the arguments that name a record, also in lists. */
const namesIn = (args: object): string[] =>
  Object.keys(args).filter(
    (name) => theirs[name] !== undefined || theirs[name.replace(/s$/u, "")] !== undefined,
  );

const withTheirs = (args: Record<string, unknown>, name: string): Record<string, unknown> => {
  const id = theirs[name] ?? theirs[name.replace(/s$/u, "")];
  return { ...args, [name]: Array.isArray(args[name]) ? [id] : id };
};

describe("ids of another kennel", () => {
  it("are refused in each argument of each function of the kennel, and change nothing there", async () => {
    const before = await stateOf(other);
    const tried: string[] = [];
    for (const audited of OF_KENNELS) {
      const args = argumentsOf(audited, own);
      for (const name of namesIn(args)) {
        const outcome = await outcomeOf(team.owner.as, audited, withTheirs(args, name));
        tried.push(`${audited.name} ${name}`);
        expect(
          ["NOT_FOUND", "VALIDATION_FAILED", "FORBIDDEN"],
          `${audited.name} ${name}: ${outcome}`,
        ).toContain(outcome);
      }
    }
    expect(tried.length).toBeGreaterThan(40);
    expect((await stateOf(other)).records).toEqual(before.records);
  });

  it("are refused in each argument of each function of a link", async () => {
    const before = await stateOf(other);
    for (const audited of OF_LINKS) {
      const args = { ...argumentsOf(audited, own), session: own["session"] };
      for (const name of namesIn(args).filter((each) => each !== "session")) {
        const outcome = await outcomeOf(team.deployment, audited, withTheirs(args, name));
        expect(outcome, `${audited.name} ${name}`).toBe("NOT_FOUND");
      }
    }
    expect((await stateOf(other)).records).toEqual(before.records);
  });

  it("are refused in each REST call, by path, body and query", async () => {
    const before = await stateOf(other);
    const endpoints = [
      ...[...linkEndpoints, ...diaryEndpoints, ...signingEndpoints],
      ...[...applicationEndpoints, ...applicationFormEndpoints],
    ];
    const idIn = (path: string): string =>
      ({ links: "linkId", signings: "signingId", placements: "placementId", applications: "applicationId" })[
        path.replace("/links/signings", "/signings").split("/")[1] ?? ""
      ] ?? "litterId";
    let tried = 0;
    for (const { contract } of endpoints) {
      const fill = (ids: Ids) =>
        contract.path
          .replace("{id}", ids[idIn(contract.path)] ?? "")
          .replace("{diaryEntryId}", theirs["diaryEntryId"] ?? "")
          .replace("{photoId}", ids["photoId"] ?? "")
          .replace("{documentId}", ids["documentId"] ?? "")
          .replace("{setAt}", "1")
          .replace("{size}", "full");
      const content = (contract.request?.body?.content ?? {}) as Record<string, { example?: object }>;
      const example = content["application/json"]?.example;
      const json =
        example &&
        Object.fromEntries(
          Object.entries(example).map(([name, value]) => [
            name,
            name === "session"
              ? own["session"]
              : (theirs[name] ?? (name === "kennelId" ? theirs[name] : value)),
          ]),
        );
      const asks = new URLSearchParams({
        kennelId: theirs["kennelId"] ?? "",
        today: TODAY,
        signature: `${own["session"]}.x`,
      });
      const isOpen = contract["x-permission"] === "anybody";
      // A call that takes only an address or session names no record of a kennel.
      if (["/links/open", "/links/code", "/links/code/check"].includes(contract.path)) continue;
      const path = `${fill(theirs)}?${asks.toString()}`;
      const answer = await callRest(isOpen ? team.deployment : team.owner.as, contract.method, path, {
        ...(json && { json: isOpen ? json : { ...json, kennelId: theirs["kennelId"] } }),
      });
      tried += 1;
      expect([400, 404], `${contract.method} ${contract.path}: ${JSON.stringify(answer.body)}`).toContain(
        answer.status,
      );
      expect(JSON.stringify(answer.body ?? "")).not.toContain("SECRET");
    }
    expect(tried).toBeGreaterThan(25);
    expect((await stateOf(other)).records).toEqual(before.records);
  });
});

describe("a session", () => {
  const sessions = async () => {
    const ended = await familyOf(team, { applicantId: own["applicantId"] ?? "" });
    await team.owner.as.mutation(api.families.links.end, { linkId: ended.link._id });
    return { ended: ended.session };
  };

  it("is refused by every function of links when forged, expired, or made from another kind of text", async () => {
    const { ended } = await sessions();
    const forged = [
      "",
      "x",
      "0".repeat(64),
      "f".repeat(100_000),
      (own["session"] ?? "").toUpperCase(),
      own["linkId"],
      "\u0000",
    ];
    for (const audited of OF_LINKS) {
      const args = argumentsOf(audited, own);
      for (const session of forged) {
        const outcome = await outcomeOf(team.deployment, audited, { ...args, session });
        expect(outcome, `${audited.name} ${String(session).slice(0, 70)}`).toBe("NOT_FOUND");
      }
      expect(await outcomeOf(team.deployment, audited, { ...args, session: ended }), audited.name).toBe(
        "LINK_OVER",
      );
      for (const session of [null, 7, true, {}, [own["session"]], undefined])
        expect(await outcomeOf(team.deployment, audited, { ...args, session }), audited.name).toBe("invalid");
    }
  });

  it("of another kennel cannot read or change this kennel's documents", async () => {
    const { familySignings } = api.signings;
    const asked = { session: theirs["session"] ?? "", signingId: own["signingId"] ?? "" };
    const read = PUBLIC_FUNCTIONS.find(({ name }) => name === "signings/familySignings:read");
    expect(await outcomeOf(team.deployment, read ?? expect.unreachable(), asked)).toBe("NOT_FOUND");
    for (const step of ["open", "sign", "decline"]) {
      const { status } = await callRest(
        team.deployment,
        "POST",
        `/links/signings/${asked.signingId}/${step}`,
        {
          json: { session: asked.session, name: "Eve", word: "AAAA", reason: "No" },
        },
      );
      expect(status, step).toBe(404);
    }
    const list = await team.deployment.query(familySignings.list, { session: asked.session });
    expect(list.map(({ _id }) => _id)).toEqual([theirs["signingId"]]);
  });

  it("is accepted by no function of the kennel, neither as an argument nor as a token", async () => {
    for (const audited of OF_KENNELS) {
      const args = argumentsOf(audited, own);
      const outcome = await outcomeOf(team.deployment, audited, args);
      expect(["UNAUTHENTICATED", "invalid"], `${audited.name}: ${outcome}`).toContain(outcome);
    }
  });
});

describe("impossible texts and numbers", () => {
  const STRANGE = [
    "x".repeat(100_000),
    "\u0000",
    "\u202e",
    "🐕".repeat(3000),
    "<script>alert(1)</script>",
    "  ",
  ];

  /** Replaces every top-level argument that is a text or a number, one after the other. */
  function* changed(args: Record<string, unknown>): Generator<readonly [string, Record<string, unknown>]> {
    for (const [name, value] of Object.entries(args)) {
      if (typeof value === "string") for (const text of STRANGE) yield [name, { ...args, [name]: text }];
      if (typeof value === "number")
        for (const number of [-1, Number.MAX_SAFE_INTEGER, 1.5, NaN, Infinity])
          yield [name, { ...args, [name]: number }];
    }
  }

  it("are refused with a message, never with a server error, in functions of links", async () => {
    for (const audited of OF_LINKS) {
      const args = { ...argumentsOf(audited, own), session: own["session"] };
      for (const [name, strange] of changed(args)) {
        if (name === "session") continue;
        // Throws for an error without a code.
        const outcome = await outcomeOf(team.deployment, audited, strange);
        expect(outcome, `${audited.name} ${name}`).not.toBe("INTERNAL");
      }
    }
    // A family may type any text here.
    const { session = "" } = own;
    const { contact } = await team.deployment.query(api.families.pages.page, { session });
    const change = PUBLIC_FUNCTIONS.find(({ name }) => name === "families/pages:changeContact");
    for (const [field, most] of [
      ["phone", 100_000],
      ["address", 100_000],
    ] as const) {
      const asked = { session, expectedUpdatedAt: contact?.updatedAt ?? 0, [field]: "x".repeat(most) };
      expect(await outcomeOf(team.deployment, change ?? expect.unreachable(), asked), field).toBe(
        "VALIDATION_FAILED",
      );
    }
  });

  it("are refused with a message in functions of the kennel", async () => {
    for (const audited of OF_KENNELS.filter(({ kind }) => kind !== "action")) {
      for (const [name, strange] of changed(argumentsOf(audited, own))) {
        if (name === "kennelId") continue;
        const outcome = await outcomeOf(team.owner.as, audited, strange);
        expect(outcome, `${audited.name} ${name}`).not.toBe("INTERNAL");
      }
    }
  });

  it("are refused with a message when a family signs or declines", async () => {
    const { session = "", signingId = "" } = own;
    for (const text of STRANGE) {
      for (const [step, json] of [
        ["sign", { session, word: text, name: "Anna" }],
        ["decline", { session, reason: text }],
        ["open", { session: text }],
      ] as const) {
        const { status } = await callRest(team.deployment, "POST", `/links/signings/${signingId}/${step}`, {
          json,
        });
        expect(status, `${step} ${text.slice(0, 9)}`).toBeLessThan(500);
      }
      const code = await callRest(team.deployment, "POST", "/links/code/check", {
        json: { session, code: text },
      });
      expect(code.status).toBeLessThan(500);
      const opened = await callRest(team.deployment, "POST", "/links/open", { json: { token: text } });
      expect([400, 404, 413, 429]).toContain(opened.status);
    }
  });
});
