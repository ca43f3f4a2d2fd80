/** Settings > Application Form. Switches apply at once. Questions and texts are saved together. */
import { useMemo, useState, useEffect, useRef } from "react";
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Copy, ExternalLink, Plus, QrCode } from "lucide-react";
import encodeQr from "qr";
import { toast } from "sonner";
import { ChoiceField } from "@/components/choice-field";
import { DraftNote } from "@/components/draft-note";
import { LoadError } from "@/components/load-error";
import { SettingRow } from "@/components/settings/setting-row";
import { SortableList } from "@/components/sortable-list";
import { LongTextField, TextField } from "@/components/text-field";
import { TitledDialog } from "@/components/titled-dialog";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { DialogBody } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { QuestionCard, type EditedQuestion } from "@/features/applications/question-card";
import { useKennel } from "@/hooks/use-kennel";
import { useValueDraft } from "@/hooks/use-form-draft";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { Link } from "@/lib/router";
import { api } from "@convex/_generated/api";
import type { ApplicationForm } from "@convex/applications/model/forms";
import { formSchema, type FormContent } from "@domain/applications/form";
import { MAX_QUESTIONS, type Need } from "@domain/applications/rules";
import { getErrorData, type FieldErrors } from "@domain/errors";
import { fieldErrorsOf } from "@domain/records/parse";
import { formBody, PAGE_STYLE } from "@domain/applications/page";
import type { FormKennel } from "@domain/applications/page";

export function ApplicationFormPart() {
  const { kennelId } = useKennel();
  const form = useLiveQuery(api.applications.applicationForms.get, { kennelId });
  if (form.status === "error") {
    return <LoadError message="Failed to load the form. Please try again." onRetry={form.retry} />;
  }
  if (form.status === "loading") return <Skeleton className="h-96" />;
  return (
    <>
      <StandingCard form={form.data} />
      <ContentCard form={form.data} />
      <FamilyPagesCard />
    </>
  );
}

const needs: Record<Need, { text: string; to?: string; label?: string }> = {
  address: {
    text: "The kennel's address is missing. The privacy notice needs it.",
    to: "/dashboard/settings?tab=kennel",
    label: "Add Address",
  },
  mail: {
    text: "No email is set up, so nobody can confirm an application.",
    to: "/dashboard/settings?tab=integrations",
    label: "Set Up Email",
  },
  secret: { text: "This server has no secret for links. Ask whoever runs it." },
};

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success("Address copied");
  } catch {
    toast.error("Your browser does not let Studbook copy. Select the address instead.");
  }
}

