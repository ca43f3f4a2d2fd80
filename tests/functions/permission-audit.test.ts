/**
 * The audit of permissions: every public function is called as nobody, as the owner of another kennel, as each role
 * and as people whose rights were narrowed or widened, with arguments made from its own validators. What is expected
 * comes from the permission table and from the demand that the function was built with, never from a list kept here.
 * Each call is undone, so that the kennel is the same for the next.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isOfLink, type Requirement } from "../../convex/platform/model/people/requirements";
import {
  AREAS,
  ROLES,
  type Level,
  type PermissionOverrides,
  type Role,
} from "../../domain/permissions/rules";
import { effectivePermissions, grantsAll, readsEverything } from "../../domain/permissions/permissions";
import { choosingFrom } from "../support/audit-arguments";
import { AuditCaller, PUBLIC_FUNCTIONS, type Audited, type Outcome } from "../support/audit-calls";
import { seedAuditKennel, type Ids } from "../support/audit-kennel";
import { firstKennelOf, signIn, startTeam, type Person, type Team, addMember } from "../support/backend";

/** Marks what the audited kennel's people wrote. */
const MARK = "Canary";

const everyArea = (level: Level): PermissionOverrides =>
  Object.fromEntries(AREAS.map((area) => [area, level]));

interface Standing {
  readonly role: Role;
  readonly overrides: PermissionOverrides;
}

/** People of the kennel by name: each role as it is, one without any right and one with all but the owner's. */
const STANDINGS: Readonly<Record<string, Standing>> = {
  ...Object.fromEntries(ROLES.map((role) => [role, { role, overrides: {} }])),
  "manager without rights": { role: "manager", overrides: everyArea("none") },
  "viewer with all rights": { role: "viewer", overrides: everyArea("write") },
};

/** Says whether the permission table grants a demand. */
function isGranted(demand: Requirement, { role, overrides }: Standing): boolean {
  if (demand === "owner") return role === "owner";
  if (!demand.includes(":")) return true;
  return grantsAll(effectivePermissions(role, overrides), demand);
}

/**
 * Says whether a function may ask for more than it demands: what every member may call by what it is told, as removing
 * somebody else does, and a backup, which holds every area, for the right to read them all.
 */
const asksForMore = (demand: Requirement | null, { role, overrides }: Standing): boolean =>
  demand === "member" ||
  demand === "kennel" ||
  (demand === "backups:read" && !readsEverything(effectivePermissions(role, overrides)));

let team: Team;
let people: Record<string, Person>;
let caller: AuditCaller;
let ids: Ids;
let strangersIds: Ids;

beforeAll(async () => {
  vi.useFakeTimers();
  team = await startTeam();
  const { deployment, kennelId, owner } = team;
  const join = async (name: string, { role, overrides: permissions }: Standing) => {
    const person = await signIn(deployment, `${name.replaceAll(" ", ".")}@example.com`);
    await addMember(owner, person, { kennelId, role, permissions });
    return person;
  };
  people = { owner, manager: team.manager, staff: team.staff, viewer: team.viewer };
  for (const [name, standing] of Object.entries(STANDINGS)) people[name] ??= await join(name, standing);
  ids = await seedAuditKennel(team, MARK);
  const { stranger } = team;
  const strangersKennel = await firstKennelOf(stranger);
  for (const role of ["manager", "staff", "viewer"] as const) {
    await addMember(stranger, team[role], { kennelId: strangersKennel, role });
  }
  // The stranger's own kennel holds the same, so that calls about it can be given the other one's records.
  strangersIds = await seedAuditKennel({ ...team, owner: stranger, kennelId: strangersKennel }, "Stranger");
  caller = new AuditCaller(deployment, { kennelId, marks: [MARK] });
}, 60_000);

afterAll(() => {
  vi.useRealTimers();
});

/** Runs every function that is chosen, and returns what was not as expected, one line each. */
async function findingsOf(
  chosen: (audited: Audited) => boolean,
  look: (audited: Audited) => Promise<string | null>,
): Promise<string[]> {
  const findings: string[] = [];
  for (const audited of PUBLIC_FUNCTIONS.filter(chosen)) {
    const finding = await look(audited);
    if (finding !== null) findings.push(`${audited.name} (${audited.demand}): ${finding}`);
  }
  return findings;
}

const isOfKennel = ({ demand }: Audited): boolean =>
  demand !== "anybody" && demand !== "signed in" && !isOfLink(demand);

/** Tells of an answer that holds what it should not, or of a change. */
const leakOf = ({ leaks, changes }: Outcome): string | null =>
  [...leaks, ...changes].length === 0 ? null : [...leaks, ...changes].join("; ");

