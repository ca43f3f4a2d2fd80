/** The default texts of a kennel's form, which the kennel can change. */
import type { FormContent } from "./form";
import { GENDER_CHOICES } from "./rules";

export const defaultForm = (kennelName: string): FormContent => ({
  intro: "Tell us about you and your home. We read every application ourselves and answer within a week.",
  questions: [
    { key: "home", kind: "long", label: "Tell us about your home and who lives in it", isRequired: true },
    {
      key: "experience",
      kind: "long",
      label: "Which dogs have you had, and what became of them?",
      isRequired: true,
    },
    {
      key: "day",
      kind: "long",
      label: "What would the puppy's day look like, and how long would it be alone?",
      isRequired: true,
    },
    {
      key: "sex",
      kind: "choice",
      label: "Male or female?",
      choices: [...GENDER_CHOICES],
      isRequired: false,
      fills: "gender",
    },
    { key: "color", kind: "short", label: "A color you hope for", isRequired: false, fills: "color" },
    {
      key: "from",
      kind: "day",
      label: "From when could a puppy come?",
      isRequired: false,
      fills: "wantedFrom",
    },
    {
      key: "plans",
      kind: "choices",
      label: "What do you plan to do with the dog?",
      help: "Leave this empty for a family dog.",
      choices: ["Show", "Breed", "Train for a sport", "Work"],
      isRequired: false,
    },
    { key: "heard", kind: "short", label: "How did you find us?", isRequired: false },
  ],
  consents: [
    {
      key: "privacy",
      text: `${kennelName} keeps these answers to decide on this application and to write to me about it. If it is declined, they are deleted after 90 days. I may ask for a copy or for deletion at any time.`,
      isRequired: true,
    },
    {
      key: "news",
      text: `${kennelName} may write to me about coming litters. I can stop this at any time.`,
      isRequired: false,
    },
  ],
});