function StandingCard({ form }: { form: ApplicationForm }) {
  const { kennelId, can, role } = useKennel();
  const save = useMutation(api.applications.applicationForms.save);
  const [isQrOpen, setQrOpen] = useState(false);
  const canWrite = can("settings", "write");
  const { isOpen, missing, address, admits, allowsUnconfirmed } = form;
  const isTaking = isOpen && missing.length === 0;
  const set = async (change: Partial<Pick<ApplicationForm, "isOpen" | "admits" | "allowsUnconfirmed">>) => {
    try {
      await save({ kennelId, ...change });
    } catch (error) {
      const [reason] = Object.values(getErrorData(error)?.details.fields ?? {});
      toast.error(reason ? `${reason}.` : failureText("Failed to save the form", error));
    }
  };
  return (
    <Card>
      <CardHeader>
        <div className="flex flex-wrap items-center gap-3">
          <CardTitle>Application form</CardTitle>
          <Badge variant={isTaking ? "success" : isOpen ? "warning" : "outline"}>
            {isTaking ? "Open" : isOpen ? "Open, but something is missing" : "Closed"}
          </Badge>
        </div>
        <CardDescription>
          People who look for a puppy fill it in without an account. New applications appear above your
          waiting list once their email is confirmed.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        {missing.map((need) => (
          <Alert key={need} variant="warning">
            {needs[need].text}{" "}
            {needs[need].to ? (
              <Link to={needs[need].to} className="font-semibold underline underline-offset-4">
                {needs[need].label}
              </Link>
            ) : null}
          </Alert>
        ))}
        <div className="flex flex-wrap items-center gap-2">
          <code className="min-w-0 rounded-md border bg-secondary px-3 py-2 break-all select-all">
            {address}
          </code>
          <Button variant="outline" onClick={() => void copy(address)}>
            <Copy aria-hidden />
            Copy Address
          </Button>
          <Button variant="outline" onClick={() => setQrOpen(true)}>
            <QrCode aria-hidden />
            QR Code
          </Button>
          {isTaking ? (
            <Button variant="ghost" asChild>
              <a href={address} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden />
                Open Page
              </a>
            </Button>
          ) : null}
        </div>
        <div className="divide-y">
          <SettingRow
            label="Open"
            text="While it is closed, the page says that you take no applications at the moment."
            isOn={isOpen}
            isDisabled={!canWrite || (!isOpen && missing.length > 0)}
            onChange={(isOn) => void set({ isOpen: isOn })}
          />
          {missing.includes("mail") || allowsUnconfirmed ? (
            <SettingRow
              label="Accept applications without a confirmed email"
              text="For kennels without email. Such applications are marked, because anybody can type any address. Only an owner can turn this on."
              isOn={allowsUnconfirmed}
              isDisabled={!canWrite || (!allowsUnconfirmed && role !== "owner")}
              onChange={(isOn) => void set({ allowsUnconfirmed: isOn })}
            />
          ) : null}
        </div>
        <ChoiceField
          className="max-w-sm"
          label="New applications"
          value={admits}
          disabled={!canWrite}
          choices={[
            ["to_review", "I look at each"],
            ["to_list", "Go on the list at once"],
          ]}
          onValue={(next) => void set({ admits: next })}
        />
      </CardContent>
      {isQrOpen ? (
        <TitledDialog title="QR code of the form" description={address} onClose={() => setQrOpen(false)}>
          <DialogBody>
            {/* A QR code must be dark on light, in both themes. */}
            <img
              src={`data:image/svg+xml,${encodeURIComponent(encodeQr(address, "svg", { border: 2 }))}`}
              alt={`QR code of ${address}`}
              className="mx-auto size-64 rounded-md border bg-white p-1"
            />
          </DialogBody>
        </TitledDialog>
      ) : null}
    </Card>
  );
}

type FamilyPages = FunctionReturnType<typeof api.kennels.kennelSettings.get>["familyPages"];

const SHOWN_ROWS = [
  ["showsParents", "Parents", "Names, titles and one photo of each parent."],
  ["showsPlace", "Place on the list", "The number of a family on your waiting list, as it moves."],
  ["showsPlans", "Planned litters", "Parents and expected date, to families on your waiting list."],
] as const satisfies readonly (readonly [keyof FamilyPages, string, string])[];

function FamilyPagesCard() {
  const { kennelId, can } = useKennel();
  const settings = useLiveQuery(api.kennels.kennelSettings.get, { kennelId });
  const update = useMutation(api.kennels.kennelSettings.update);
  const set = async (familyPages: Partial<FamilyPages>) => {
    try {
      await update({ kennelId, familyPages });
    } catch (error) {
      toast.error(failureText("Failed to save what families see", error));
    }
  };
  if (settings.status === "error")
    return (
      <LoadError message="Failed to load what families see. Please try again." onRetry={settings.retry} />
    );
  if (settings.status === "loading") return <Skeleton className="h-40" />;
  const shown = settings.data.familyPages;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Pages of families</CardTitle>
        <CardDescription>
          Each family has a page of its own with its puppy. This is what it sees besides.
        </CardDescription>
      </CardHeader>
      <CardContent className="divide-y">
        {SHOWN_ROWS.map(([name, label, text]) => (
          <SettingRow
            key={name}
            label={label}
            text={text}
            isOn={shown[name]}
            isDisabled={!can("settings", "write")}
            onChange={(isOn) => void set({ [name]: isOn })}
          />
        ))}
      </CardContent>
    </Card>
  );
}

type Edited = Pick<ApplicationForm, "slug" | "intro" | "questions" | "consents">;

const editedOf = ({ slug, intro, questions, consents }: ApplicationForm): Edited => ({
  ...{ slug, intro, questions, consents },
});

/** `from` is the version on which the typed text is based. */
type Typed = { from: number | null; values: Edited };

/** Only this form stores drafts under its key, so it is enough to tell a draft from damaged text. */
function isTyped(stored: unknown): stored is Typed {
  const { values } = (stored ?? {}) as Partial<Typed>;
  return Array.isArray(values?.questions) && Array.isArray(values.consents);
}

