/** The symbol of a dog's sex, in the colors of the product documents: blue for males, purple for females. */
import { Mars, Venus } from "lucide-react";
import { genderLabels } from "@domain/dogs/words";
import type { Gender } from "@domain/dogs/rules";
import { cn } from "@/lib/utils";

export function GenderIcon({ gender, className }: { gender: Gender; className?: string }) {
  const Icon = gender === "male" ? Mars : Venus;
  return (
    <Icon
      role="img"
      aria-label={genderLabels[gender]}
      strokeWidth={2.4}
      className={cn("size-4 shrink-0", gender === "male" ? "text-male" : "text-female", className)}
    />
  );
}
