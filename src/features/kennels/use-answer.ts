/** Accepts an invitation and opens its kennel, or declines it. */
import { useState } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { ownTimeZone } from "@/lib/time-zone";
import { failureText } from "@/lib/failure-text";
import { useNavigate } from "@/lib/router";
import { kennelPath } from "@domain/kennels/kennel-path";
import { api } from "@convex/_generated/api";

export type Invitation = FunctionReturnType<typeof api.kennels.invitations.waiting>[number];

/** `ref` is a link's token or an entry of the user's own list. */
export function useAnswer(ref: { token: string } | { invitationId: string }) {
  const ensure = useMutation(api.accounts.users.ensure);
  const acceptIt = useMutation(api.kennels.invitations.accept);
  const declineIt = useMutation(api.kennels.invitations.decline);
  const navigate = useNavigate();
  const [work, setWork] = useState<"accepting" | "declining" | "declined" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const accept = async (role: Invitation["role"]) => {
    setWork("accepting");
    setFailure(null);
    try {
      const timeZone = ownTimeZone();
      await ensure({ timeZone });
      const { kennelId } = await acceptIt({ ...ref, role });
      await navigate(kennelPath(kennelId, "/dashboard"), { replace: true });
    } catch (error) {
      setFailure(failureText("The invitation could not be accepted", error));
      setWork(null);
    }
  };
  const decline = async () => {
    setWork("declining");
    setFailure(null);
    try {
      await declineIt(ref);
      setWork("declined");
    } catch (error) {
      setFailure(failureText("The invitation could not be declined", error));
      setWork(null);
    }
  };
  return { accept, decline, work, failure };
}
