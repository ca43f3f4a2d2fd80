/** A person's picture, or the person's initials. */
import { Avatar as AvatarPrimitive } from "radix-ui";
import { cn } from "@/lib/utils";

type AvatarProps = { name: string; imageUrl?: string | undefined; className?: string };

function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s@.]+/u)
    .filter(Boolean);
  const first = words[0]?.[0] ?? "?";
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? "") : "";
  return (first + last).toUpperCase();
}

/** The picture is decorative, so the name must be beside the picture or in the control's label. */
function Avatar({ name, imageUrl, className }: AvatarProps) {
  return (
    <AvatarPrimitive.Root
      aria-hidden
      data-slot="avatar"
      className={cn("inline-flex size-9 shrink-0 overflow-hidden rounded-full select-none", className)}
    >
      {imageUrl ? <AvatarPrimitive.Image src={imageUrl} alt="" className="size-full object-cover" /> : null}
      {/* CSS draws the initials. As text, the initials would be a visible label that the control's name does not contain. */}
      <AvatarPrimitive.Fallback
        data-initials={initialsOf(name)}
        className="flex size-full items-center justify-center bg-brass-soft text-sm font-semibold text-brass before:content-[attr(data-initials)]"
      />
    </AvatarPrimitive.Root>
  );
}

export { Avatar };