describe("the registry", () => {
  it("knows what every public function demands", () => {
    expect(PUBLIC_FUNCTIONS.length).toBeGreaterThan(250);
    expect(PUBLIC_FUNCTIONS.filter(({ demand }) => demand === null).map(({ name }) => name)).toEqual([]);
  });

  it("knows a record for everything that a function can be about", () => {
    const missing = PUBLIC_FUNCTIONS.flatMap(({ subject }) => subject).filter((argument) => !ids[argument]);
    expect([...new Set(missing)]).toEqual([]);
  });

  it("names the permission of every action that takes a record", () => {
    const silent = PUBLIC_FUNCTIONS.filter(
      ({ kind, demand, args }) => kind === "action" && demand === "signed in" && /Id"/.test(args),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

describe("nobody", () => {
  it("gets nothing from any function but those for anybody", async () => {
    const findings = await findingsOf(
      ({ demand }) => demand !== "anybody" && !isOfLink(demand),
      async (audited) => {
        const { outcome } = await caller.call(audited, null, choosingFrom(ids));
        return outcome === "UNAUTHENTICATED" ? null : outcome;
      },
    );
    expect(findings).toEqual([]);
  });

  it("learns and changes nothing of a kennel by the functions for anybody", async () => {
    const findings = await findingsOf(
      ({ demand }) => demand === "anybody",
      async (audited) => leakOf(await caller.call(audited, null, choosingFrom(ids))),
    );
    expect(findings).toEqual([]);
  });
});

describe("the functions of links", () => {
  const isOfLinks = ({ demand }: Audited): boolean => isOfLink(demand);
  const withSession = (session: string) => (name: string, module: string) =>
    name === "session" ? session : choosingFrom(ids)(name, module);

  it("are recognized, and find nothing with an invalid session, whoever calls", async () => {
    expect(PUBLIC_FUNCTIONS.filter(isOfLinks).length).toBeGreaterThan(5);
    for (const forged of ["", "0".repeat(64), String(ids["session"]).slice(1), String(ids["linkId"])]) {
      for (const person of [null, team.owner, team.stranger]) {
        const findings = await findingsOf(isOfLinks, async (audited) => {
          const { outcome } = await caller.call(audited, person, withSession(forged));
          return outcome === "NOT_FOUND" ? null : outcome;
        });
        expect(findings).toEqual([]);
      }
    }
  });

  it("reveal nothing of this kennel's records to a family of another one, and change nothing", async () => {
    const findings = await findingsOf(isOfLinks, async (audited) =>
      leakOf(await caller.call(audited, null, withSession(String(strangersIds["session"])))),
    );
    expect(findings).toEqual([]);
  });
});

describe("the owner of another kennel", () => {
  it("finds no record that is not theirs, and changes none", async () => {
    const findings = await findingsOf(isOfKennel, async (audited) => {
      const found = await caller.call(audited, team.stranger, choosingFrom(ids));
      if (found.outcome !== "NOT_FOUND" && found.outcome !== "nothing") return found.outcome;
      return leakOf(found);
    });
    expect(findings).toEqual([]);
  });

  it("reaches none of them through their own kennel, and links none to their own", async () => {
    const findings = await findingsOf(
      () => true,
      async (audited) => {
        const own = { ids: strangersIds, subject: audited.subject };
        return leakOf(await caller.call(audited, team.stranger, choosingFrom(ids, own)));
      },
    );
    expect(findings).toEqual([]);
  });
});

describe.each(Object.entries(STANDINGS))("a person of the kennel: %s", (name, standing) => {
  const person = (): Person => {
    const found = people[name];
    if (!found) throw new Error(`${name} was not seeded`);
    return found;
  };

  it("[GAP-AUTH-03] is refused exactly what the table does not grant", async () => {
    const findings = await findingsOf(isOfKennel, async (audited) => {
      const isAllowed = isGranted(audited.demand ?? "owner", standing);
      // An action cannot be undone; those who may are let alone.
      if (isAllowed && audited.kind === "action") return null;
      const { outcome } = await caller.call(audited, person(), choosingFrom(ids));
      if (!isAllowed) return outcome === "FORBIDDEN" ? null : `not refused: ${outcome}`;
      const isRefused =
        outcome === "UNAUTHENTICATED" || (outcome === "FORBIDDEN" && !asksForMore(audited.demand, standing));
      return isRefused ? outcome : null;
    });
    expect(findings).toEqual([]);
  });
});

describe("a person without any right in a kennel", () => {
  it("[GAP-AUTH-02] learns nothing of its records, and changes none, through what every member may call", async () => {
    const bare = people["manager without rights"];
    const findings = await findingsOf(
      ({ kind, demand }) => kind !== "action" && demand !== "anybody" && !demand?.includes(":"),
      async (audited) => leakOf(await caller.call(audited, bare ?? null, choosingFrom(ids))),
    );
    expect(findings).toEqual([]);
  });
});

describe("the arguments", () => {
  it("are plausible: the owner is answered by most functions, and finds what they name", async () => {
    const outcomes: Record<string, string[]> = {};
    for (const audited of PUBLIC_FUNCTIONS.filter(({ kind }) => kind !== "action")) {
      const { outcome } = await caller.call(audited, team.owner, choosingFrom(ids));
      (outcomes[outcome] ??= []).push(audited.name);
    }
    const { answered = [], nothing = [], NOT_FOUND: lost = [] } = outcomes;
    expect(answered.length + nothing.length).toBeGreaterThan(0.7 * PUBLIC_FUNCTIONS.length);
    expect(lost.length, lost.join(", ")).toBeLessThan(0.05 * PUBLIC_FUNCTIONS.length);
  });

  it("name an import in the state that each function of imports asks for", async () => {
    const findings = await findingsOf(
      ({ name, kind }) => name.startsWith("imports/") && kind !== "action",
      async (audited) => {
        const { outcome } = await caller.call(audited, team.owner, choosingFrom(ids));
        return ["answered", "nothing"].includes(outcome) ? null : outcome;
      },
    );
    expect(findings).toEqual([]);
  });
});
