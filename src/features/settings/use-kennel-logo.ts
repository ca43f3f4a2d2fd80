/** Changing the kennel's logo: what is wrong with a file is said before it is sent, and what failed afterwards. */
import { useState } from "react";
import { useAction, useMutation } from "convex/react";
import { toast } from "sonner";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { MAX_LOGO_BYTES } from "../../../domain/constants/logos";
import { ERRORS } from "../../../domain/errors";
import { api } from "../../../convex/_generated/api";

/** Hands out the logo's upload and removal with their state. */
export function useKennelLogo() {
  const { kennelId } = useKennel();
  const set = useAction(api.integrations.kennelLogo.set);
  const takeAway = useMutation(api.kennelLogos.remove);
  const [isSending, setSending] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const upload = async (file: File): Promise<void> => {
    if (file.size > MAX_LOGO_BYTES) {
      setFailure(`Failed to save logo. ${ERRORS.LOGO_TOO_LARGE.message}`);
      return;
    }
    setFailure(null);
    setSending(true);
    try {
      await set({ kennelId, content: await file.arrayBuffer() });
      toast.success("Logo saved");
    } catch (error) {
      setFailure(failureText("Failed to save logo", error));
    } finally {
      setSending(false);
    }
  };

  /** Answers whether the logo is gone. */
  const remove = async (): Promise<boolean> => {
    setFailure(null);
    setRemoving(true);
    try {
      await takeAway({ kennelId });
      toast.success("Logo removed");
      return true;
    } catch (error) {
      setFailure(failureText("Failed to remove logo", error));
      return false;
    } finally {
      setRemoving(false);
    }
  };

  return { upload, remove, isSending, isRemoving, failure, forget: () => setFailure(null) };
}
