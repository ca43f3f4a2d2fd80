/**
 * Lets the others of the kennel see that somebody is here. Who only looks is gone while the page is hidden; who
 * edits stays, as the form with the text is still open. Kennels of one person send nothing.
 */
import { useCallback, useEffect } from "react";
import { useConvex, useMutation } from "convex/react";
import { getFunctionName } from "convex/server";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { Stay, type StayTools, type Ticket } from "@/lib/stay";
import type { KennelPlace } from "../../domain/constants/presence";
import { api } from "../../convex/_generated/api";

/** Sends the end of a stay while the page closes, as no live connection does any more. */
function sendInPassing(origin: string, ticket: Ticket): void {
  const call = { path: getFunctionName(api.presence.leave), args: ticket, format: "json" };
  navigator.sendBeacon(
    `${origin}/api/mutation`,
    new Blob([JSON.stringify(call)], { type: "application/json" }),
  );
}

type Beat = StayTools["beat"];

/** Stays as long as the component is mounted; `beat` is null where nobody else could be. */
function useStay(beat: Beat | null, isEditing: boolean): void {
  const convex = useConvex();
  const leaveRoom = useMutation(api.presence.leave);
  useEffect(() => {
    if (!beat) return;
    const stay = new Stay({
      beat,
      leave: (ticket) => void leaveRoom(ticket).catch(() => undefined), // silence ends the stay, too
      leaveInPassing: (ticket) => sendInPassing(convex.url, ticket),
    });
    const follow = () => {
      if (document.hidden && !isEditing) stay.end();
      else stay.begin();
    };
    const close = () => stay.endInPassing();
    follow();
    document.addEventListener("visibilitychange", follow);
    window.addEventListener("pagehide", close);
    // A page that comes back from the browser's cache.
    window.addEventListener("pageshow", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      window.removeEventListener("pagehide", close);
      window.removeEventListener("pageshow", follow);
      stay.end();
    };
  }, [beat, isEditing, convex, leaveRoom]);
}

/** Somebody else in the same place. */
export type Companion = { userId: string; name: string; isEditing: boolean; isSelf: boolean };

const others = (people: readonly Companion[]): Companion[] => people.filter(({ isSelf }) => !isSelf);

/** Watches who is in a place of the kennel. */
function usePlace(place: KennelPlace) {
  const { kennelId } = useKennel();
  return useLiveQuery(api.presence.atPlace, { kennelId, place }).data;
}

/** Stays in a place of the kennel and answers who else is there. */
export function useKennelCompanions(place: KennelPlace, isEditing: boolean): Companion[] {
  const { kennelId } = useKennel();
  const present = usePlace(place);
  const isShared = present?.isShared === true;
  const beatPlace = useMutation(api.presence.beatPlace);
  const beat = useCallback<Beat>(
    (args) => beatPlace({ kennelId, place, isEditing, ...args }),
    [beatPlace, kennelId, place, isEditing],
  );
  useStay(isShared ? beat : null, isEditing);
  return others(present?.people ?? []);
}

/** Stays with a dog and answers who else is with it. */
export function useDogCompanions(dogId: string, isEditing: boolean): Companion[] {
  const isShared = usePlace("kennel")?.isShared === true;
  const beatDog = useMutation(api.presence.beatDog);
  const beat = useCallback<Beat>(
    (args) => beatDog({ dogId, isEditing, ...args }),
    [beatDog, dogId, isEditing],
  );
  useStay(isShared ? beat : null, isEditing);
  return others(useLiveQuery(api.presence.atDog, isShared ? { dogId } : "skip").data ?? []);
}
