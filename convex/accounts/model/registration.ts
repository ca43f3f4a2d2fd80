/**
 * Decides who can register, based on the operator's setting, and whether an email address counts before the user
 * confirms it.
 */
import { v, type Infer, type ObjectType } from "convex/values";
import { NAME_MAX } from "../../../domain/text/rules";
import { nameFault } from "../../../domain/text/plain-names";
import { env, type QueryCtx } from "../../_generated/server";
import { isInvited } from "../../kennels/model/invitations";
import { isSetUp } from "../../mail/model/channels";

const MODES = ["open", "invited", "closed"] as const;
export const registrationValidator = v.union(...MODES.map((mode) => v.literal(mode)));
type Registration = (typeof MODES)[number];

/** A misspelled setting means nobody. */
export function registrationMode(): Registration {
  const set = env.STUDBOOK_REGISTRATION;
  return set ? (MODES.find((mode) => mode === set) ?? "closed") : "open";
}

export const newcomerArgs = {
  email: v.string(),
  /** Null if the new user was not invited. */
  invitation: v.union(v.string(), v.null()),
  at: v.number(),
  name: v.optional(v.string()),
  firstName: v.optional(v.string()),
  lastName: v.optional(v.string()),
};
type Newcomer = ObjectType<typeof newcomerArgs>;

export const admissionShape = v.object({
  mayRegister: v.boolean(),
  /** The email address counts as confirmed immediately if no confirmation mail can be sent. */
  isConfirmed: v.boolean(),
  /** Null if the name is valid. */
  nameFault: v.union(v.string(), v.null()),
});

const faultOf = ({ name = "", firstName = "", lastName = "" }: Newcomer): string | null =>
  nameFault("First name", firstName) ??
  nameFault("Last name", lastName) ??
  nameFault("Name", name, 2 * NAME_MAX + 1);

export async function admitNewcomer(
  ctx: QueryCtx,
  newcomer: Newcomer,
): Promise<Infer<typeof admissionShape>> {
  const { email, invitation: token, at } = newcomer;
  const mode = registrationMode();
  const mayRegister = mode === "open" || (mode === "invited" && (await isInvited(ctx, { email, token, at })));
  return { mayRegister, isConfirmed: !isSetUp("email"), nameFault: faultOf(newcomer) };
}
