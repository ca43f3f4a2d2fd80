/**
 * Builders for tests of functions and REST on convex-test: a new deployment, signed-in users with confirmed
 * addresses, kennels with a member of each role, and dogs. A test sets only the fields that it needs.
 */
import migrations from "@convex-dev/migrations/test";
import presence from "@convex-dev/presence/test";
import rateLimiter from "@convex-dev/rate-limiter/test";
import { ConvexError } from "convex/values";
import { convexTest, type TestConvex } from "convex-test";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import schema from "../../convex/schema";
import { FIRST_KENNEL_NAME } from "../../domain/kennels/rules";
import type { Role } from "../../domain/permissions/rules";
import { getErrorData, type ErrorData } from "../../domain/errors";

const modules = import.meta.glob([
  "../../convex/**/*.ts",
  "../../convex/_generated/*.js",
  "!../../convex/**/*.d.ts",
]);

export const TODAY = "2025-06-15";

export type Deployment = TestConvex<typeof schema>;
export type Caller = ReturnType<Deployment["withIdentity"]>;

export interface Person {
  readonly as: Caller;
  readonly email: string;
  readonly userId: Id<"users">;
}

/** Includes the components of convex.config. Unless `isLimited`, calls may read and write any amount. */
export function startDeployment({ isLimited = false } = {}): Deployment {
  const deployment = convexTest({ schema, modules, transactionLimits: isLimited });
  for (const component of [rateLimiter, presence, migrations]) component.register(deployment);
  return deployment;
}

interface Claims {
  readonly givenName?: string;
  readonly familyName?: string;
  readonly emailVerified?: boolean;
  readonly [claim: string]: string | boolean | undefined;
}

/** The caller is not yet recorded as a user. */
export const callerOf = (deployment: Deployment, email: string, claims: Claims = {}): Caller =>
  deployment.withIdentity({
    subject: email,
    issuer: "https://issuer.test",
    tokenIdentifier: `https://issuer.test|${email}`,
    email,
    emailVerified: true,
    ...claims,
  });

/** Records the user, but creates no kennel. */
export async function signInOnly(
  deployment: Deployment,
  email: string,
  claims: Claims = {},
): Promise<Person> {
  const as = callerOf(deployment, email, claims);
  const { userId } = await as.mutation(api.accounts.users.ensure, {});
  return { as, email, userId };
}

/** Records the user and creates their own kennel. */
export async function signIn(deployment: Deployment, email: string, claims: Claims = {}): Promise<Person> {
  const person = await signInOnly(deployment, email, claims);
  await person.as.mutation(api.kennels.kennels.create, { name: FIRST_KENNEL_NAME });
  return person;
}

export async function firstKennelOf(person: Person): Promise<Id<"kennels">> {
  const [kennel] = await person.as.query(api.kennels.kennels.list, {});
  if (!kennel) throw new Error(`${person.email} has no kennel`);
  return kennel._id;
}

type Joining = Omit<(typeof api.kennels.members.add)["_args"], "email">;

/** Also accepts the invitation. */
export async function addMember(inviter: Person, person: Person, joining: Joining): Promise<void> {
  const { waiting } = await inviter.as.mutation(api.kennels.members.add, { ...joining, email: person.email });
  const { invitationId = "" } = waiting ?? {};
  await person.as.mutation(api.kennels.invitations.accept, { invitationId, role: joining.role });
}

/** Also accepts the offer. */
export async function makeOwner(owner: Person, person: Person, kennelId: string): Promise<void> {
  const { userId } = person;
  const { waiting } = await owner.as.mutation(api.kennels.members.update, {
    kennelId,
    userId,
    role: "owner",
  });
  const { invitationId = "" } = waiting ?? {};
  await person.as.mutation(api.kennels.invitations.accept, { invitationId, role: "owner" });
}

/** An owner's kennel with one member of each other role, and a stranger with another kennel. */
export interface Team extends Record<Role | "stranger", Person> {
  readonly deployment: Deployment;
  readonly kennelId: Id<"kennels">;
}

export async function startTeam(options?: Parameters<typeof startDeployment>[0]): Promise<Team> {
  const deployment = startDeployment(options);
  const owner = await signIn(deployment, "owner@example.com", { givenName: "Olga", familyName: "Owner" });
  const kennelId = await firstKennelOf(owner);
  const join = async (role: Role): Promise<Person> => {
    const person = await signIn(deployment, `${role}@example.com`);
    await addMember(owner, person, { kennelId, role });
    return person;
  };
  return {
    deployment,
    kennelId,
    owner,
    manager: await join("manager"),
    staff: await join("staff"),
    viewer: await join("viewer"),
    stranger: await signIn(deployment, "stranger@example.com"),
  };
}

type DogArgs = (typeof api.dogs.dogs.create)["_args"];

export const dogArgs = (kennelId: string, fields: Partial<DogArgs> = {}): DogArgs => ({
  kennelId,
  name: "Bella",
  breed: "Beagle",
  gender: "female",
  today: TODAY,
  ...fields,
});

export const addDog = async (person: Person, kennelId: string, fields: Partial<DogArgs> = {}) =>
  await person.as.mutation(api.dogs.dogs.create, dogArgs(kennelId, fields));

/** convex-test returns the data of a ConvexError as JSON text, as over the network. */
export function decoded(error: unknown): unknown {
  if (!(error instanceof ConvexError) || typeof error.data !== "string") return error;
  return new ConvexError<ErrorData>(JSON.parse(error.data));
}

/** The call must fail with a ConvexError. Returns the error's data. */
export async function failureOf(work: Promise<unknown>): Promise<ErrorData> {
  try {
    await work;
  } catch (error) {
    const data = getErrorData(decoded(error));
    if (data) return data;
    throw error;
  }
  throw new Error("Expected a failure, but it succeeded");
}

/** Removes all scheduled jobs without running them, as if the process had crashed. */
export async function loseJobs({ deployment }: Team): Promise<void> {
  await deployment.run(async (ctx) => {
    const jobs = await ctx.db.system.query("_scheduled_functions").collect();
    for (const { _id, state } of jobs) if (state.kind === "pending") await ctx.scheduler.cancel(_id);
  });
}
