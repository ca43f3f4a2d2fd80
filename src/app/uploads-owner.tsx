/** Ties the uploads of this tab to who is signed in, so that they end at the sign-out. */
import { useEffect } from "react";
import { setUploadsOwner } from "@/entities/photos/use-photo-uploads";
import { useIdentity } from "@/identity/identity";

/** Renders nothing. */
export function UploadsOwner() {
  const { status, user } = useIdentity();
  const email = user?.email ?? null;
  useEffect(() => {
    // While it is not known who is signed in, a refreshed session for one, everything goes on.
    if (status !== "loading") setUploadsOwner(status === "signedIn" ? email : null);
  }, [status, email]);
  return null;
}
