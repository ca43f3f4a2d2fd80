/**
 * What the app knows about the signed-in user, for any provider. `signedIn` means that the provider and the server
 * agree, so data calls may start. Until then the status is `loading`.
 */
import { createContext, type ComponentType, type ReactNode } from "react";
import type { ConvexReactClient } from "convex/react";

export type IdentityUser = {
  name: string;
  email: string;
  firstName?: string | undefined;
  imageUrl?: string | undefined;
};

export type IdentityStatus = "loading" | "signedOut" | "signedIn";

/** `visitor`: there was no session. `left`: the user signed out. `ended`: the session was no longer accepted. */
export type SignedOutReason = "visitor" | "left" | "ended";

export type Identity = {
  status: IdentityStatus;
  user?: IdentityUser;
  signedOutReason?: SignedOutReason;
  /** Signs out in every tab. Never rejects; a failure is shown to the user. */
  signOut: () => Promise<void>;
  /** Ends the session after the server refused a call because of it. */
  endSession: () => Promise<void>;
  /** For calls of the REST API. */
  fetchToken?: () => Promise<string | null>;
};

export type ProviderProps = {
  children: ReactNode;
  askFirst?: (client: ConvexReactClient) => void;
};

export type SignInFormProps = {
  /** A path on this site. */
  redirectTo: string;
  /** The address to which the invitation was sent. */
  email?: string | undefined;
};

export type UserMenuButtonProps = {
  children?: ReactNode;
};

/** The parts of the interface that differ by provider. */
export type IdentityParts = {
  SecurityProvider: ComponentType<{ children: ReactNode }>;
  SignInForm: ComponentType<SignInFormProps>;
  SignUpForm: ComponentType<SignInFormProps>;
  UserMenuButton: ComponentType<UserMenuButtonProps>;
};

export const SIGN_OUT_FAILED = "You could not be signed out. Check your connection and try again.";

export const IdentityContext = createContext<Identity | null>(null);
export const IdentityPartsContext = createContext<IdentityParts | null>(null);
