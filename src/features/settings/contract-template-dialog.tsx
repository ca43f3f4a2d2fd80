/**
 * Writes a contract template: its text on one side, what it looks like with example values on the other, and the
 * placeholders to put in at the caret.
 */
import { useRef, useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { SaveDialog } from "@/components/save-dialog";
import { ContractText } from "@/entities/contracts/contract-text";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { LongTextField, TextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { Label } from "@/components/ui/label";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { contractKindLabels } from "@/features/settings/contract-kind-labels";
import { useKennel } from "@/hooks/use-kennel";
import { always, useSaving } from "@/hooks/use-saving";
import { CONTRACT_KINDS, type ContractKind } from "@domain/constants/contracts";
import { fillTemplate } from "@domain/contracts/fill";
import {
  EXAMPLE_VALUES,
  PLACEHOLDER_NAMES,
  PLACEHOLDERS,
  type Placeholder,
} from "@domain/contracts/placeholders";
import { newTemplateSchema } from "@domain/schemas/contract-template";
import { fieldErrorsOf } from "@domain/schemas/parse";
import { api } from "@convex/_generated/api";
import type { ContractTemplate } from "@convex/contracts/model/contractTemplates";

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

/** Renders the dialog. */
export function ContractTemplateDialog(props: DialogProps) {
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
