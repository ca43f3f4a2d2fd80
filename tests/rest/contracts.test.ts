/**
 * What holds for every REST call, generated from the contracts: each is mounted and documented, and each refuses
 * a caller without a token, without the right, from another kennel, and a body that is none.
 */
import { afterEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { endpoints, createRestApp } from "../../convex/rest/app";
import type { AnyContract, Endpoint } from "../../convex/platform/rest/calls";
import { describeApi } from "../../convex/rest/reference";
import { DELETION_WORD } from "../../domain/constants/deletion";
import { ERRORS } from "../../domain/errors";
import { AREAS, ROLE_PERMISSIONS, ROLES, type Area, type Level } from "../../domain/constants/roles";
import { hasPermission } from "../../domain/permissions/permissions";
import { startAccounts } from "../support/accounts";
import { addAlert, addWidget } from "../support/dashboard";
import { addDog, signIn, startTeam, TODAY, type Person, type Team, addMember } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { recordBreeding } from "../support/breedings";
import { addBooking, addDose, addVeterinarian } from "../support/vaccines";
import { backupForm, madeBackup } from "../support/backups";
import { addConnection } from "../support/connections";
import { addTemplate } from "../support/contracts";
import { addDocument, documentForm } from "../support/documents";
import { addCertifiedTest } from "../support/health-tests";
import { addAttachment, addExport, addHealthRecord, attachmentForm } from "../support/health";
import { avatarForm, setAvatar } from "../support/avatars";
import { logoForm, setLogo } from "../support/logos";
import { addLitter, addPuppy } from "../support/litters";
import { startPayments } from "../support/payments";
import { addPhoto, photoForm } from "../support/photos";
import { addReminder } from "../support/reminders";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const restModules = import.meta.glob("../../convex/*/rest/*.ts", { eager: true });

const isEndpoints = (value: unknown): value is Endpoint[] =>
  Array.isArray(value) && value.every((each) => typeof each === "object" && each !== null && "mount" in each);

const nameOf = (contract: AnyContract): string => `${contract.method.toUpperCase()} ${contract.path}`;

const contracts = endpoints.map((endpoint) => endpoint.contract);
const needsToken = (contract: AnyContract): boolean => contract["x-permission"] !== "anybody";
const needsMembership = (contract: AnyContract): boolean =>
  needsToken(contract) && contract["x-permission"] !== "signed in";
const needsRight = (contract: AnyContract): boolean =>
  contract["x-permission"] === "owner" || contract["x-permission"].includes(":");

/** The example body of a contract, which it must accept. */
function exampleBody(contract: AnyContract): unknown {
  const content = contract.request?.body?.content["application/json"];
  return content && "example" in content ? content.example : undefined;
}

/** Records a health check of a new puppy. */
async function addCheck(team: Team): Promise<string> {
  const { litterId } = await addLitter(team);
  const { _id: puppyId } = await addPuppy(team, litterId);
  const check = { puppyId, checkDate: TODAY, today: TODAY };
  return (await team.owner.as.mutation(api.litters.puppyHealthChecks.create, check))._id;
}

/** Has everything about the owner written, and returns the package's id. */
async function addPackage({ owner, deployment }: Team): Promise<string> {
  const asked = { format: "json" as const, today: TODAY };
  const exportId = await owner.as.mutation(api.exports.dataExports.startPersonal, asked);
  await deployment.action(internal.exports.actions.dataExport.write, { exportId });
  return exportId;
}

/** The record that a path's `{id}` names, where it is no dog's. */
async function recordOf({ path }: AnyContract, team: Team): Promise<string> {
  if (path.startsWith("/dashboard/alerts/{id}")) return await addAlert(team);
  if (path.startsWith("/dashboard/widgets/{id}")) return await addWidget(team.owner);
  if (path.startsWith("/litters/{id}")) return (await addLitter(team)).litterId;
  if (path.startsWith("/puppies/health-checks/{id}")) return await addCheck(team);
  if (path.startsWith("/puppies/{id}")) return (await addPuppy(team, (await addLitter(team)).litterId))._id;
  if (path.startsWith("/backups/{id}")) return await madeBackup(team);
  if (path.startsWith("/breeding/documents/{id}")) return (await addDocument(team)).id;
  if (path.startsWith("/health/records/{id}")) return (await addHealthRecord(team))._id;
  if (path.startsWith("/health/exports/{id}")) return await addExport(team);
  if (path.startsWith("/health/attachments/{id}")) return (await addAttachment(team)).id;
  if (path.startsWith("/settings/data/export")) return await addPackage(team);
  if (path.startsWith("/reminders/templates/{id}")) return "worming";
  if (path.startsWith("/reminders/recurring/{id}"))
    return (await addReminder(team, { frequency: "weekly" }))._id;
  if (path.startsWith("/reminders/{id}")) return (await addReminder(team))._id;
  if (path.startsWith("/settings/integrations/{id}")) return await addConnection(team);
  if (path.startsWith("/settings/contract-templates/{id}")) return await addTemplate(team);
  if (path.startsWith("/health/immunizations/{id}")) return (await addDose(team)).immunization._id;
  if (path.startsWith("/health/veterinary-records/{id}")) return (await addVeterinarian(team))._id;
  if (path.startsWith("/health/scheduled-vaccinations/{id}")) return (await addBooking(team))._id;
  if (path.startsWith("/uploads/avatars/{id}")) return team.owner.userId;
  return path.startsWith("/breeding/{id}") ? await recordBreeding(team, {}) : team.kennelId;
}

/** Calls that look at a whole kennel. */
const LISTS = [
  "/backups/export",
  "/backups/history",
  "/backups/stats",
  "/dashboard/stats",
  "/dashboard/recent-activity",
  "/dashboard/quick-stats",
  "/dashboard/health-overview",
  "/dashboard/breeding-overview",
  "/dashboard/financial-overview",
  "/dashboard/reminder-overview",
  "/dashboard/performance-metrics",
  "/dashboard/comparative-analytics",
  "/dashboard/alerts",
  "/dashboard/alerts/dismiss-all",
  "/dashboard/widgets/{id}/data",
  "/dashboard/export",
  "/breeding",
  "/breeding/export",
  "/breeding/statistics",
  "/breeding/puppy-sales-report",
  "/health/dashboard",
  "/health/records",
  "/health/immunizations/export",
  "/health/records/export",
  "/litters",
  "/puppies",
  "/reminders",
  "/settings/integrations",
  "/reminders/due-this-week",
  "/reminders/due-today",
  "/reminders/export",
  "/reminders/overdue",
  "/reminders/statistics",
  "/reminders/templates",
  "/reminders/upcoming",
  "/health/immunizations",
  "/health/scheduled-vaccinations",
  "/health/vaccine-reminders",
  "/health/veterinary-records",
];

/** The values that make a contract's path and query point at the team's own records. */
async function targetOf(contract: AnyContract, team: Team): Promise<string> {
  const isDog = contract.path.startsWith("/dogs");
  const isPhoto = /\{(dogId|photoId)\}/.test(contract.path);
  const dogId = isDog || isPhoto ? (await addDog(team.owner, team.kennelId, { name: "Target" }))._id : "";
  const vetId = contract.path.includes("{vetId}") ? (await addVeterinarian(team, { dogId }))._id : "";
  const photoId = isPhoto ? (await addPhoto(team.owner, dogId)).id : "";
  const recordId = await recordOf(contract, team);
  const testId = contract.path.includes("{testId}") ? await addCertifiedTest(team, dogId) : "";
  const path = contract.path
    .replace("{id}", isDog ? dogId : recordId)
    .replace("{userId}", team.staff.userId)
    .replace("{dogId}", dogId)
    .replace("{testId}", testId)
    .replace("{vetId}", vetId)
    .replace("{kennelId}", team.kennelId)
    .replace("{photoId}", photoId)
    .replace("{size}", "thumbnail")
    .replace("{tier}", "professional");
  if (/^\/(billing|settings\/subscription)\//.test(contract.path) && contract.method === "post") {
    const payments = startPayments(team.deployment, { origin: "https://kennel.example.com" });
    const isPaid = /\/(cancel|reactivate)$/.test(contract.path);
    if (isPaid) await payments.subscribe(team.owner, team.kennelId, "individual");
    if (contract.path === "/billing/portal") await payments.checkout(team.owner, team.kennelId, "individual");
  }
  if (contract.path.startsWith("/uploads/avatars")) await setAvatar(team.owner);
  if (contract.path.startsWith("/settings/security")) startAccounts();
  if (contract.path.startsWith("/uploads/logos")) await setLogo(team.owner, team.kennelId);
  const query = new URLSearchParams();
  const isList = isDog || LISTS.includes(contract.path);
  if (isList && (contract.method === "get" || contract.path.startsWith("/dashboard")))
    query.set("kennelId", team.kennelId);
  if (contract.path === "/breeding/compatibility") {
    const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    query.set("sireId", sire._id);
    query.set("damId", (await addDog(team.owner, team.kennelId, { name: "Bella" }))._id);
  }
  // Their examples are of that day.
  const isOfDay = contract.path === "/health/schedule-vaccination" || contract.path.endsWith("/dismiss");
  if (isOfDay) query.set("today", TODAY);
  if (nameOf(contract) === "DELETE /kennels/{id}") query.set("confirmName", "My Kennel");
  return `${path}?${query}`;
}

/** The example body of a contract, with what it refers to among the team's own records. */
async function bodyOf(contract: AnyContract, team: Team): Promise<unknown> {
  const example = exampleBody(contract);
  switch (nameOf(contract)) {
    case "POST /backups":
    case "POST /backups/cleanup":
    case "POST /backups/schedule":
    case "POST /dogs":
    case "POST /reminders":
    case "POST /reminders/calendar-sync":
    case "POST /reminders/recurring":
    case "POST /reminders/templates":
    case "POST /reminders/templates/{id}/create":
      return { ...(example as object), kennelId: team.kennelId };
    case "POST /breeding": {
      const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
      const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
      return { ...(example as object), kennelId: team.kennelId, sireId: sire._id, damId: dam._id };
    }
    case "POST /settings/data/delete/cancel": {
      const asked = { confirmation: DELETION_WORD };
      const { confirmationId } = await team.owner.as.mutation(
        internal.accounts.accountDeletions.place,
        asked,
      );
      return { confirmationId };
    }
    case "POST /litters":
      return { ...(example as object), breedingId: await recordBreeding(team, {}) };
    case "POST /puppies":
      return { ...(example as object), litterId: (await addLitter(team)).litterId };
    case "POST /health/immunizations":
    case "POST /health/schedule-vaccination":
    case "POST /health/veterinary-records":
      return { ...(example as object), dogId: (await addDog(team.owner, team.kennelId))._id };
    case "POST /puppies/health-checks": {
      const puppy = await addPuppy(team, (await addLitter(team)).litterId);
      return { ...(example as object), puppyId: puppy._id };
    }
    case "POST /health/records": {
      const dog = await addDog(team.owner, team.kennelId, { name: "Bella" });
      return { ...(example as object), dogId: dog._id };
    }
    case "POST /settings/integrations/connect":
      return { type: "calendar", kennelId: team.kennelId }; // a mail server is signed in to
    default:
      return example;
  }
}

/** The file that a call takes. */
function formOf({ path }: AnyContract, team: Team): FormData {
  if (path.startsWith("/backups")) return backupForm(team);
  if (path === "/settings/user/avatar") return avatarForm();
  if (path.startsWith("/settings")) return logoForm();
  if (path.startsWith("/health")) return attachmentForm();
  return path.startsWith("/photos") ? photoForm() : documentForm();
}

/** The body of a call that takes a file, or of any other. */
const requestOf = async (contract: AnyContract, team: Team) =>
  contract.request?.body?.content["multipart/form-data"]
    ? { form: formOf(contract, team) }
    : { json: await bodyOf(contract, team) };

const callAs = async (contract: AnyContract, team: Team, person: Person) =>
  await callRest(person.as, contract.method, await targetOf(contract, team), await requestOf(contract, team));

describe("contracts", () => {
  it("are all mounted", () => {
    const exported = Object.values(restModules).flatMap((module) =>
      Object.values(module as Record<string, unknown>)
        .filter(isEndpoints)
        .flat(),
    );
    expect(exported.map(({ contract }) => nameOf(contract)).sort()).toEqual(contracts.map(nameOf).sort());
  });

  it("[API-03] are all documented under /api, with an answer and their refusals", () => {
    const paths = describeApi(createRestApp()).paths ?? {};
    for (const contract of contracts) {
      const operation = paths[`/api${contract.path}`]?.[contract.method as "get"];
      expect(operation, nameOf(contract)).toBeDefined();
      const refusals = needsToken(contract) ? ["401", "429", "503"] : [];
      expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(refusals));
    }
  });
});

