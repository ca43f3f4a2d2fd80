/**
 * Recording or changing a health test. The fields depend on the kind of test. A certificate is uploaded after the
 * test was saved. If only the upload fails, the form stays open with the saved test, so that the user need not
 * enter anything again.
 */
import { useState, useEffect, useRef } from "react";
import { Paperclip } from "lucide-react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { acceptOf, FileButton } from "@/components/file-button";
import {
  ChoiceControl,
  RecordField,
  RecordFields,
  type Control,
} from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { Combobox } from "@/components/ui/combobox";
import { Input } from "@/components/ui/input";
import type { HealthTest } from "@/entities/health-tests/test-words";
import { useDebouncedValue } from "@/hooks/use-debounced-value";
import { documentRefusal, uploadFile } from "@/lib/upload-file";
import { api } from "@convex/_generated/api";
import { isCalendarDay } from "@domain/dates/calendar-days";
import type { Gender } from "@domain/dogs/rules";
import { FILE_TYPES } from "@domain/files/rules";
import { askAboutCode } from "@domain/health/certificate-codes";
import { DNA_TESTS } from "@domain/health/dna";
import { HEALTH_TEST_FIELDS } from "@domain/health/record";
import { healthTestSchema } from "@domain/health/schemas";
import { TEST_KINDS } from "@domain/health/test-kinds";
import { describeResult, type TestResult } from "@domain/health/test-results";
import { proposedValidUntil } from "@domain/health/test-validity";
import { typedNumber, type TypedForm } from "@domain/records/typed-form";
import { useAction, useMutation } from "convex/react";

const MUTATIONS = DNA_TESTS.map(({ name, aliases }) => ({ value: name, label: name, alsoNamed: aliases }));

interface ResultValues {
  /** The grade, or the text for a test without grades. */
  readonly result: string;
  readonly left: string;
  readonly right: string;
}
type Values = TypedForm<typeof HEALTH_TEST_FIELDS> & ResultValues;

const NO_RESULT: ResultValues = { result: "", left: "", right: "" };

const sideText = (side: string | number | null): string => (side === null ? "" : String(side));

function resultValues(result: TestResult): ResultValues {
  if (result.type === "grade") return { ...NO_RESULT, result: result.grade };
  if (result.type === "text") return { ...NO_RESULT, result: result.text };
  return { result: "", left: sideText(result.left), right: sideText(result.right) };
}

const toGrade = (text: string): string | null => (text === "" ? null : text);

function toResult({ kind, result, left, right }: Values): TestResult {
  const { type } = TEST_KINDS[kind].form;
  switch (type) {
    case "grade":
      return { type, grade: result };
    case "text":
      return { type, text: result };
    case "sides":
      return { type, left: toGrade(left), right: toGrade(right) };
    case "scores":
      return { type, left: typedNumber(left), right: typedNumber(right) };
    default:
      return type satisfies never;
  }
}

/**
 * Changes the kind or the date. Also updates the suggested end of validity, unless the user has entered another
 * date.
 */
function useProposal() {
  const { getValues, setValue } = useFormContext<Values>();
  return (changes: Partial<Values>) => {
    const last = getValues();
    const proposalOf = ({ kind, testedOn }: Values) =>
      isCalendarDay(testedOn) ? (proposedValidUntil(kind, testedOn) ?? "") : "";
    const isOwn = last.validUntil !== "" && last.validUntil !== proposalOf(last);
    const next = { ...changes, ...(!isOwn && { validUntil: proposalOf({ ...last, ...changes }) }) };
    for (const [name, value] of Object.entries(next)) {
      setValue(name as keyof Values, value, { shouldDirty: true }); // the names are those of the form's fields
    }
  };
}

const KindControl: Control = (props) => {
  const change = useProposal();
  const onValue = (kind: string) => {
    props.onValue(kind);
    change({ kind: kind as Values["kind"], name: "", ...NO_RESULT }); // the kind is one of the choices
  };
  return <ChoiceControl {...props} onValue={onValue} />;
};

