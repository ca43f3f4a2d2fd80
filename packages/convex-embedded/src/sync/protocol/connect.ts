/** Connect: the first message of a socket. It names the session whose mutations may be resent. */
import type { Timestamp } from "../../database/api.js";
import { ProtocolError, readCount, readOptionalString, readString, type JsonObject } from "./fields.js";
import { decodeTimestamp } from "./timestamp.js";

export interface Connect {
  readonly type: "Connect";
  readonly sessionId: string;
  readonly connectionCount: number;
  readonly lastCloseReason: string | null;
  /** The newest timestamp this client has seen, from any server. */
  readonly maxObservedTimestamp: Timestamp | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function parseConnect(object: JsonObject): Connect {
  const sessionId = readString(object, "Connect", "sessionId");
  if (!UUID.test(sessionId)) {
    throw new ProtocolError('Received an invalid Connect message: "sessionId" must be a UUID');
  }
  const observed = readOptionalString(object, "Connect", "maxObservedTimestamp");
  const maxObservedTimestamp = observed === null ? null : decodeTimestamp(observed);
  if (observed !== null && maxObservedTimestamp === null) {
    throw new ProtocolError(
      'Received an invalid Connect message: "maxObservedTimestamp" must be a timestamp',
    );
  }
  return {
    type: "Connect",
    sessionId,
    connectionCount: readCount(object, "Connect", "connectionCount"),
    lastCloseReason: readOptionalString(object, "Connect", "lastCloseReason"),
    maxObservedTimestamp,
  };
}
