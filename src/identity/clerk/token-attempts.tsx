/**
 * Gives the live client another chance after Clerk's token did not reach the server. Clerk's tokens live for
 * a minute, so a moment without network is enough for the client to give up; that must not sign anybody out.
 */
import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import { useAuth } from "@clerk/clerk-react";

const RETRY_MS = 3_000;
/** A refusal this soon after a fresh token was tried is the server's last word. */
const LAST_WORD_MS = 20_000;

type Attempts = { attempt: number; tryAgain: () => void };

const AttemptsContext = createContext<Attempts>({ attempt: 0, tryAgain: () => undefined });

/** Counts the attempts for everything below. */
export function TokenAttemptProvider({ children }: { children: ReactNode }) {
  const [attempt, setAttempt] = useState(0);
  const attempts = useMemo(() => ({ attempt, tryAgain: () => setAttempt((count) => count + 1) }), [attempt]);
  return <AttemptsContext value={attempts}>{children}</AttemptsContext>;
}

/** Returns Clerk's state for the live client, which fetches a token again when the role here changes. */
export function useAuthForConvex() {
  const { attempt } = use(AttemptsContext);
  const { isLoaded, isSignedIn, getToken, orgId, orgRole, sessionId, sessionClaims } = useAuth();
  const role = `${orgRole ?? ""}#${attempt}`;
  return { isLoaded, isSignedIn, getToken, orgId, orgRole: role, sessionId, sessionClaims };
}

/**
 * Returns what to do when the client gave up on the token: wait until Clerk can be reached and try once more,
 * or call `onLastWord` when a fresh token was refused as well.
 */
export function useRefusal(onLastWord: () => void): () => void {
  const { getToken } = useAuth();
  const { tryAgain } = use(AttemptsContext);
  const triedAtRef = useRef(-LAST_WORD_MS);
  const isWaitingRef = useRef(false);

  return useCallback(() => {
    if (isWaitingRef.current) return;
    if (performance.now() - triedAtRef.current < LAST_WORD_MS) {
      onLastWord();
      return;
    }
    isWaitingRef.current = true;
    const attempt = async (): Promise<void> => {
      const token = await getToken({ template: "convex", skipCache: true });
      isWaitingRef.current = false;
      triedAtRef.current = performance.now();
      if (token === null) onLastWord();
      else tryAgain();
    };
    const untilReached = (): void => {
      attempt().catch(() => setTimeout(untilReached, RETRY_MS));
    };
    untilReached();
  }, [getToken, tryAgain, onLastWord]);
}