const DayControl: Control = ({ described, value, max, onBlur, inputRef }) => {
  const change = useProposal();
  return (
    <Input
      {...described}
      ref={inputRef}
      type="date"
      {...{ max, value, onBlur }}
      onChange={({ target }) => change({ testedOn: target.value })}
    />
  );
};

const MutationControl: Control = ({ described, value, onValue }) => (
  <Combobox
    {...described}
    text={value}
    onText={onValue}
    options={MUTATIONS}
    onSelect={(option) => onValue(option.value)}
  />
);

export const testForm = recordForm({
  fields: HEALTH_TEST_FIELDS,
  noun: "health test",
  isPlain: true,
  nameOf: (test: HealthTest) => TEST_KINDS[test.kind].label,
  functions: api.health.healthTests,
  id: "testId",
  schema: healthTestSchema,
  controls: { kind: KindControl, testedOn: DayControl },
  beside: {
    empty: NO_RESULT,
    of: ({ result }: HealthTest) => resultValues(result),
    send: (values) => ({ result: toResult(values) }),
    groups: [
      {
        key: "result",
        label: "Result",
        fields: ["result", "left", "right"],
        show: (values) => describeResult({ ...values, result: toResult(values) }),
      },
    ],
    names: {
      ...{ "result.grade": "result", "result.text": "result" },
      ...{ "result.left": "left", "result.right": "right" },
    },
  },
});

type TestFormDialogProps = {
  dog: { _id: string; name: string; gender?: Gender };
  test: HealthTest | null;
  today: string;
  onClose: () => void;
};

export function TestFormDialog({ dog, test, today, onClose }: TestFormDialogProps) {
  const { progress, send } = useCertificateUpload(dog._id);
  const [file, setFile] = useState<File | null>(null);
  return (
    <testForm.FormDialog
      record={test}
      live={test}
      given={{ testedOn: today }}
      args={{ today }}
      owner={{ dogId: dog._id }}
      title={test ? `Health Test of ${dog.name}` : `Record a Health Test of ${dog.name}`}
      savedText={test ? "Health test updated" : `Health test of ${dog.name} recorded`}
      hasMore={file !== null}
      afterSave={async (testId) => {
        if (file) await send(testId, file);
      }}
      afterFailure="The test was saved, but its certificate was not"
      bodyClassName="flex flex-col gap-4"
      onClose={onClose}
    >
      <TestFields today={today} gender={dog.gender} />
      <CertificateField
        name={file?.name ?? test?.certificate?.fileName ?? null}
        progress={progress}
        onFile={setFile}
      />
      <RecordFields except={[...ABOVE, "kind", "name"]} />
    </testForm.FormDialog>
  );
}

/** Asks about a certificate number in an unexpected form. The user can save such a number anyway. */
function useCodeQuestion(gender: Gender | undefined): string | undefined {
  const [kind, certificateNumber, result, left, right] = useWatch<
    Values,
    ["kind", "certificateNumber", "result", "left", "right"]
  >({ name: ["kind", "certificateNumber", "result", "left", "right"] });
  const settled = useDebouncedValue(certificateNumber, TYPING_DELAY_MS);
  const values = { kind, result, left, right } as Values; // all fields of a result
  const typed = { kind, name: null, certificateNumber: settled, result: toResult(values), gender };
  return askAboutCode(typed) ?? undefined;
}

/** A number is typed character by character, so the check waits until typing pauses. */
const TYPING_DELAY_MS = 300;

const ABOVE = ["testedOn", "validUntil", "laboratory", "certificateNumber"] as const;

