/** Who may open an account here, by the operator's switch, and whether an address counts before it is confirmed. */
import { v, type Infer, type ObjectType } from "convex/values";
import { NAME_MAX } from "../../../domain/text/rules";
import { nameFault } from "../../../domain/text/plain-names";
import { env, type QueryCtx } from "../../_generated/server";
import { isInvited } from "../../kennels/model/invitations";
import { isSetUp } from "../../mail/model/channels";

const MODES = ["open", "invited", "closed"] as const;
export const registrationValidator = v.union(...MODES.map((mode) => v.literal(mode)));
type Registration = (typeof MODES)[number];

/** Says who may register: everybody, the invited, or nobody. A misspelt switch opens nothing. */
export function registrationMode(): Registration {
  const set = env.STUDBOOK_REGISTRATION;
  return set ? (MODES.find((mode) => mode === set) ?? "closed") : "open";
}

export const newcomerArgs = {
  email: v.string(),
  /** The token of an invitation, where the newcomer has one. */
  invitation: v.union(v.string(), v.null()),
  at: v.number(),
  /** How they call themselves, in whole and in parts. */
  name: v.optional(v.string()),
  firstName: v.optional(v.string()),
  lastName: v.optional(v.string()),
};
type Newcomer = ObjectType<typeof newcomerArgs>;

export const admissionShape = v.object({
  mayRegister: v.boolean(),
  /** Whether the address counts from the start, because nothing could be sent there to confirm it. */
  isConfirmed: v.boolean(),
  /** What is wrong with a name, in words; null when nothing is. */
  nameFault: v.union(v.string(), v.null()),
});

const faultOf = ({ name = "", firstName = "", lastName = "" }: Newcomer): string | null =>
  nameFault("First name", firstName) ??
  nameFault("Last name", lastName) ??
  nameFault("Name", name, 2 * NAME_MAX + 1);

/** Decides about somebody who wants to open an account. */
export async function admitNewcomer(
  ctx: QueryCtx,
  newcomer: Newcomer,
): Promise<Infer<typeof admissionShape>> {
  const { email, invitation: token, at } = newcomer;
  const mode = registrationMode();
  const mayRegister = mode === "open" || (mode === "invited" && (await isInvited(ctx, { email, token, at })));
  return { mayRegister, isConfirmed: !isSetUp("email"), nameFault: faultOf(newcomer) };
}
