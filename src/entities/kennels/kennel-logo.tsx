/** The logo of a kennel on white. Most logos are drawn for paper, and many are transparent. */
import { photoUrl } from "@/entities/dogs/photo-url";
import { cn } from "@/lib/utils";

type KennelLogoProps = {
  logoPath: string | null;
  /** Empty by default, because the kennel's name is usually beside the logo. */
  alt?: string;
  className?: string;
};

/** Renders nothing for a kennel without a logo. */
export function KennelLogo({ logoPath, alt = "", className }: KennelLogoProps) {
  if (logoPath === null) return null;
  return (
    <span
      className={cn(
        "flex shrink-0 items-center justify-center overflow-hidden rounded-md border bg-white p-0.5",
        className,
      )}
    >
      <img
        src={photoUrl(logoPath)}
        alt={alt}
        decoding="async"
        draggable={false}
        className="max-h-full max-w-full object-contain"
      />
    </span>
  );
}
