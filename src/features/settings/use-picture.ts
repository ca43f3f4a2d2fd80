/** Changing a picture: what is wrong with a file is said before it is sent, and what failed afterwards. */
import { useState } from "react";
import { toast } from "sonner";
import { failureText } from "@/lib/failure-text";
import { ERRORS, type ErrorCode } from "@domain/errors";

type PictureOptions = {
  /** What it is called in a sentence, for example 'logo'. */
  noun: string;
  maxBytes: number;
  tooLarge: ErrorCode;
  send: (content: ArrayBuffer) => Promise<unknown>;
  takeAway: () => Promise<unknown>;
};

export type PictureChange = {
  upload: (file: File) => Promise<void>;
  /** Returns whether the picture is gone. */
  remove: () => Promise<boolean>;
  isSending: boolean;
  isRemoving: boolean;
  failure: string | null;
  forget: () => void;
};

const startSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Hands out a picture's upload and removal with their state. */
export function usePicture({ noun, maxBytes, tooLarge, send, takeAway }: PictureOptions): PictureChange {
  const [isSending, setSending] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const upload = async (file: File): Promise<void> => {
    if (file.size > maxBytes) {
      setFailure(`Failed to save ${noun}. ${ERRORS[tooLarge].message}`);
      return;
    }
    setFailure(null);
    setSending(true);
    try {
      await send(await file.arrayBuffer());
      toast.success(`${startSentence(noun)} saved`);
    } catch (error) {
      setFailure(failureText(`Failed to save ${noun}`, error));
    } finally {
      setSending(false);
    }
  };

  const remove = async (): Promise<boolean> => {
    setFailure(null);
    setRemoving(true);
    try {
      await takeAway();
      toast.success(`${startSentence(noun)} removed`);
      return true;
    } catch (error) {
      setFailure(failureText(`Failed to remove ${noun}`, error));
      return false;
    } finally {
      setRemoving(false);
    }
  };

  return { upload, remove, isSending, isRemoving, failure, forget: () => setFailure(null) };
}
