/** The Clerk implementation, with fakes for the components of Clerk and of the live client. */
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ClerkIdentityProvider } from "@/identity/clerk/clerk-identity";
import { SignInForm, SignUpForm, useIdentity, UserMenuButton, type Identity } from "@/identity/identity";

const world = vi.hoisted(() => ({
  client: { connectionState: () => ({ isWebSocketConnected: true }) },
  clerk: {
    isLoaded: true,
    isSignedIn: true,
    sessionId: "session 1",
    userId: "user 1",
    orgId: null,
    orgRole: null,
    sessionClaims: null,
    getToken: vi.fn<(options: object) => Promise<string | null>>(),
  },
  signOut: vi.fn<() => Promise<void>>(),
  convex: { isLoading: false, isAuthenticated: true },
  /** The role that the live client saw last. A new role makes the client fetch a token again. */
  roleSeen: "",
  clientGiven: null as unknown,
  /** The properties that Clerk's components received, by component name. */
  props: new Map<string, Record<string, unknown>>(),
}));

vi.mock("@clerk/clerk-react", () => {
  const shown = (name: string) => (props: Record<string, unknown>) => {
    world.props.set(name, props);
    return <div>{`Clerk ${name}`}</div>;
  };
  return {
    ClerkProvider: ({ children, ...props }: { children: ReactNode } & Record<string, unknown>) => {
      world.props.set("ClerkProvider", props);
      return children;
    },
    useAuth: () => world.clerk,
    useClerk: () => ({ signOut: world.signOut }),
    useUser: () => ({
      user: world.clerk.isSignedIn
        ? {
            fullName: "Ann Hill",
            firstName: "Ann",
            primaryEmailAddress: { emailAddress: "ann@example.com" },
            hasImage: true,
            imageUrl: "https://img.example/ann.png",
          }
        : null,
    }),
    SignIn: shown("SignIn"),
    SignUp: shown("SignUp"),
    UserButton: shown("UserButton"),
  };
});

vi.mock("convex/react-clerk", () => ({
  ConvexProviderWithClerk: ({
    children,
    client,
    useAuth,
  }: {
    children: ReactNode;
    client: unknown;
    useAuth: () => { orgRole: string };
  }) => {
    world.roleSeen = useAuth().orgRole;
    world.clientGiven = client;
    return children;
  },
}));

vi.mock("convex/react", () => ({
  ConvexReactClient: class {
    close = async () => {};
  },
  useConvexAuth: () => world.convex,
  useConvex: () => world.client,
}));

