/**
 * The live connection of the page. Each person who signs in has a client of their own: a client keeps the calls that
 * wait for the line and would send them in the name of whoever is signed in by then.
 */
import { useEffect, useRef } from "react";
import { ConvexReactClient, type MutationOptions } from "convex/react";
import {
  getFunctionName,
  type ArgsAndOptions,
  type FunctionArgs,
  type FunctionReturnType,
  type OptionalRestArgs,
} from "convex/server";
import { takeEarly } from "@/identity/early-answers";
import { convexUrl } from "@/identity/environment";
import { begin, setPageOwner } from "@/lib/page-owner";

/** The functions of which nobody misses a call that was not confirmed. */
const NOT_MISSED = [
  // What the page notes by itself.
  /^(accounts\/(users|tutorials)|kennels\/presence):/,
  // Weighings are kept until they are stored.
  /^litters\/puppyWeights:/,
  // An upload address is a part of what is sent there, and photos are counted as such.
  /:generateUploadUrls?$/,
  /^(dogs\/photos|litters\/puppyPhotos):add$/,
  // What an action only makes or reads can be asked for again.
  /:(make|check|foresee|listLinks)$/,
  /^(contracts\/actions\/printedPapers|health\/actions\/healthPapers|billing\/actions\/payments):/,
];

/** Opens a connection, or takes over the one that the page has opened to the same address. */
export function EarlySocket(url: string): WebSocket {
  const socket = takeEarly("socket");
  if (socket?.url !== url || socket.readyState > WebSocket.OPEN) {
    socket?.close();
    return new WebSocket(url);
  }
  // Its new owner listens from the next moment on.
  if (socket.readyState === WebSocket.OPEN)
    queueMicrotask(() => {
      socket.onopen?.(new Event("open"));
    });
  return socket;
}

type AnyMutation = Parameters<ConvexReactClient["mutation"]>[0];
type AnyAction = Parameters<ConvexReactClient["action"]>[0];

/** Notes what a call begins, unless nobody misses it. */
const beginCall = async <Result>(called: AnyMutation | AnyAction, work: Promise<Result>): Promise<Result> =>
  await (NOT_MISSED.some((names) => names.test(getFunctionName(called))) ? work : begin(work));

class PersonClient extends ConvexReactClient {
  override async mutation<Mutation extends AnyMutation>(
    mutation: Mutation,
    ...rest: ArgsAndOptions<Mutation, MutationOptions<FunctionArgs<Mutation>>>
  ): Promise<FunctionReturnType<Mutation>> {
    return await beginCall(mutation, super.mutation(mutation, ...rest));
  }

  override async action<Action extends AnyAction>(
    action: Action,
    ...args: OptionalRestArgs<Action>
  ): Promise<FunctionReturnType<Action>> {
    return await beginCall(action, super.action(action, ...args));
  }
}

const openClient = (): PersonClient =>
  new PersonClient(convexUrl(), {
    // A token fetched a moment ago need not be fetched again right after the server accepted it.
    initialAuthTokenReuse: true,
    // The client calls `new` on it, which a function that returns an object answers with that object.
    webSocketConstructor: EarlySocket as unknown as typeof WebSocket,
  });

let current: { client: PersonClient; person: string | null } | undefined;

/** Returns the client of a person; the first one who signs in goes on with the client that the page began with. */
function clientOf(person: string | null | undefined): PersonClient {
  const isSame = person === undefined || current?.person === null || current?.person === person;
  if (!current || !isSame) current = { client: openClient(), person: null };
  current.person = person ?? current.person;
  return current.client;
}

/**
 * Returns the page's live client, given the id of who is signed in: null for nobody, undefined while that is not known.
 * The client of who was signed in before is closed, with all that it has not sent.
 */
export function usePersonClient(person: string | null | undefined): ConvexReactClient {
  const client = clientOf(person);
  const heldRef = useRef(client);
  useEffect(() => {
    // While it is not known who is signed in, a refreshed session for one, everything goes on.
    if (person !== undefined) setPageOwner(person);
    // The screens of the former person have let go of their client by now.
    if (heldRef.current !== client) void heldRef.current.close();
    heldRef.current = client;
  }, [client, person]);
  return client;
}
