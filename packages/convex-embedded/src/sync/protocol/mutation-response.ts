/** MutationResponse: the result of a mutation. A success contains the timestamp at which it became visible. */
import type { MutationOutcome } from "../../functions/api.js";
import { encodeTimestamp } from "./timestamp.js";

export function serializeMutationResponse(requestId: number, outcome: MutationOutcome): string {
  const logLines = JSON.stringify(outcome.logLines);
  const head = `{"type":"MutationResponse","requestId":${requestId},"logLines":${logLines}`;
  if (outcome.status === "success") {
    return `${head},"success":true,"result":${outcome.value},"ts":"${encodeTimestamp(outcome.ts)}"}`;
  }
  const data = outcome.data === undefined ? "" : `,"errorData":${outcome.data}`;
  return `${head},"success":false,"result":${JSON.stringify(outcome.message)}${data}}`;
}