beforeEach(() => {
  vi.stubEnv("VITE_CLERK_PUBLISHABLE_KEY", "pk_test_abc");
  Object.assign(world.clerk, { isLoaded: true, isSignedIn: true, sessionId: "session 1", userId: "user 1" });
  world.clerk.getToken.mockReset().mockResolvedValue("a token");
  world.signOut.mockReset().mockImplementation(() => {
    Object.assign(world.clerk, { isSignedIn: false, sessionId: null });
    world.convex = { isLoading: false, isAuthenticated: false };
    return Promise.resolve();
  });
  world.convex = { isLoading: false, isAuthenticated: true };
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

function open(children?: ReactNode) {
  const seen: { identity?: Identity } = {};
  function Probe() {
    seen.identity = useIdentity();
    return children;
  }
  const view = () => (
    <ClerkIdentityProvider>
      <Probe />
    </ClerkIdentityProvider>
  );
  const { rerender } = render(view());
  const identity = () => {
    if (!seen.identity) throw new Error("Nothing has rendered");
    return seen.identity;
  };
  return { identity, again: () => rerender(view()) };
}

/** Reports that the client gave up on the token, and waits for the consequences. */
async function refuse(again: () => void) {
  world.convex = { isLoading: false, isAuthenticated: false };
  await act(async () => again());
}

describe("ClerkIdentityProvider", () => {
  it("[AUTH-16] starts Clerk with the publishable key of the build", () => {
    open();
    expect(world.props.get("ClerkProvider")).toMatchObject({
      publishableKey: "pk_test_abc",
      signInUrl: "/login",
      signUpUrl: "/register",
      afterSignOutUrl: "/login",
    });
  });

  it("uses the user's name from Clerk", () => {
    const { identity } = open();
    expect(identity()).toMatchObject({
      status: "signedIn",
      user: {
        name: "Ann Hill",
        firstName: "Ann",
        email: "ann@example.com",
        imageUrl: "https://img.example/ann.png",
      },
    });
  });

  it("[AUTH-11] is loading until Clerk has loaded and the live client agrees", () => {
    world.clerk.isLoaded = false;
    world.convex = { isLoading: true, isAuthenticated: false };
    const { identity, again } = open();
    expect(identity().status).toBe("loading");
    world.clerk.isLoaded = true;
    again();
    expect(identity().status).toBe("loading");
    world.convex = { isLoading: false, isAuthenticated: true };
    again();
    expect(identity().status).toBe("signedIn");
  });

  it("[AUTH-04] [AUTH-05] renders Clerk's forms and then opens the requested page", () => {
    Object.assign(world.clerk, { isSignedIn: false, sessionId: null });
    open(
      <>
        <SignInForm redirectTo="/dashboard" />
        <SignUpForm redirectTo="/dashboard/dogs" />
        <UserMenuButton />
      </>,
    );
    screen.getByText("Clerk UserButton");
    expect(world.props.get("SignIn")).toMatchObject({
      forceRedirectUrl: "/dashboard",
      signUpUrl: "/register",
    });
    expect(world.props.get("SignUp")).toMatchObject({
      forceRedirectUrl: "/dashboard/dogs",
      signInUrl: "/login",
    });
  });

  it("gives each person their own live client", () => {
    const { again } = open();
    const anns = world.clientGiven;
    again();
    expect(world.clientGiven).toBe(anns);
    world.clerk.userId = "user 2";
    again();
    expect(world.clientGiven).not.toBe(anns);
  });

  it("signs out of Clerk and records that the user did so", async () => {
    const { identity, again } = open();
    await act(() => identity().signOut());
    again();
    expect(identity()).toMatchObject({ status: "signedOut", signedOutReason: "left" });
  });

  it("recognizes a visitor", () => {
    Object.assign(world.clerk, { isSignedIn: false, sessionId: null });
    const { identity } = open();
    expect(identity()).toMatchObject({ status: "signedOut", signedOutReason: "visitor" });
    expect(identity().user).toBeUndefined();
  });
});

describe("a token that the server did not accept", () => {
  it("is fetched once more after the network returns, without signing the user out", async () => {
    vi.useFakeTimers();
    const { identity, again } = open();
    const roleBefore = world.roleSeen;
    world.clerk.getToken.mockRejectedValue(new Error("offline"));
    await refuse(again);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(identity().status).toBe("loading");
    expect(world.roleSeen).toBe(roleBefore);

    world.clerk.getToken.mockResolvedValue("a fresh token");
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(world.roleSeen).not.toBe(roleBefore);
    expect(world.signOut).not.toHaveBeenCalled();
    world.convex = { isLoading: false, isAuthenticated: true };
    again();
    expect(identity().status).toBe("signedIn");
  });

  it("[AUTH-12] ends the session if the server refuses a fresh token as well", async () => {
    const { identity, again } = open();
    await refuse(again);
    expect(world.clerk.getToken).toHaveBeenCalledWith({ template: "convex", skipCache: true });
    world.convex = { isLoading: true, isAuthenticated: false };
    again();
    await refuse(again);
    await waitFor(() => expect(world.signOut).toHaveBeenCalledOnce());
    again();
    expect(identity()).toMatchObject({ status: "signedOut", signedOutReason: "ended" });
  });

  it("[AUTH-12] ends the session if Clerk has no token any more", async () => {
    world.clerk.getToken.mockResolvedValue(null);
    const { identity, again } = open();
    await refuse(again);
    await waitFor(() => expect(world.signOut).toHaveBeenCalledOnce());
    again();
    expect(identity().signedOutReason).toBe("ended");
  });
});
