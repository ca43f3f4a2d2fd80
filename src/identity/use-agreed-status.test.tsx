/** The combination of the provider's and the live client's state. */
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { IdentityStatus } from "@/identity/identity-context";
import { useAgreedStatus } from "@/identity/use-agreed-status";

const convex = vi.hoisted(() => {
  const connection = { isWebSocketConnected: true };
  return {
    auth: { isLoading: true, isAuthenticated: false },
    connection,
    client: { connectionState: () => connection },
  };
});

vi.mock("convex/react", () => ({
  useConvexAuth: () => convex.auth,
  useConvex: () => convex.client,
}));

const checking = { isLoading: true, isAuthenticated: false };
const accepted = { isLoading: false, isAuthenticated: true };
const unauthenticated = { isLoading: false, isAuthenticated: false };

function start(provider: IdentityStatus, auth: typeof convex.auth) {
  const onRefused = vi.fn();
  convex.auth = auth;
  const { result, rerender } = renderHook(({ status }) => useAgreedStatus(status, onRefused), {
    initialProps: { status: provider },
  });
  const become = (status: IdentityStatus, next: typeof convex.auth) => {
    convex.auth = next;
    rerender({ status });
    return result.current;
  };
  return { first: result.current, become, onRefused };
}

beforeEach(() => {
  vi.useFakeTimers();
  convex.connection.isWebSocketConnected = true;
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("useAgreedStatus", () => {
  it("[AUTH-11] is loading until the provider and the live client agree", () => {
    const { first, become, onRefused } = start("loading", checking);
    expect(first).toBe("loading");
    expect(become("signedIn", checking)).toBe("loading");
    expect(become("signedIn", accepted)).toBe("signedIn");
    expect(onRefused).not.toHaveBeenCalled();
  });

  it("has the provider's state if nobody is signed in", () => {
    const { become } = start("loading", checking);
    expect(become("signedOut", unauthenticated)).toBe("signedOut");
  });

  it("does not treat a missing response of the client right after a sign-in as a refusal", () => {
    const { become, onRefused } = start("signedOut", unauthenticated);
    expect(become("signedIn", unauthenticated)).toBe("loading");
    expect(onRefused).not.toHaveBeenCalled();
    expect(become("signedIn", accepted)).toBe("signedIn");
    act(() => void vi.advanceTimersByTime(60_000));
    expect(onRefused).not.toHaveBeenCalled();
  });

  it("treats a lasting lack of response as a refusal, unless the server cannot be reached", () => {
    const { become, onRefused } = start("signedOut", unauthenticated);
    convex.connection.isWebSocketConnected = false;
    become("signedIn", unauthenticated);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(onRefused).not.toHaveBeenCalled();
    convex.connection.isWebSocketConnected = true;
    act(() => void vi.advanceTimersByTime(15_000));
    expect(onRefused).toHaveBeenCalledOnce();
  });

  it.each([
    ["at the first check", checking],
    ["after it was accepted", accepted],
  ])("[AUTH-12] calls back if the server refuses the token %s", (_when, before) => {
    const { become, onRefused } = start("signedIn", before);
    expect(become("signedIn", unauthenticated)).toBe("loading");
    expect(onRefused).toHaveBeenCalledOnce();
  });

  it("starts over with the next person", () => {
    const { become, onRefused } = start("signedIn", accepted);
    become("signedOut", unauthenticated);
    become("signedIn", unauthenticated);
    expect(onRefused).not.toHaveBeenCalled();
  });
});
