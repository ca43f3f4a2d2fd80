/** Questions about ambiguous names in a file. The user answers each question, or accepts all suggested answers. */
import { useState } from "react";
import { ChoiceField } from "@/components/choice-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { linesText } from "@/features/imports/import-words";
import type { ImportSteps } from "@/features/imports/use-import";
import { MOST_CANDIDATES, type ImportQuestion } from "@domain/imports/questions";
import { PARENT_ROLES } from "@domain/dogs/checks";

/** Says why the question is asked. */
function reasonText({ reason, role, others, candidates }: ImportQuestion): string {
  switch (reason) {
    case "similar":
      return role === "dog" ? "A dog with a similar name is already here." : "No dog has exactly this name.";
    case "unlike":
      return role === "dog"
        ? "A dog with this name and date of birth is already here, with another number or breed."
        : "The dog with this name has another number.";
    case "written":
      return "A dog has this number in another form.";
    case "several":
      return candidates.length < MOST_CANDIDATES
        ? "Several dogs have this name."
        : `Very many dogs have this name. The first ${MOST_CANDIDATES} are listed; put the number of another one into the file.`;
    case "breed":
      return "The dog with this name is of another breed.";
    case "sex":
      return `${others.slice(0, 3).join(", ")} has this name and is not ${role === "dam" ? "female" : "male"}. Correct the file if this dog is meant.`;
    case "number":
      if (role === "dog") return `${others.join(", ")}. Correct the file if the number is wrong.`;
      return `${others.join(", ")}. The name and the number belong to two different dogs. Correct the file, or choose the dog that is meant.`;
    case "nobody":
      return `${others.join(", ")}. Leave the parent empty if nobody knows the dog.`;
    default:
      return reason satisfies never;
  }
}

const labelOf = ({ role }: ImportQuestion): string => (role === "dog" ? "Dog" : PARENT_ROLES[role].label);

/** The label of the answer 'none of these dogs'. */
function newText({ role, reason }: ImportQuestion): string {
  if (role !== "dog") return "Another dog: create a new ancestor";
  return reason === "number" ? "Another dog: import it without the number" : "Another dog: import it as new";
}

/** For the button that answers open questions with new dogs. */
function restText(open: number, areAll: boolean): string {
  if (areAll) return open === 1 ? "A New Dog" : `New Dogs for All ${open.toLocaleString("en-US")}`;
  return open === 1 ? "A New Dog for the Other" : `New Dogs for All Other ${open.toLocaleString("en-US")}`;
}

/** Null if there is no suggested answer. */
const suggestionOf = ({ candidates }: ImportQuestion): string | null =>
  candidates.find(({ isLikely }) => isLikely)?.node ?? null;

type ImportQuestionsProps = { questions: readonly ImportQuestion[]; total: number; steps: ImportSteps };

/** The answers are sent together. Then the server checks the file again with these answers. */
export function ImportQuestions({ questions, total, steps }: ImportQuestionsProps) {
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const answerOf = (question: ImportQuestion) => given[question.key] ?? suggestionOf(question);
  const answers = questions.flatMap((question) => {
    const answer = answerOf(question);
    return answer === null ? [] : [{ key: question.key, answer }];
  });
  const open = questions.length - answers.length;
  const makeRest = () =>
    setGiven({
      ...given,
      ...Object.fromEntries(
        questions.filter((question) => answerOf(question) === null).map(({ key }) => [key, "new"]),
      ),
    });
  return (
    <section>
      <h3 className="font-title mb-2 border-b pb-1 text-lg">Which dog does the file mean?</h3>
      <Alert variant="warning">
        <p className="text-foreground">
          {total === 1 ? "One dog is" : `${total.toLocaleString("en-US")} dogs are`} not certain. A wrong link
          spoils the pedigree, so choose the right dog. Nothing is imported until you do.
        </p>
      </Alert>
      <ul className="mt-3 flex flex-col gap-4">
        {questions.map((question) => (
          <li key={question.key}>
            <ChoiceField
              label={`${labelOf(question)} “${question.name}”`}
              helper={`In ${linesText(question.lines, question.lineCount)}. ${reasonText(question)}`}
              value={answerOf(question) ?? ""}
              choices={[
                ...question.candidates.map(
                  ({ node, name, detail }) => [node, [name, detail].filter(Boolean).join(", ")] as const,
                ),
                ["new", newText(question)],
                ["none", question.role === "dog" ? "Leave the line out" : "Leave the parent empty"],
              ]}
              placeholder="Please choose"
              onValue={(answer) => setGiven({ ...given, [question.key]: answer })}
            />
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          disabled={answers.length === 0 || steps.work !== null}
          onClick={() => void steps.answer(answers)}
        >
          {open === 0 || answers.length === 0
            ? "Use These Answers"
            : answers.length === 1
              ? "Use 1 Answer"
              : `Use ${answers.length.toLocaleString("en-US")} Answers`}
        </Button>
        {total > questions.length ? (
          <Button
            variant="outline"
            disabled={steps.work !== null}
            onClick={() => void steps.answer(answers, true)}
          >
            {restText(total - answers.length, answers.length === 0)}
          </Button>
        ) : open > 0 ? (
          <Button variant="outline" onClick={makeRest}>
            {restText(open, answers.length === 0)}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
