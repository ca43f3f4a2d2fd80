/** The breeder's own picture, which everybody in their kennels sees. */
import { useAction, useMutation } from "convex/react";
import { avatarUrl } from "@/entities/people/avatar-url";
import { PictureField } from "@/features/settings/picture-field";
import { usePicture } from "@/features/settings/use-picture";
import { AVATAR_FILE_TYPES, MAX_AVATAR_BYTES } from "@domain/constants/avatars";
import { api } from "@convex/_generated/api";

const words = {
  heading: "Profile picture",
  noun: "the profile picture",
  helper: "JPG, PNG, WEBP or HEIC, up to 5 MB. It is cropped square, and everyone in your kennels sees it.",
  chooseLabel: "Choose a profile picture",
  uploadLabel: "Upload Picture",
  replaceLabel: "Replace Picture",
  removeLabel: "Remove Picture",
  removeText: "It is deleted, and your initials take its place.",
};

/** Renders the picture with what may be done to it. */
export function AvatarField({ avatarPath }: { avatarPath: string | null }) {
  const set = useAction(api.accounts.profiles.setAvatar);
  const takeAway = useMutation(api.accounts.profiles.clearAvatar);
  const change = usePicture({
    noun: "profile picture",
    maxBytes: MAX_AVATAR_BYTES,
    tooLarge: "AVATAR_TOO_LARGE",
    send: async (content) => await set({ content }),
    takeAway: async () => await takeAway({}),
  });
  return (
    <PictureField
      words={words}
      change={change}
      fileTypes={AVATAR_FILE_TYPES}
      frameClassName="rounded-full"
      picture={
        avatarPath === null ? null : (
          <img
            src={avatarUrl(avatarPath)}
            alt="Your profile"
            draggable={false}
            className="size-24 rounded-full border object-cover"
          />
        )
      }
    />
  );
}
