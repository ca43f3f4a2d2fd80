/** The kennel's contract templates: own templates to change, built-in templates to copy. */
import { useRef, useState } from "react";
import { useMutation } from "convex/react";
import { Copy, Pencil, Plus, Trash2 } from "lucide-react";
import { useController, useFormContext } from "react-hook-form";
import { Loaded } from "@/components/loaded";
import { ChoiceControl, RecordField } from "@/components/record-form/record-field";
import { TypedDialog } from "@/components/record-form/typed-dialog";
import { LongTextField } from "@/components/text-field";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { ContractText } from "@/entities/contracts/contract-text";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import type { ContractTemplate } from "@convex/contracts/model/contractTemplates";
import type { ContractKind } from "@domain/contracts/rules";
import { fillTemplate } from "@domain/contracts/fill";
import {
  EXAMPLE_VALUES,
  PLACEHOLDERS,
  PLACEHOLDER_NAMES,
  type Placeholder,
} from "@domain/contracts/placeholders";
import { newTemplateSchema } from "@domain/contracts/schemas";

/** `template` is null for a new, empty template. */
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
      noun="template"
      title={`Delete the template ${template.name}?`}
      remove={async () => await remove({ templateId: template.id })}
      onClose={onClose}
    >
      <p>Contracts that were created with it stay as they are.</p>
    </DeleteQuestion>
  );
}

type DialogProps = { template: ContractTemplate | null; isCopy: boolean; onClose: () => void };

const startOf = ({ template, isCopy }: DialogProps) => ({
  name: template && isCopy ? `Copy of ${template.name}` : (template?.name ?? ""),
  kind: template?.kind ?? ("stud" as const),
  body: template?.body ?? "",
  isDefault: !isCopy && template?.isDefault === true,
});

/** The preview has example values. Buttons insert placeholders at the caret. */
function ContractTemplateDialog(props: DialogProps) {
  const { template, isCopy, onClose } = props;
  const { kennelId } = useKennel();
  const create = useMutation(api.contracts.contractTemplates.create);
  const update = useMutation(api.contracts.contractTemplates.update);
  const changed = isCopy ? null : template;
  return (
    <TypedDialog
      title={changed ? "Edit Template" : "New Template"}
      description="A line that begins with # is the title, with ## a heading, with - a list item."
      size="lg"
      className="flex flex-col gap-4"
      schema={newTemplateSchema}
      typed={startOf(props)}
      send={async (typed) =>
        changed
          ? await update({
              templateId: changed.id,
              ...typed,
              expectedUpdatedAt: changed.updatedAt ?? undefined,
            })
          : await create({ kennelId, ...typed })
      }
      saveLabel="Save Template"
      doneText="Template saved"
      failedText="Failed to save template"
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <RecordField name="name" label="Name" required />
        <RecordField name="kind" label="Kind" required control={ChoiceControl} choices={contractKindLabels} />
      </div>
      <BodyField />
      <RecordField name="isDefault" label="The default for contracts of this kind" />
    </TypedDialog>
  );
}

function BodyField() {
  const { clearErrors } = useFormContext<{ body: string }>();
  const { field: shown, fieldState } = useController<{ body: string }>({ name: "body" });
  const body = shown.value;
  const onBody = (text: string) => {
    clearErrors("body");
    shown.onChange(text);
  };
  const field = useRef<HTMLTextAreaElement | null>(null);
  const insert = (name: Placeholder) => {
    const { selectionStart = body.length, selectionEnd = body.length } = field.current ?? {};
    const text = `{{${name}}}`;
    onBody(body.slice(0, selectionStart) + text + body.slice(selectionEnd));
    // the caret moves behind the inserted text once the text is rendered
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
          error={fieldState.error?.message}
          ref={(element) => {
            field.current = element;
            shown.ref(element);
          }}
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

const contractKindLabels: Record<ContractKind, string> = {
  stud: "Stud service",
  sale: "Puppy sale",
  coown: "Co-ownership",
};
