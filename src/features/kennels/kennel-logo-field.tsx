/** The kennel's logo among its details. */
import { useAction, useMutation } from "convex/react";
import { KennelLogo } from "@/entities/kennels/kennel-logo";
import { PictureField, usePicture } from "@/components/settings/picture-field";
import { useKennel } from "@/hooks/use-kennel";
import { LOGO_FILE_TYPES, MAX_LOGO_BYTES } from "@domain/kennels/rules";
import { api } from "@convex/_generated/api";

const words = {
  heading: "Logo",
  noun: "the logo",
  helper: "PNG, JPG or WEBP, up to 2 MB. It appears beside the kennel's name and on printed documents.",
  chooseLabel: "Choose a logo",
  uploadLabel: "Upload Logo",
  replaceLabel: "Replace Logo",
  removeLabel: "Remove Logo",
  removeText: "It is deleted, and documents are printed without it.",
};

/** Renders the logo with what may be done to it; without a logo, those who may not give it one see nothing. */
export function KennelLogoField({ isReadOnly }: { isReadOnly: boolean }) {
  const { kennel, kennelId } = useKennel();
  const set = useAction(api.kennels.actions.kennelLogo.set);
  const takeAway = useMutation(api.kennels.kennelLogos.remove);
  const change = usePicture({
    noun: "logo",
    maxBytes: MAX_LOGO_BYTES,
    tooLarge: "LOGO_TOO_LARGE",
    send: async (content) => await set({ kennelId, content }),
    takeAway: async () => await takeAway({ kennelId }),
  });
  return (
    <PictureField
      words={words}
      change={change}
      fileTypes={LOGO_FILE_TYPES}
      isReadOnly={isReadOnly}
      picture={
        kennel.logoPath === null ? null : (
          <KennelLogo logoPath={kennel.logoPath} alt={`Logo of ${kennel.name}`} className="size-24 p-1.5" />
        )
      }
    />
  );
}
