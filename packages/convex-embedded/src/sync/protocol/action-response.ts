/** ActionResponse: the result of an action. */
import type { ActionOutcome } from "../../functions/api.js";

export function serializeActionResponse(requestId: number, outcome: ActionOutcome): string {
  const logLines = JSON.stringify(outcome.logLines);
  const head = `{"type":"ActionResponse","requestId":${requestId},"logLines":${logLines}`;
  if (outcome.status === "success") return `${head},"success":true,"result":${outcome.value}}`;
  const data = outcome.data === undefined ? "" : `,"errorData":${outcome.data}`;
  return `${head},"success":false,"result":${JSON.stringify(outcome.message)}${data}}`;
}
