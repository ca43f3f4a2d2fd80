/**
 * The sign-in history: every attempt to sign in to an existing account, its origin and its result. Attempts at
 * addresses without an account are not stored. Rows older than `SIGN_IN_DAYS` are not shown, and are deleted every
 * hour.
 */
import type { AuthContext } from "better-auth";
import { SIGN_IN_DAYS } from "../tables.js";

export const SIGN_IN_OUTCOMES = [
  "signed_in",
  "signed_up",
  "wrong_password",
  "wrong_code",
  "code_needed",
  "blocked",
] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

/**
 * Attempts whose password was right. They are counted separately, so that a person without the password cannot
 * displace them.
 */
const OPENING: readonly SignInOutcome[] = ["signed_in", "signed_up", "code_needed"];
const FAILING = SIGN_IN_OUTCOMES.filter((outcome) => !OPENING.includes(outcome));

export interface SignIn {
  readonly at: Date;
  readonly address: string | null;
  readonly device: string | null;
  readonly outcome: SignInOutcome;
}

export const signInSchema = {
  signIn: {
    fields: {
      userId: { type: "string", required: true, references: { model: "user", field: "id" } },
      at: { type: "date", required: true },
      address: { type: "string", required: false },
      device: { type: "string", required: false },
      outcome: { type: "string", required: true },
    },
  },
} as const;

const DAY_MS = 86_400_000;
const MAX_DEVICE_LENGTH = 400;
/** Per kind of attempt: those with a right password, and those with a wrong one. */
const MAX_SHOWN = 50;
/** How many attempts of each kind are kept, so that endless guessing cannot fill the disk. */
const MAX_KEPT = 500;
/** The stored attempts are counted again after this many new ones. */
const LOOK_EVERY = 50;

let attempts = 0;

export async function recordSignIn(
  context: AuthContext,
  userId: string,
  outcome: SignInOutcome,
  where: { readonly address: string; readonly device: string | null },
): Promise<void> {
  await context.adapter.create({
    model: "signIn",
    data: {
      userId,
      outcome,
      at: new Date(),
      address: where.address,
      device: where.device?.slice(0, MAX_DEVICE_LENGTH) ?? null,
    },
  });
  attempts += 1;
  if (attempts % LOOK_EVERY !== 0) return;
  for (const outcomes of [OPENING, FAILING]) await forgetOldest(context, userId, outcomes);
}

const ofKind = (userId: string, outcomes: readonly SignInOutcome[]) => [
  { field: "userId", value: userId },
  { field: "outcome", operator: "in" as const, value: [...outcomes] },
];

async function forgetOldest(
  context: AuthContext,
  userId: string,
  outcomes: readonly SignInOutcome[],
): Promise<void> {
  const where = ofKind(userId, outcomes);
  const [oldestKept] = await context.adapter.findMany<SignIn>({
    model: "signIn",
    where,
    sortBy: { field: "at", direction: "desc" },
    limit: 1,
    offset: MAX_KEPT,
  });
  if (oldestKept === undefined) return;
  await context.adapter.deleteMany({
    model: "signIn",
    where: [...where, { field: "at", operator: "lte", value: oldestKept.at }],
  });
}

/** Merges both kinds, the newest first. */
export async function listSignIns(context: AuthContext, userId: string): Promise<SignIn[]> {
  const since = new Date(Date.now() - SIGN_IN_DAYS * DAY_MS);
  const latest = async (outcomes: readonly SignInOutcome[]) =>
    await context.adapter.findMany<SignIn>({
      model: "signIn",
      where: [...ofKind(userId, outcomes), { field: "at", operator: "gt", value: since }],
      sortBy: { field: "at", direction: "desc" },
      limit: MAX_SHOWN,
    });
  const shown = [...(await latest(OPENING)), ...(await latest(FAILING))];
  return shown.sort((a, b) => b.at.getTime() - a.at.getTime());
}
