/**
 * The app's identity: Clerk if the build has a publishable key, otherwise local accounts. The rest of the app uses
 * these names and does not depend on which of the two is active.
 */
import { Suspense, use, type ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { clerkPublishableKey } from "@/identity/environment";
import {
  IdentityContext,
  IdentityPartsContext,
  type Identity,
  type IdentityParts,
  type ProviderProps,
  type UserMenuButtonProps,
  type SignInFormProps,
} from "@/identity/identity-context";
import { LoadingAuthentication } from "@/identity/loading-authentication";
import { readyLazy } from "@/lib/ready-lazy";
import { cn } from "@/lib/utils";

export type { Identity, IdentityStatus, IdentityUser, SignedOutReason } from "@/identity/identity-context";

const Provider = readyLazy<ProviderProps>(async () =>
  clerkPublishableKey() === undefined
    ? (await import("@/identity/local/local-identity")).LocalIdentityProvider
    : (await import("@/identity/clerk/clerk-identity")).ClerkIdentityProvider,
);

/**
 * Loads the code of the sign-in forms early, so that no placeholder is shown. If this fails, rendering the forms
 * shows the error.
 */
export const fetchIdentity = (): Promise<void> => Provider.fetch().catch(() => undefined);

export function IdentityProvider(props: ProviderProps) {
  return (
    <Suspense fallback={<LoadingAuthentication />}>
      <Provider {...props} />
    </Suspense>
  );
}

export function useIdentity(): Identity {
  const identity = use(IdentityContext);
  if (!identity) throw new Error("useIdentity needs an IdentityProvider above it");
  return identity;
}

type FormSkeletonProps = { fields: readonly string[]; hasLink?: boolean };

/** The skeleton has the height of its form, so that the texts below the form do not move. */
function FormSkeleton({ fields, hasLink = false }: FormSkeletonProps) {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5">
      {fields.map((height, index) => (
        <div key={index} className={cn("flex flex-col gap-3", height)}>
          <Skeleton className="h-4 w-24" />
          <Skeleton className="flex-1" />
        </div>
      ))}
      <Skeleton className="h-12" />
      {hasLink ? <Skeleton className="h-6 w-40" /> : null}
    </div>
  );
}

function useParts(): IdentityParts {
  const parts = use(IdentityPartsContext);
  if (!parts) throw new Error("The sign-in parts need an IdentityProvider above them");
  return parts;
}

export function SignInForm(props: SignInFormProps) {
  const { SignInForm: Form } = useParts();
  return (
    <Suspense fallback={<FormSkeleton fields={["h-16.5", "h-16.5"]} hasLink />}>
      <Form {...props} />
    </Suspense>
  );
}

export function SignUpForm(props: SignInFormProps) {
  const { SignUpForm: Form } = useParts();
  return (
    <Suspense fallback={<FormSkeleton fields={["h-38 sm:h-16.5", "h-16.5", "h-23"]} />}>
      <Form {...props} />
    </Suspense>
  );
}

/** Renders `fallback` while the provider's code loads. */
export function SecurityProvider({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  const { SecurityProvider: Provider } = useParts();
  return (
    <Suspense fallback={fallback}>
      <Provider>{children}</Provider>
    </Suspense>
  );
}

export function UserMenuButton(props: UserMenuButtonProps) {
  const { UserMenuButton: Menu } = useParts();
  return <Menu {...props} />;
}