const named = (chosen: readonly AnyContract[]) =>
  chosen.map((contract) => ({ name: nameOf(contract), contract }));

describe("every call", () => {
  it.each(named(contracts))("$name accepts its own example from an owner", async ({ contract }) => {
    const team = await startTeam();
    const { status } = await callAs(contract, team, team.owner);
    expect(status).toBe(contract.method === "post" ? 201 : 200);
  });

  it.each(named(contracts.filter(needsToken)))(
    "[AUTH-10] $name answers 401 without a token",
    async ({ contract }) => {
      const team = await startTeam();
      const target = await targetOf(contract, team);
      const answer = await callRest(
        team.deployment,
        contract.method,
        target,
        await requestOf(contract, team),
      );
      expect(answer).toMatchObject({ status: 401, body: { message: "Please sign in." } });
      expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
    },
  );
});

/** Lists the people of the kennel to whom the permission table does not grant a call. */
async function peopleWithout({ "x-permission": demand }: AnyContract, team: Team): Promise<Person[]> {
  const bare = await signIn(team.deployment, "bare@example.com");
  const permissions = Object.fromEntries(AREAS.map((area) => [area, "none" as const]));
  await addMember(team.owner, bare, { kennelId: team.kennelId, role: "manager", permissions });
  if (demand === "owner") return [team.manager, team.staff, team.viewer, bare];
  const [area, level] = demand.split(":") as [Area, Level]; // the template type guarantees the shape
  const roles = ROLES.filter((role) => !hasPermission(ROLE_PERMISSIONS[role], area, level));
  return [...roles.map((role) => team[role]), bare];
}

