/**
 * A part of a page that loads when it is first needed, such as a dialog or form that most visits never open. A line
 * at the top of the screen shows that the part is loading. A loaded part stays mounted, so that a dialog can close
 * with its animation.
 */
import { useEffect, useState, type ComponentType } from "react";
import { fetchLate } from "@/lib/fetch-late";
import { whenUsed } from "@/lib/quiet";

function Coming() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="fixed inset-x-0 top-0 z-50 h-1 animate-pulse bg-primary print:hidden"
    />
  );
}

type LatePart<Props extends object> = ComponentType<Props> & {
  fetch: () => Promise<void>;
};

const isWantedWhenDrawn = () => true;

let lastFetched: Promise<void> = Promise.resolve();

/** Loads parts one after another, so that a tap never waits for more than one part. */
function fetchInTurn(fetch: () => Promise<void>): Promise<void> {
  lastFetched = lastFetched.then(() => new Promise((resolve) => setTimeout(resolve))).then(fetch);
  return lastFetched;
}

/**
 * Loads the parts that may be opened next once the user begins to use the page. These parts then open without
 * delay.
 */
export function useFetchedWhenUsed(parts: readonly { fetch: () => Promise<void> }[]): void {
  useEffect(() => {
    let isGone = false;
    void whenUsed().then(() => {
      for (const part of parts) void fetchInTurn(async () => (isGone ? undefined : await part.fetch()));
    });
    return () => {
      isGone = true;
    };
  }, [parts]);
}

/** The code loads when `useIsWanted` first returns true, or when the user begins to use the page. */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  useIsWanted: (props: Props) => boolean = isWantedWhenDrawn,
): LatePart<Props> {
  let Part: ComponentType<Props> | null = null;
  let fetching: Promise<void> | null = null;
  const fetch = () => {
    fetching ??= fetchLate(load).then((loaded) => {
      Part = loaded;
    });
    return fetching;
  };
  function Late(props: Props) {
    const [, setThere] = useState(Part !== null);
    const isWantedNow = useIsWanted(props);
    const [wasWanted, setWasWanted] = useState(isWantedNow);
    if (isWantedNow && !wasWanted) setWasWanted(true);
    useEffect(() => {
      let isGone = false;
      const fetchUnlessGone = async () => (isGone ? undefined : await fetch());
      void (wasWanted ? fetchUnlessGone() : whenUsed().then(() => fetchInTurn(fetchUnlessGone))).then(() => {
        if (!isGone) setThere(true);
      });
      return () => {
        isGone = true;
      };
    }, [wasWanted]);
    if (!wasWanted) return null;
    if (Part !== null) return <Part {...props} />;
    return isWantedNow ? <Coming /> : null;
  }
  return Object.assign(Late, { fetch });
}