/** Removes empty values, as the server does. */
const contentOf = ({ intro, questions, consents }: Edited): FormContent => ({
  ...{ intro, consents },
  questions: questions.map(({ help, choices, fills, ...question }) => ({
    ...question,
    ...(help && { help }),
    ...(choices.length > 0 && { choices }),
    ...(fills && { fills }),
  })),
});

function ContentCard({ form }: { form: ApplicationForm }) {
  const { kennelId, kennel, can } = useKennel();
  const save = useMutation(api.applications.applicationForms.save);
  const canWrite = can("settings", "write");
  // The typed text stays until it is saved, even if somebody else saves the form first.
  const [edited, setEdited] = useState<Typed | null>(null);
  const draft = useValueDraft(`application-form.${kennelId}`, isTyped, setEdited);
  const [faults, setFaults] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const stored = useMemo(() => editedOf(form), [form]);
  const values = edited?.values ?? stored;
  const content = useMemo(() => contentOf(values), [values]);
  const shown = useMemo(
    () => ({
      name: kennel.name,
      address: kennel.address,
      email: kennel.email,
      phone: kennel.phone,
      website: kennel.website,
      logo: null,
    }),
    [kennel],
  );
  const change = (fields: Partial<Edited>) => {
    const next = { from: edited ? edited.from : form.updatedAt, values: { ...values, ...fields } };
    setEdited(next);
    draft.keep(next);
    setFaults({});
  };
  const reset = () => {
    draft.discard();
    setEdited(null);
    setFaults({});
    setFailure(null);
  };
  const isOutdated = edited !== null && edited.from !== form.updatedAt;
  const refuse = (wrong: FieldErrors) => {
    setFaults(wrong);
    const index = /^questions\.(\d+)/u.exec(Object.keys(wrong)[0] ?? "")?.[1];
    if (index !== undefined) setOpenKey(values.questions[Number(index)]?.key ?? null);
    setFailure("Some fields need another look.");
  };
  const send = async (isOverwriting = false) => {
    setFailure(null);
    const { isOpen, admits, allowsUnconfirmed } = form;
    const parsed = formSchema.safeParse({ ...values, isOpen, admits, allowsUnconfirmed });
    if (!parsed.success) return refuse(fieldErrorsOf(parsed.error));
    setSaving(true);
    try {
      await save({
        ...{ kennelId, ...values },
        ...(!isOverwriting && { expectedUpdatedAt: edited?.from ?? 0 }),
      });
      reset();
      toast.success("Form saved");
    } catch (error) {
      const fields = getErrorData(error)?.details.fields;
      if (fields) refuse(fields);
      else setFailure(failureText("Failed to save the form", error));
    }
    setSaving(false);
  };
  const setQuestion = (key: string, next: EditedQuestion | null) =>
    change({
      questions: values.questions.flatMap((each) => (each.key === key ? (next ? [next] : []) : [each])),
    });
  const add = () => {
    const key = `q-${crypto.randomUUID().slice(0, 8)}`;
    const fresh = {
      key,
      kind: "short" as const,
      label: "",
      help: null,
      choices: [],
      isRequired: false,
      fills: null,
    };
    change({ questions: [...values.questions, fresh] });
    setOpenKey(key);
  };
  const move = async (key: string, to: number) => {
    const others = values.questions.filter((each) => each.key !== key);
    const moved = values.questions.find((each) => each.key === key);
    if (moved) change({ questions: [...others.slice(0, to), moved, ...others.slice(to)] });
    return await Promise.resolve(true);
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>Questions</CardTitle>
        <CardDescription>
          Name, email, phone and address are always asked. Answers that you already have keep the words of
          their question.
        </CardDescription>
      </CardHeader>
      <CardContent className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <fieldset disabled={!canWrite || isSaving} className="flex min-w-0 flex-col gap-4">
          <legend className="sr-only">Form</legend>
          {canWrite ? <DraftNote draft={draft} isDirty={edited !== null} /> : null}
          <TextField
            label="Address"
            required
            error={faults.slug}
            helper={form.address.slice(0, form.address.lastIndexOf("/") + 1) + values.slug}
            value={values.slug}
            onText={(slug) => change({ slug })}
          />
          <LongTextField
            label="Introduction"
            error={faults.intro}
            rows={3}
            value={values.intro}
            onText={(intro) => change({ intro })}
          />
          <SortableList
            label="Questions"
            className="flex flex-col gap-2"
            items={values.questions}
            idOf={({ key }) => key}
            nameOf={({ label }) => label || "New question"}
            onMove={move}
            renderItem={(question, handle) => {
              const prefix = `questions.${values.questions.indexOf(question)}.`;
              const own = Object.entries(faults).filter(([name]) => name.startsWith(prefix));
              return (
                <QuestionCard
                  question={question}
                  handle={canWrite ? handle : null}
                  isOpen={openKey === question.key}
                  faults={Object.fromEntries(
                    own.map(([name, text]) => [name.slice(prefix.length).split(".")[0] ?? "", text]),
                  )}
                  taken={values.questions.flatMap(({ key, fills }) =>
                    fills && key !== question.key ? [fills] : [],
                  )}
                  onToggle={() => setOpenKey(openKey === question.key ? null : question.key)}
                  onChange={(next) => setQuestion(question.key, next)}
                  onRemove={canWrite ? () => setQuestion(question.key, null) : undefined}
                />
              );
            }}
          />
          {faults.questions ? <p className="font-semibold text-error">{faults.questions}</p> : null}
          {canWrite ? (
            <Button
              variant="outline"
              className="self-start"
              disabled={values.questions.length >= MAX_QUESTIONS}
              onClick={add}
            >
              <Plus aria-hidden />
              Add Question
            </Button>
          ) : null}
          {values.consents.map((consent, index) => (
            <LongTextField
              key={consent.key}
              label={index === 0 ? "Privacy consent" : `Consent ${index + 1}`}
              required={index === 0}
              helper={
                index === 0
                  ? "Has to be ticked. The words are kept with each application."
                  : "People may leave it unticked. Empty it to take it off the form."
              }
              error={faults[`consents.${index}.text`] ?? (index === 0 ? faults.consents : undefined)}
              rows={3}
              value={consent.text}
              onText={(text) =>
                change({
                  consents: values.consents.flatMap((each) =>
                    each.key !== consent.key ? [each] : text === "" && index > 0 ? [] : [{ ...each, text }],
                  ),
                })
              }
            />
          ))}
          {isOutdated ? (
            <Alert variant="warning">
              <p className="mb-2">Somebody else has saved the form in the meantime.</p>
              <span className="flex flex-wrap gap-2">
                <Button size="sm" variant="outline" onClick={reset}>
                  Load Theirs
                </Button>
                <Button size="sm" variant="outline" onClick={() => void send(true)}>
                  Overwrite with Mine
                </Button>
              </span>
            </Alert>
          ) : null}
          {failure ? <Alert variant="error">{failure}</Alert> : null}
          {edited ? (
            <div className="sticky bottom-0 z-10 -mx-2 flex flex-wrap gap-2 border-t bg-card p-2">
              <Button disabled={isOutdated} onClick={() => void send()}>
                {isSaving ? "Saving..." : "Save Form"}
              </Button>
              <Button variant="ghost" onClick={reset}>
                Discard Changes
              </Button>
            </div>
          ) : null}
        </fieldset>
        <div className="lg:sticky lg:top-4 lg:self-start">
          <p aria-hidden className="mb-2 text-sm font-semibold">
            As it looks on a phone
          </p>
          <FormPreview kennel={shown} content={content} />
        </div>
      </CardContent>
    </Card>
  );
}

type FormPreviewProps = { kennel: FormKennel; content: FormContent };

function FormPreview({ kennel, content }: FormPreviewProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    if (root.adoptedStyleSheets.length === 0) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(PAGE_STYLE);
      root.adoptedStyleSheets = [sheet];
    }
    const parsed = new DOMParser().parseFromString(formBody({ kennel, content, began: "" }), "text/html");
    root.replaceChildren(...parsed.body.childNodes);
  }, [kennel, content]);
  return (
    <section
      aria-label="Preview"
      className="h-[36rem] overflow-y-auto overscroll-contain rounded-xl border-4 border-input lg:h-[calc(100vh-8rem)]"
      tabIndex={0}
    >
      <div ref={host} inert aria-hidden className="text-left" />
    </section>
  );
}
