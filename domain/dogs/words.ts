/** The words for the sex of a dog or puppy, on screen and on paper. */
import type { Gender } from "./rules";

export const genderLabels = { male: "Male", female: "Female" } as const satisfies Record<Gender, string>;
