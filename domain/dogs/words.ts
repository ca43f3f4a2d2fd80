/** What a dog's or a puppy's sex is called on screen and on paper. */
import type { Gender } from "./rules";

export const genderLabels = { male: "Male", female: "Female" } as const satisfies Record<Gender, string>;
