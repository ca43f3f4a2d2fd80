/** The kennel's contract templates: its own ones to change, the built-in ones to copy. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Copy, Pencil, Plus, Trash2 } from "lucide-react";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { Loaded } from "@/components/loaded";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { ContractTemplateDialog } from "@/features/settings/contract-template-dialog";
import { contractKindLabels } from "@/features/settings/contract-kind-labels";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import type { ContractTemplate } from "@convex/contracts/model/contractTemplates";

/** What the dialog begins with: a template to change, one to copy, or nothing. */
type Draft = { template: ContractTemplate | null; isCopy: boolean };

/** Renders the card. */
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
