/** The kennel's contract templates: its own ones to change, the built-in ones to copy. */
import { useRef, useState } from "react";
import { useMutation } from "convex/react";
import { Copy, Pencil, Plus, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { Loaded } from "@/components/loaded";
import { SaveDialog } from "@/components/save-dialog";
import { LongTextField, TextField } from "@/components/text-field";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { FormField } from "@/components/ui/form-field";
import { Label } from "@/components/ui/label";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { ContractText } from "@/entities/contracts/contract-text";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { always, useSaving } from "@/hooks/use-saving";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import type { ContractTemplate } from "@convex/contracts/model/contractTemplates";
import { CONTRACT_KINDS, type ContractKind } from "@domain/contracts/rules";
import { fillTemplate } from "@domain/contracts/fill";
import {
  EXAMPLE_VALUES,
  PLACEHOLDERS,
  PLACEHOLDER_NAMES,
  type Placeholder,
} from "@domain/contracts/placeholders";
import { newTemplateSchema } from "@domain/contracts/schemas";
import { fieldErrorsOf } from "@domain/records/parse";

/** What the dialog begins with: a template to change, one to copy, or nothing. */
type Draft = { template: ContractTemplate | null; isCopy: boolean };

export function ContractTemplatesCard() {
  const { kennelId, can } = useKennel();
  const canWrite = can("settings", "write");
  const templates = useLiveQuery(api.contracts.contractTemplates.list, { kennelId });
  const [draft, setDraft] = useState<Draft | null>(null);
  const [leaving, setLeaving] = useState<ContractTemplate | null>(null);
  return (
    <Card id="contract-templates">
      <CardHeader>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <CardTitle>Contract templates</CardTitle>
          {canWrite ? (
            <Button variant="outline" size="sm" onClick={() => setDraft({ template: null, isCopy: false })}>
              <Plus aria-hidden />
              New Template
            </Button>
          ) : null}
        </div>
        <CardDescription>
          Stud, sale and co-ownership contracts are created from these. The default one is selected first.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <Loaded
          query={templates}
          failureText="Failed to load contract templates. Please try again."
          height="h-32"
        >
          {(data) => (
            <ul aria-label="Contract templates" className="flex flex-col divide-y">
              {data.map((template) => (
                <TemplateRow
                  key={template.id}
                  template={template}
                  canWrite={canWrite}
                  onOpen={(isCopy) => setDraft({ template, isCopy })}
                  onDelete={() => setLeaving(template)}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </CardContent>
      {draft ? <ContractTemplateDialog {...draft} onClose={() => setDraft(null)} /> : null}
      {leaving ? (
        <DeleteTemplate key={leaving.id} template={leaving} onClose={() => setLeaving(null)} />
      ) : null}
    </Card>
  );
}

type TemplateRowProps = {
  template: ContractTemplate;
  canWrite: boolean;
  onOpen: (isCopy: boolean) => void;
  onDelete: () => void;
};

function TemplateRow({ template, canWrite, onOpen, onDelete }: TemplateRowProps) {
  const { name, kind, isDefault, isBuiltIn } = template;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold break-words">{name}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-1.5">
          <Badge>{contractKindLabels[kind]}</Badge>
          {isDefault ? <Badge variant="brass">Default</Badge> : null}
          {isBuiltIn ? <Badge variant="outline">Built in</Badge> : null}
        </p>
      </div>
      {canWrite ? (
        <div className="flex gap-1">
          {isBuiltIn ? null : (
            <Button variant="ghost" size="icon" aria-label={`Edit ${name}`} onClick={() => onOpen(false)}>
              <Pencil aria-hidden />
            </Button>
          )}
          <Button variant="ghost" size="icon" aria-label={`Copy ${name}`} onClick={() => onOpen(true)}>
            <Copy aria-hidden />
          </Button>
          {isBuiltIn ? null : (
            <Button variant="ghost" size="icon" aria-label={`Delete ${name}`} onClick={onDelete}>
              <Trash2 aria-hidden />
            </Button>
          )}
        </div>
      ) : null}
    </li>
  );
}

type DeleteTemplateProps = { template: ContractTemplate; onClose: () => void };

function DeleteTemplate({ template, onClose }: DeleteTemplateProps) {
  const remove = useMutation(api.contracts.contractTemplates.remove);
  return (
    <DeleteQuestion
      recordId={template.id}
      title={`Delete the template ${template.name}?`}
      remove={async () => await remove({ templateId: template.id })}
      deletedText="Template deleted"
      failureOf={(error) => failureText("Failed to delete template", error)}
      onClose={onClose}
    >
      <p>Contracts that were created with it stay as they are.</p>
    </DeleteQuestion>
  );
}

type DialogProps = { template: ContractTemplate | null; isCopy: boolean; onClose: () => void };

type Typed = { name: string; kind: ContractKind; body: string; isDefault: boolean };

const startOf = ({ template, isCopy }: DialogProps): Typed =>
  template
    ? {
        name: isCopy ? `Copy of ${template.name}` : template.name,
        kind: template.kind,
        body: template.body,
        isDefault: !isCopy && template.isDefault,
      }
    : { name: "", kind: "stud", body: "", isDefault: false };

/** Keeps what is typed and stores it. */
function useTemplate(props: DialogProps) {
  const { template, isCopy, onClose } = props;
  const { kennelId } = useKennel();
  const create = useMutation(api.contracts.contractTemplates.create);
  const update = useMutation(api.contracts.contractTemplates.update);
  const [typed, setTyped] = useState<Typed>(() => startOf(props));
  const { errors, setErrors, failure, isSaving, check, save } = useSaving();
  const store = async () => {
    const parsed = newTemplateSchema.safeParse(typed);
    if (!check(parsed.success ? {} : fieldErrorsOf(parsed.error))) return;
    await save(async () => {
      if (template && !isCopy) {
        const expectedUpdatedAt = template.updatedAt ?? undefined;
        await update({ templateId: template.id, ...typed, expectedUpdatedAt });
      } else await create({ kennelId, ...typed });
      toast.success("Template saved");
      onClose();
    }, always("Failed to save template"));
  };
  const change = (changes: Partial<Typed>) => {
    setErrors({});
    setTyped((last) => ({ ...last, ...changes }));
  };
  return { typed, change, errors, failure, isSaving, store };
}

/**
 * Writes a contract template: its text on one side, what it looks like with example values on the other, and the
 * placeholders to put in at the caret.
 */
function ContractTemplateDialog(props: DialogProps) {
  const { template, isCopy, onClose } = props;
  const { typed, change, errors, failure, isSaving, store } = useTemplate(props);
  return (
    <SaveDialog
      title={template && !isCopy ? "Edit Template" : "New Template"}
      description="A line that begins with # is the title, with ## a heading, with - a list item."
      size="lg"
      isSaving={isSaving}
      onClose={onClose}
      failure={failure}
      saveLabel="Save Template"
      onSave={store}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          required
          error={errors.name}
          value={typed.name}
          onText={(text) => change({ name: text })}
        />
        <KindField kind={typed.kind} error={errors.kind} onKind={(kind) => change({ kind })} />
      </div>
      <BodyField body={typed.body} error={errors.body} onBody={(body) => change({ body })} />
      <div className="flex min-h-8 items-center gap-2.5">
        <Checkbox
          id="template-default"
          checked={typed.isDefault}
          onCheckedChange={(checked) => change({ isDefault: checked })}
        />
        <Label htmlFor="template-default" className="text-base font-normal">
          The default for contracts of this kind
        </Label>
      </div>
    </SaveDialog>
  );
}

type KindFieldProps = { kind: ContractKind; error: string | undefined; onKind: (kind: ContractKind) => void };

function KindField({ kind, error, onKind }: KindFieldProps) {
  return (
    <FormField label="Kind" required error={error}>
      {(control) => (
        <Select
          value={kind}
          onValueChange={(chosen) => onKind(CONTRACT_KINDS.find((each) => each === chosen) ?? kind)}
        >
          <SelectTrigger {...control}>
            <SelectValue />
          </SelectTrigger>
          <SelectContent>
            {CONTRACT_KINDS.map((choice) => (
              <SelectItem key={choice} value={choice}>
                {contractKindLabels[choice]}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </FormField>
  );
}

type BodyFieldProps = { body: string; error: string | undefined; onBody: (body: string) => void };

function BodyField({ body, error, onBody }: BodyFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (name: Placeholder) => {
    const { selectionStart = body.length, selectionEnd = body.length } = field.current ?? {};
    const text = `{{${name}}}`;
    onBody(body.slice(0, selectionStart) + text + body.slice(selectionEnd));
    // The caret goes behind what was put in, once the text is there.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(selectionStart + text.length, selectionStart + text.length);
    });
  };
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        <LongTextField
          label="Text"
          required
          error={error}
          ref={field}
          rows={16}
          inputClassName="font-mono text-sm"
          value={body}
          onText={onBody}
        />
        <div className="flex min-w-0 flex-col gap-1.5">
          <span className="text-sm font-semibold" aria-hidden>
            With example values
          </span>
          <ContractText
            blocks={fillTemplate(body, EXAMPLE_VALUES)}
            label="The contract with example values"
            className="h-72 lg:h-full lg:max-h-96"
          />
        </div>
      </div>
      <fieldset>
        <legend className="mb-2 text-sm font-semibold">Placeholders, inserted at the cursor</legend>
        <div className="flex max-h-36 flex-wrap gap-1.5 overflow-y-auto">
          {PLACEHOLDER_NAMES.map((name) => (
            <Button
              key={name}
              variant="secondary"
              size="sm"
              className="font-mono font-normal"
              title={PLACEHOLDERS[name].about}
              onClick={() => insert(name)}
            >
              {`{{${name}}}`}
            </Button>
          ))}
        </div>
      </fieldset>
    </>
  );
}

/** What the kinds of contracts are called. */
const contractKindLabels: Record<ContractKind, string> = {
  stud: "Stud service",
  sale: "Puppy sale",
  coown: "Co-ownership",
};
