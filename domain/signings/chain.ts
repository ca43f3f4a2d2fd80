/**
 * The events of a document as a chain. Each event contains the hash of the previous event, so that no event can be
 * changed, left out or moved without being detected. An event contains no ids of rows, because a restored backup
 * has other ids.
 */
import { canonicalJson, sha256Of } from "../backups/checksum";
import type { Actor, Party, SigningEventKind } from "./rules";

export interface Happening {
  readonly what: SigningEventKind;
  readonly actor: Actor;
  /** The name as the kennel has written it. */
  readonly name?: string;
  readonly at: number;
  /** The network address and the browser. */
  readonly from?: string;
  readonly device?: string;
  /** The words of a signature are those that the person agreed to. */
  readonly typedName?: string;
  readonly agreedTo?: string;
  /** The reason for declining, or the document that replaced this document. */
  readonly reason?: string;
}

export interface SigningEvent extends Happening {
  readonly number: number;
  readonly documentSha256: string;
  /** Empty for the first event. */
  readonly previous: string;
  readonly hash: string;
}

const hashOf = async (event: Omit<SigningEvent, "hash">): Promise<string> =>
  await sha256Of(new TextEncoder().encode(canonicalJson(event)));

export async function extended(
  events: readonly SigningEvent[],
  documentSha256: string,
  happenings: readonly Happening[],
): Promise<SigningEvent[]> {
  const chain = [...events];
  for (const happening of happenings) {
    const previous = chain.at(-1)?.hash ?? "";
    const event = { ...happening, number: chain.length + 1, documentSha256, previous };
    chain.push({ ...event, hash: await hashOf(event) });
  }
  return chain;
}

/** Returns the number of the first event that does not fit into the chain; null if all events fit. */
export async function findBroken(
  events: readonly SigningEvent[],
  documentSha256: string,
): Promise<number | null> {
  let previous = "";
  for (const [index, { hash, ...event }] of events.entries()) {
    const number = index + 1;
    const isInPlace =
      event.number === number && event.previous === previous && event.documentSha256 === documentSha256;
    if (!isInPlace || (await hashOf(event)) !== hash) return number;
    previous = hash;
  }
  return null;
}

/** The sides have the order of their signatures. */
export const signedBy = (events: readonly Pick<SigningEvent, "what" | "actor">[]): Party[] =>
  events.flatMap(({ what, actor }) => (what === "signed" && actor !== "studbook" ? [actor] : []));