describe("every call that needs a right", () => {
  it.each(named(contracts.filter(needsRight)))(
    "[GAP-AUTH-03] $name answers 403 to everybody in the kennel whom the table does not grant it",
    async ({ contract }) => {
      const team = await startTeam();
      const target = await targetOf(contract, team);
      const request = await requestOf(contract, team);
      // A file that was asked for is its asker's alone, whatever others may read.
      const isOwnFile = contract.path.includes("/exports/");
      const refusal = ERRORS[isOwnFile ? "NOT_FOUND" : "FORBIDDEN"];
      for (const person of await peopleWithout(contract, team)) {
        if (contract.path.includes("{userId}") && person === team.staff) continue; // everybody may leave
        const answer = await callRest(person.as, contract.method, target, request);
        const { status, message } = refusal;
        expect(answer, person.email).toMatchObject({ status, body: { message } });
      }
    },
  );
});

describe("every call on a kennel", () => {
  it.each(named(contracts.filter(needsMembership)))(
    "[GAP-API-06] $name answers 404 to a stranger, as for no record",
    async ({ contract }) => {
      const team = await startTeam();
      const answer = await callAs(contract, team, team.stranger);
      expect(answer).toMatchObject({ status: 404, body: { message: "Not found." } });
    },
  );

  it.each(named(contracts.filter((contract) => contract.path.includes("{"))))(
    "$name answers 404 for an id that is none",
    async ({ contract }) => {
      const team = await startTeam();
      const path = contract.path.replace("{size}", "full").replaceAll(/\{\w+\}/g, "nonsense");
      const target = `${path}?confirmName=x`;
      const answer = await callRest(team.owner.as, contract.method, target, await requestOf(contract, team));
      expect(answer).toMatchObject({ status: 404, body: { message: "Not found." } });
    },
  );
});

describe("every call with a body", () => {
  it.each(named(contracts.filter((contract) => exampleBody(contract) !== undefined)))(
    "[GAP-API-06] $name answers 400 for a body that is none, 413 for a large one, 415 for another type",
    async ({ contract }) => {
      const team = await startTeam();
      const target = await targetOf(contract, team);
      const call = async (text: string, type = "application/json") =>
        await callRest(team.owner.as, contract.method, target, { text, headers: { "Content-Type": type } });
      const message = "The request body is not valid JSON.";
      expect(await call("{")).toMatchObject({ status: 400, body: { message } });
      expect((await call("[]")).status).toBe(400);
      expect((await call("name=x", "text/plain")).status).toBe(415);
      expect((await call(JSON.stringify({ name: "x".repeat(1024 * 1024) }))).status).toBe(413);
    },
  );
});
