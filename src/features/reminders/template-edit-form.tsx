/** Changes the name of one of the kennel's own templates and how long after its start it is due. */
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import type { Template } from "@/features/reminders/template-words";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { getErrorData, type FieldErrors } from "../../../domain/errors";
import { api } from "../../../convex/_generated/api";

/** Returns saving, whether it is under way, and what is wrong. */
function useSaveTemplate(templateId: string, onSaved: () => void) {
  const { kennelId } = useKennel();
  const update = useMutation(api.reminderTemplates.update);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const save = async (name: string, days: string) => {
    setFailure(null);
    setSaving(true);
    try {
      const offsetDays = days.trim() === "" ? -1 : Number(days);
      await update({ kennelId, templateId, name, offsetDays });
      toast.success("Template saved");
      onSaved();
    } catch (error) {
      const fields = getErrorData(error)?.details.fields ?? {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setFailure(failureText("Failed to save template", error));
      setSaving(false);
    }
  };
  return { save, isSaving, errors, failure };
}

/** Renders the form in the place of the template. */
export function TemplateEditForm({ template, onClose }: { template: Template; onClose: () => void }) {
  const [name, setName] = useState(template.name);
  const [days, setDays] = useState(String(template.offsetDays));
  const { save, isSaving, errors, failure } = useSaveTemplate(template.id, onClose);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving) void save(name, days);
  };
  return (
    <form noValidate aria-label={`Edit ${template.name}`} onSubmit={submit} className="flex flex-col gap-3">
      <FormField label="Name" required error={errors.name}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </FormField>
      <FormField
        label="Days until due"
        required
        error={errors.offsetDays}
        helper="Counted from the day on which a reminder is made of it"
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
        )}
      </FormField>
      {failure ? <Alert variant="error">{failure}</Alert> : null}
      <div className="flex justify-end gap-2">
        <Button variant="outline" disabled={isSaving} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={isSaving}>
          {isSaving ? "Saving..." : "Save Template"}
        </Button>
      </div>
    </form>
  );
}
