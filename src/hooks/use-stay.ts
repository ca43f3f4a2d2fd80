/**
 * Shows other members of the kennel that the user is here. A viewer counts as away while the page is hidden. An
 * editor counts as present, because the form with the text is still open. Kennels with one member send nothing.
 */
import { useCallback, useEffect, useRef } from "react";
import { useConvex, useMutation } from "convex/react";
import { getFunctionName, type FunctionArgs, type FunctionReturnType } from "convex/server";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { Stay, type StayTools, type Ticket } from "@/lib/stay";
import type { KennelPlace } from "@domain/kennels/rules";
import { api } from "@convex/_generated/api";

/** Used while the page closes, when the live connection no longer works. */
function sendInPassing(origin: string, ticket: Ticket): void {
  const call = { path: getFunctionName(api.kennels.presence.leave), args: ticket, format: "json" };
  navigator.sendBeacon(
    `${origin}/api/mutation`,
    new Blob([JSON.stringify(call)], { type: "application/json" }),
  );
}

type Beat = StayTools["beat"];

/** `beat` is null if nobody else could see the user. A new `spot` is sent immediately. */
function useStay(beat: Beat | null, isEditing: boolean, spot = ""): void {
  const stayRef = useRef<Stay | null>(null);
  const spotRef = useRef(spot);
  const convex = useConvex();
  const leaveRoom = useMutation(api.kennels.presence.leave);
  useEffect(() => {
    if (!beat) return;
    const stay = new Stay({
      beat,
      leave: (ticket) => void leaveRoom(ticket).catch(() => undefined), // without heartbeats the presence ends anyway
      leaveInPassing: (ticket) => sendInPassing(convex.url, ticket),
    });
    stayRef.current = stay;
    const follow = () => {
      if (document.hidden && !isEditing) stay.end();
      else stay.begin();
    };
    const close = () => stay.endInPassing();
    follow();
    document.addEventListener("visibilitychange", follow);
    window.addEventListener("pagehide", close);
    // The browser shows the page from its back-forward cache.
    window.addEventListener("pageshow", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      window.removeEventListener("pagehide", close);
      window.removeEventListener("pageshow", follow);
      stayRef.current = null;
      stay.end();
    };
  }, [beat, isEditing, convex, leaveRoom]);
  useEffect(() => {
    if (spotRef.current === spot) return;
    spotRef.current = spot;
    stayRef.current?.move();
  }, [spot]);
}

export type Companion = {
  userId: string;
  name: string;
  isEditing: boolean;
  /** The other user's screen, if this user may see it. */
  at?: readonly PresenceLocation[];
};

type PersonOfKennel = FunctionReturnType<typeof api.kennels.presence.people>[number];
type PresentAtPlace = FunctionReturnType<typeof api.kennels.presence.atPlace>[number];
type Present = Omit<PresentAtPlace, "at"> & Partial<Pick<PresentAtPlace, "at">>;
export type PresenceLocation = PresentAtPlace["at"][number];

/** Leaves out this user and former members. Editors come first. */
export function companionsOf(people: readonly PersonOfKennel[], present: readonly Present[]): Companion[] {
  const others = new Map<string, string>(
    people.filter(({ isSelf }) => !isSelf).map(({ userId, name }) => [userId, name]),
  );
  const companions = present.flatMap(({ userId, isEditing, at }) => {
    const name = others.get(userId);
    return name === undefined ? [] : [{ userId, name, isEditing, ...(at && { at }) }];
  });
  return companions.sort(
    (a, b) => Number(b.isEditing) - Number(a.isEditing) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}

const NOBODY: readonly PersonOfKennel[] = [];

function usePeople(): readonly PersonOfKennel[] {
  const { kennelId } = useKennel();
  const people = useLiveQuery(api.kennels.presence.people, { kennelId }).data ?? NOBODY;
  return people.length > 1 ? people : NOBODY;
}

export type Where = FunctionArgs<typeof api.kennels.presence.beatPlace>["where"];

export function useKennelCompanions(place: KennelPlace, isEditing: boolean, where?: Where): Companion[] {
  const { kennelId } = useKennel();
  const people = usePeople();
  const isShared = people.length > 0;
  const beatPlace = useMutation(api.kennels.presence.beatPlace);
  const whereRef = useRef(where);
  useEffect(() => {
    whereRef.current = where;
  });
  const beat = useCallback<Beat>(
    (args) =>
      beatPlace({
        ...{ kennelId, place, isEditing },
        ...(whereRef.current && { where: whereRef.current }),
        ...args,
      }),
    [beatPlace, kennelId, place, isEditing],
  );
  useStay(isShared ? beat : null, isEditing, JSON.stringify(where ?? null));
  const present = useLiveQuery(api.kennels.presence.atPlace, isShared ? { kennelId, place } : "skip").data;
  return companionsOf(people, present ?? []);
}

export function useDogCompanions(dogId: string, isEditing: boolean): Companion[] {
  const people = usePeople();
  const isShared = people.length > 0;
  const beatDog = useMutation(api.kennels.presence.beatDog);
  const beat = useCallback<Beat>(
    (args) => beatDog({ dogId, isEditing, ...args }),
    [beatDog, dogId, isEditing],
  );
  useStay(isShared ? beat : null, isEditing);
  return companionsOf(
    people,
    useLiveQuery(api.kennels.presence.atDog, isShared ? { dogId } : "skip").data ?? [],
  );
}
