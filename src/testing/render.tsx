/** Renders a screen like the signed-in shell, with router, identity, kennel and toasts. */
import type { ReactNode } from "react";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider, useLocation, type RouteObject } from "react-router-dom";
import { Toaster } from "@/components/ui/toaster";
import { KennelContext, type KennelContextValue, type KennelSummary } from "@/hooks/use-kennel";
import { IdentityContext, IdentityPartsContext, type Identity } from "@/identity/identity-context";
import { ROLE_PERMISSIONS, type PermissionOverrides, type Role } from "@domain/permissions/rules";
import { effectivePermissions, hasPermission } from "@domain/permissions/permissions";

export function makeKennel(changes: Partial<KennelSummary> = {}): KennelSummary {
  const role: Role = changes.role ?? "owner";
  return {
    _id: "kennel1" as KennelSummary["_id"],
    name: "Oakhollow",
    prefix: null,
    address: null,
    phone: null,
    email: null,
    website: null,
    logoPath: null,
    ownerId: "user1" as KennelSummary["ownerId"],
    createdAt: 1,
    updatedAt: 1,
    role,
    isOwner: role === "owner",
    permissions: ROLE_PERMISSIONS[role],
    ...changes,
  };
}

/** By default, Anna is signed in. */
export function makeIdentity(changes: Partial<Identity> = {}): Identity {
  return {
    status: "signedIn",
    user: { name: "Anna Berg", email: "anna@example.com", firstName: "Anna" },
    signOut: async () => {},
    endSession: async () => {},
    ...changes,
  };
}

const parts = {
  SignInForm: () => <p>Sign-in form</p>,
  SignUpForm: () => <p>Sign-up form</p>,
  SecurityProvider: ({ children }: { children: ReactNode }) => children,
  UserMenuButton: () => <button type="button">User menu</button>,
};

export function AppProviders({ identity, children }: { identity: Identity; children: ReactNode }) {
  return (
    <IdentityContext value={identity}>
      <IdentityPartsContext value={parts}>
        {children}
        <Toaster dark={false} />
      </IdentityPartsContext>
    </IdentityContext>
  );
}

export function KennelStub({ kennel, children }: { kennel: KennelSummary; children: ReactNode }) {
  const value: KennelContextValue = {
    kennel,
    kennels: [kennel],
    kennelId: kennel._id,
    role: kennel.role,
    hasRight: (area, level) => hasPermission(kennel.permissions, area, level),
    can: (area, level) => hasPermission(kennel.permissions, area, level),
    startLeaving: () => {},
    stopLeaving: () => {},
  };
  return <KennelContext value={value}>{children}</KennelContext>;
}

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

type ScreenOptions = {
  path?: string;
  at?: string;
  role?: Role;
  /** Rights that differ from the rights of the role. */
  rights?: PermissionOverrides;
  identity?: Identity;
  children?: RouteObject[];
  /** Further screens. */
  siblings?: RouteObject[];
};

/** Returns a simulated user for interactions. */
export function renderScreen(screen: ReactNode, options: ScreenOptions = {}) {
  const {
    path = "/",
    at = path,
    role = "owner",
    rights = {},
    identity = makeIdentity(),
    children = [],
    siblings = [],
  } = options;
  const element = (
    <KennelStub kennel={makeKennel({ role, permissions: effectivePermissions(role, rights) })}>
      {screen}
      <Address />
    </KennelStub>
  );
  const router = createMemoryRouter(
    [{ path, element, children }, ...siblings, { path: "*", element: <Address /> }],
    {
      initialEntries: [at],
    },
  );
  const user = userEvent.setup();
  const view = render(
    <AppProviders identity={identity}>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  return { user, router, ...view };
}
