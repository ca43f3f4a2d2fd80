/**
 * What the app knows about who is signed in, whichever provider stands behind it. `signedIn` means that the
 * provider and the server agree, so data calls may start; until then the status is `loading`.
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

/** Why nobody is signed in: nobody was, they signed out, or the session stopped being accepted. */
export type SignedOutReason = "visitor" | "left" | "ended";

export type Identity = {
  status: IdentityStatus;
  user?: IdentityUser;
  /** Set while `status` is `signedOut`. */
  signedOutReason?: SignedOutReason;
  /** Signs out in every tab; never rejects, a failure is told to the breeder. */
  signOut: () => Promise<void>;
  /** Ends a session that a server call refused. */
  endSession: () => Promise<void>;
};

export type ProviderProps = {
  children: ReactNode;
  /** Asks what the opened page needs first, in the same message that signs the client in. */
  askFirst?: (client: ConvexReactClient) => void;
};

export type SignInFormProps = {
  /** The same-site path to go to afterwards. */
  redirectTo: string;
  /** The address that was invited. */
  email?: string | undefined;
};

export type UserMenuButtonProps = {
  /** What the app offers in the menu, above the way out. */
  children?: ReactNode;
};

/** The parts of the interface that a provider draws. */
export type IdentityParts = {
  /** Gives everything below it the account's security (identity/security). */
  SecurityProvider: ComponentType<{ children: ReactNode }>;
  SignInForm: ComponentType<SignInFormProps>;
  SignUpForm: ComponentType<SignInFormProps>;
  UserMenuButton: ComponentType<UserMenuButtonProps>;
};

export const SIGN_OUT_FAILED = "You could not be signed out. Check your connection and try again.";

export const IdentityContext = createContext<Identity | null>(null);
export const IdentityPartsContext = createContext<IdentityParts | null>(null);
