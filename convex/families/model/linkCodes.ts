/** The digits of the codes that confirm who opened a link. They follow from the deployment's secret. */
import { LINK_CODE_DIGITS } from "../../../domain/families/rules";
import type { Doc } from "../../_generated/dataModel";
import { signIfPossible } from "../../platform/model/files/signatures";

const HEX_DIGITS = 12;

/** Returns the digits of the code for which a session waits; null without one. */
export async function codeOf({
  _id,
  code,
}: Pick<Doc<"linkSessions">, "_id" | "code">): Promise<string | null> {
  const signed = code && (await signIfPossible(`link-code.${_id}.${code.number}`));
  if (!signed) return null;
  const digits = Number.parseInt(signed.slice(0, HEX_DIGITS), 16) % 10 ** LINK_CODE_DIGITS;
  return String(digits).padStart(LINK_CODE_DIGITS, "0");
}
