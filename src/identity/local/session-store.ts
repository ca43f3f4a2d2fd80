/**
 * The page's copy of the local session. It is read once when the page opens, and again whenever another tab signs
 * in or out. An unreachable server never signs anybody out.
 *   loading ──► signedOut(visitor) ──signIn──► signedIn ──signOut──► signedOut(left)
 *      └──────────────────────────────────────► signedIn ──refused──► signedOut(ended)
 */
import type { SignedOutReason } from "@/identity/identity-context";
import type {
  AccountApi,
  AccountUser,
  Answer,
  Credentials,
  NewAccount,
  SecondStep,
  SignInStep,
} from "@/identity/local/account-api";

export type SessionState =
  | { status: "loading" }
  | { status: "signedOut"; reason: SignedOutReason }
  | { status: "signedIn"; user: AccountUser };

type TabMessage = { type: "changed" } | { type: "signedOut"; reason: SignedOutReason };

export type TabChannel = {
  postMessage: (message: TabMessage) => void;
  addEventListener: (type: "message", listener: (event: { data: unknown }) => void) => void;
};

export type SessionStore = {
  subscribe: (listener: () => void) => () => void;
  getState: () => SessionState;
  refresh: () => Promise<void>;
  /** Also reports whether a code is needed. */
  signIn: (credentials: Credentials) => Promise<Answer<SignInStep>>;
  verifyCode: (code: SecondStep) => Promise<Answer<null>>;
  signUp: (account: NewAccount) => Promise<Answer<null>>;
  signOut: () => Promise<void>;
  /** Ends a session that the server no longer accepts. */
  end: () => Promise<void>;
  /** Waits while the server cannot be reached. Null if the user's session has ended. */
  fetchToken: (personId: string | null) => Promise<string | null>;
};

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 8_000;

type Dependencies = {
  api: AccountApi;
  channel: TabChannel;
  wait?: (ms: number) => Promise<void>;
  /** Called for each request that gets no response. */
  onUnreached?: () => void;
};

export function createSessionStore({ api, channel, wait = waitMs, onUnreached }: Dependencies): SessionStore {
  let state: SessionState = { status: "loading" };
  /** Increases with every change, so that the response to an older request is discarded. */
  let epoch = 0;
  const listeners = new Set<() => void>();

  const change = (next: SessionState): void => {
    if (isSame(state, next)) return;
    epoch += 1;
    state = next;
    for (const listener of listeners) listener();
  };

  const signedOut = (reason: SignedOutReason): void => {
    change({ status: "signedOut", reason });
    channel.postMessage({ type: "signedOut", reason });
  };

  /** Null if the state changed while waiting. */
  const untilReached = async <T>(work: () => Promise<T>): Promise<{ value: T } | null> => {
    const asked = epoch;
    for (let delay = FIRST_RETRY_MS; asked === epoch; delay = Math.min(delay * 2, LAST_RETRY_MS)) {
      try {
        const value = await work();
        return asked === epoch ? { value } : null;
      } catch {
        onUnreached?.();
        await wait(delay);
      }
    }
    return null;
  };

  const refresh = async (): Promise<void> => {
    const answer = await untilReached(api.getSession);
    if (!answer) return;
    if (answer.value) change({ status: "signedIn", user: answer.value });
    else if (state.status === "signedIn") signedOut("ended");
    else if (state.status === "loading") {
      change({ status: "signedOut", reason: "visitor" });
      // Other tabs learn immediately that the session ended, instead of only at their next token.
      channel.postMessage({ type: "changed" });
    }
  };

  const open = async <T>(request: Promise<Answer<T>>, isOpen: (data: T) => boolean = () => true) => {
    const answer = await request;
    if (!answer.ok || !isOpen(answer.data)) return answer;
    epoch += 1;
    await refresh();
    channel.postMessage({ type: "changed" });
    return answer;
  };

  const fetchToken = async (personId: string | null): Promise<string | null> => {
    if (state.status !== "signedIn" || state.user.id !== personId) return null;
    const answer = await untilReached(api.getToken);
    // The user's data have changed while waiting, perhaps only their name.
    if (!answer) return await fetchToken(personId);
    if (answer.value?.userId === personId) return answer.value.token;
    // Either the session has ended, or another tab signed in somebody else. Reading the session shows which.
    await refresh();
    return null;
  };

  channel.addEventListener("message", ({ data }) => {
    const message = readMessage(data);
    if (message?.type === "changed") void refresh();
    else if (message && state.status !== "signedOut") change({ status: "signedOut", reason: message.reason });
  });
  void refresh();

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getState: () => state,
    refresh,
    signIn: (credentials) => open(api.signIn(credentials), ({ needsCode }) => !needsCode),
    verifyCode: (code) => open(api.verifyCode(code)),
    signUp: (account) => open(api.signUp(account)),
    async signOut() {
      await api.signOut();
      signedOut("left");
    },
    async end() {
      if (state.status !== "signedIn") return;
      signedOut("ended");
      // The cookie is no longer valid. If the server cannot be reached, the cookie stays and will be refused again.
      await api.signOut().catch(() => undefined);
    },
    fetchToken,
  };
}

function isSame(a: SessionState, b: SessionState): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function readMessage(data: unknown): TabMessage | null {
  if (typeof data !== "object" || data === null || !("type" in data)) return null;
  if (data.type === "changed") return { type: "changed" };
  if (data.type !== "signedOut" || !("reason" in data)) return null;
  return { type: "signedOut", reason: data.reason === "ended" ? "ended" : "left" };
}

function waitMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
