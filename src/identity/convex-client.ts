/**
 * The live connection of the page. Each user who signs in has a separate client. A client stores calls that wait
 * for the connection, so a shared client would later send them in the name of another user.
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

/** Functions whose calls the user does not miss if they are lost. */
const NOT_MISSED = [
  // Calls that the page itself sends, not the user.
  /^(accounts\/(users|tutorials)|kennels\/presence):/,
  // The device keeps weights until the server has stored them.
  /^litters\/puppyWeights:/,
  // Requesting an upload address is a part of the upload. Photo uploads are counted separately.
  /:generateUploadUrls?$/,
  /^(dogs\/photos|litters\/puppyPhotos):add$/,
  // The user can repeat an action that only creates or reads something.
  /:(make|check|foresee|listLinks)$/,
  /^(contracts\/actions\/printedPapers|health\/actions\/healthPapers|billing\/actions\/payments):/,
];

/** Uses the connection that the page has already opened to the same address, if there is one. */
export function EarlySocket(url: string): WebSocket {
  const socket = takeEarly("socket");
  if (socket?.url !== url || socket.readyState > WebSocket.OPEN) {
    socket?.close();
    return new WebSocket(url);
  }
  // The client adds its listeners right after this function returns, so the event is sent later.
  if (socket.readyState === WebSocket.OPEN)
    queueMicrotask(() => {
      socket.onopen?.(new Event("open"));
    });
  return socket;
}

type AnyMutation = Parameters<ConvexReactClient["mutation"]>[0];
type AnyAction = Parameters<ConvexReactClient["action"]>[0];

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
    // The server has just accepted this token, so the client need not fetch another token immediately.
    initialAuthTokenReuse: true,
    // The client calls `new` on this function. If a function returns an object, `new` returns that object.
    webSocketConstructor: EarlySocket as unknown as typeof WebSocket,
  });

let current: { client: PersonClient; person: string | null } | undefined;

/** The first user who signs in gets the client with which the page started. */
function clientOf(person: string | null | undefined): PersonClient {
  const isSame = person === undefined || current?.person === null || current?.person === person;
  if (!current || !isSame) current = { client: openClient(), person: null };
  current.person = person ?? current.person;
  return current.client;
}

/**
 * Null if nobody is signed in, undefined while that is not known. The previous user's client is closed, and its
 * unsent calls are discarded.
 */
export function usePersonClient(person: string | null | undefined): ConvexReactClient {
  const client = clientOf(person);
  const heldRef = useRef(client);
  useEffect(() => {
    // While it is not known who is signed in, for example while a session is refreshed, the page keeps its owner.
    if (person !== undefined) setPageOwner(person);
    // From here on, no screen uses the previous user's client.
    if (heldRef.current !== client) void heldRef.current.close();
    heldRef.current = client;
  }, [client, person]);
  return client;
}