function TestFields({ today, gender }: { today: string; gender: Gender | undefined }) {
  const kind = useWatch<Values, "kind">({ name: "kind" });
  const question = useCodeQuestion(gender);
  const { isNamed, source } = TEST_KINDS[kind];
  const mutation = {
    label: "Mutation",
    helper: "Select or type one, such as EIC or prcd-PRA",
    control: MutationControl,
  };
  return (
    <>
      <RecordField name="kind" helper={source} />
      {isNamed ? (
        <RecordField name="name" required {...(kind === "dna" ? mutation : { label: "Name of the test" })} />
      ) : null}
      <ResultFields kind={kind} />
      <div className="grid gap-4 sm:grid-cols-2">
        {ABOVE.map((name) => (
          <RecordField
            key={name}
            name={name}
            max={name === "testedOn" ? today : undefined}
            helper={name === "certificateNumber" ? question : undefined}
          />
        ))}
      </div>
    </>
  );
}

/** `open` adds a choice for an empty side. */
const gradesOf = ({ grades }: { grades: readonly { id: string; label: string }[] }, open = {}) => ({
  control: ChoiceControl,
  choices: { ...open, ...Object.fromEntries(grades.map(({ id, label }) => [id, label])) },
});

/** Shows one grade, two sides, two figures, or words, depending on the kind of test. */
function ResultFields({ kind }: Pick<Values, "kind">) {
  const { errors } = useFormState<Values>();
  const { form } = TEST_KINDS[kind];
  if (form.type === "text") return <RecordField name="result" label="Result" required />;
  if (form.type === "grade") {
    return <RecordField name="result" label="Result" required {...gradesOf(form)} placeholder="Choose" />;
  }
  return (
    <div className="grid grid-cols-2 gap-4">
      {(["left", "right"] as const).map((side) => (
        <RecordField
          key={side}
          name={side}
          label={side === "left" ? "Left" : "Right"}
          error={side === "left" ? errors.result?.message : undefined}
          {...(form.type === "sides"
            ? gradesOf(form, { "": "Not examined" })
            : { helper: `${form.unit}, 0 to ${form.max}`, inputMode: "decimal" as const })}
        />
      ))}
    </div>
  );
}

type CertificateFieldProps = {
  name: string | null;
  progress: number | null;
  onFile: (file: File | null) => void;
};

function CertificateField({ name, progress, onFile }: CertificateFieldProps) {
  const { isSubmitting } = useFormState();
  const [refusal, setRefusal] = useState<string | null>(null);
  const choose = (file: File) => {
    const reason = documentRefusal(file);
    setRefusal(reason && `${file.name}: ${reason}`);
    onFile(reason === null ? file : null);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-semibold">Certificate file</span>
      <div className="flex flex-wrap items-center gap-3">
        <FileButton
          label="Certificate file"
          accept={acceptOf(FILE_TYPES)}
          disabled={isSubmitting}
          onFiles={([file]) => (file ? choose(file) : undefined)}
        >
          <Paperclip aria-hidden />
          {name === null ? "Choose File" : "Choose Another"}
        </FileButton>
        <span className="min-w-0 text-sm break-words text-muted-foreground">
          {name ?? "PDF, picture or document, at most 10 MB"}
        </span>
      </div>
      {refusal ? (
        <p role="alert" className="text-sm font-semibold break-words text-error">
          {refusal}
        </p>
      ) : null}
      {progress === null ? null : (
        <progress aria-label="Uploading the certificate" value={progress} className="h-1.5 w-full" />
      )}
    </div>
  );
}

function useCertificateUpload(dogId: string) {
  const getAddress = useMutation(api.health.healthTests.generateUploadUrl);
  const addCertificate = useAction(api.health.healthTests.addCertificate);
  const [progress, setProgress] = useState<number | null>(null);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);

  const send = async (testId: string, file: File): Promise<void> => {
    const controller = new AbortController();
    stopping.current = controller;
    const addressOf = (bytes: number) => getAddress({ dogId, testId, bytes });
    try {
      const storageId = await uploadFile(file, addressOf, setProgress, controller.signal);
      await addCertificate({ dogId, testId, storageId, fileName: file.name });
    } finally {
      setProgress(null);
    }
  };
  return { progress, send };
}
