/** The documents of a breeding. A refused file is not sent. The reasons appear after the other files were sent. */
import { useEffect, useRef, useState } from "react";
import { useAction, useMutation } from "convex/react";
import { FileImage, FileText, PenLine, Upload } from "lucide-react";
import { toast } from "sonner";
import { ChoiceField } from "@/components/choice-field";
import { DetailSection } from "@/components/detail-section";
import { FileActions } from "@/components/file-actions";
import { FileButton, acceptOf } from "@/components/file-button";
import { Loaded } from "@/components/loaded";
import { type Sending, SendingNote } from "@/components/sending-note";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useContractAddress } from "@/entities/contracts/contract-address";
import { ContractDialog } from "@/entities/contracts/contract-dialog";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { apiUrl } from "@/lib/api-url";
import { failureText } from "@/lib/failure-text";
import { documentRefusal, uploadFile } from "@/lib/upload-file";
import { api } from "@convex/_generated/api";
import type { BreedingDocument } from "@convex/breedings/model/breedingDocuments";
import { type DocumentType, FILE_TYPES, SHOWN_FILE_TYPES } from "@domain/files/rules";
import { localDay } from "@domain/dates/calendar-days";
import { formatFileSize } from "@domain/files/file-size";
import { formatDay } from "@domain/formatting/formatting";

export function BreedingDocuments({ breedingId, title }: { breedingId: string; title: string }) {
  const { can } = useKennel();
  const canWrite = can("breeding", "write") && can("finances", "write");
  const documents = useLiveQuery(api.breedings.breedingDocuments.list, { breedingId });
  const { contractOf, openContract, dialog } = useContractAddress();
  return (
    <DetailSection
      title="Documents"
      action={
        canWrite ? (
          <Button variant="outline" size="sm" onClick={() => openContract(breedingId)}>
            <PenLine aria-hidden />
            Create Contract
          </Button>
        ) : null
      }
    >
      <Loaded query={documents} failureText="Failed to load documents. Please try again." height="h-14">
        {(data) => <DocumentList documents={data} canWrite={canWrite} />}
      </Loaded>
      {canWrite ? <AddDocument breedingId={breedingId} /> : null}
      {canWrite && contractOf === breedingId ? (
        <ContractDialog breedingId={breedingId} about={title} kinds={["stud", "sale", "coown"]} {...dialog} />
      ) : null}
    </DetailSection>
  );
}

type DocumentListProps = { documents: readonly BreedingDocument[]; canWrite: boolean };

function DocumentList({ documents, canWrite }: DocumentListProps) {
  const remove = useMutation(api.breedings.breedingDocuments.remove);
  const [leaving, setLeaving] = useState<BreedingDocument | null>(null);
  if (documents.length === 0) return <p className="text-muted-foreground">No documents yet</p>;
  return (
    <>
      <ul aria-label="Documents" className="flex flex-col divide-y">
        {documents.map((document) => (
          <DocumentRow
            key={document._id}
            document={document}
            onDelete={canWrite ? () => setLeaving(document) : null}
          />
        ))}
      </ul>
      {leaving ? (
        <DeleteQuestion
          key={leaving._id}
          recordId={leaving._id}
          noun="document"
          remove={async () => await remove({ documentId: leaving._id })}
          onClose={() => setLeaving(null)}
        >
          <p className="break-words">
            {leaving.fileName} is deleted for everybody. For 30 days it can be brought back from the history.
          </p>
        </DeleteQuestion>
      ) : null}
    </>
  );
}

type DocumentRowProps = { document: BreedingDocument; onDelete: (() => void) | null };

function DocumentRow({ document, onDelete }: DocumentRowProps) {
  const { fileName, fileSize, mimeType, documentType, createdAt, downloadPath } = document;
  const Icon = mimeType.startsWith("image/") ? FileImage : FileText;
  const url = apiUrl(downloadPath);
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Icon aria-hidden className="size-6 shrink-0 text-brass" />
      <div className="min-w-0 flex-1">
        {SHOWN_FILE_TYPES.includes(mimeType) ? (
          <a
            href={`${url}&show=true`}
            target="_blank"
            rel="noreferrer"
            className="font-semibold break-words underline decoration-1 underline-offset-4 hover:decoration-2"
          >
            {fileName}
          </a>
        ) : (
          <span className="font-semibold break-words">{fileName}</span>
        )}
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted-foreground">
          <Badge variant={documentType === "contract" ? "brass" : "neutral"}>
            {documentTypeLabels[documentType]}
          </Badge>
          {formatFileSize(fileSize)} · {formatDay(localDay(new Date(createdAt)))}
        </p>
      </div>
      <FileActions {...{ url, fileName, onDelete }} />
    </li>
  );
}

function AddDocument({ breedingId }: { breedingId: string }) {
  const [type, setType] = useState<DocumentType>("contract");
  const { sending, problems, add } = useDocumentUpload(breedingId);
  return (
    <div className="mt-3 flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <ChoiceField
          label="Document type"
          className="min-w-44"
          value={type}
          choices={documentTypeLabels}
          onValue={setType}
        />
        <FileButton
          label="Document files"
          accept={acceptOf(FILE_TYPES)}
          multiple
          onFiles={(files) => void add(files, type)}
        >
          <Upload aria-hidden />
          Add Files
        </FileButton>
      </div>
      <p className="text-sm text-muted-foreground">
        PDF, DOC, DOCX, JPG, PNG, WEBP or TXT, at most 10 MB each.
      </p>
      <SendingNote sending={sending} />
      {problems.map((problem) => (
        <Alert key={problem} variant="error">
          {problem}
        </Alert>
      ))}
    </div>
  );
}

/** Uploads one file after another. A failed file does not stop the others. */
function useDocumentUpload(breedingId: string) {
  const getAddress = useMutation(api.breedings.breedingDocuments.generateUploadUrl);
  const addDocument = useAction(api.breedings.breedingDocuments.add);
  const [sending, setSending] = useState<Sending | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);

  const send = async (file: File, documentType: DocumentType, signal: AbortSignal) => {
    const { name } = file;
    const show = (progress: number) => setSending({ name, progress });
    const storageId = await uploadFile(file, (bytes) => getAddress({ breedingId, bytes }), show, signal);
    await addDocument({ breedingId, storageId, fileName: name, documentType });
  };

  const add = async (files: readonly File[], documentType: DocumentType): Promise<void> => {
    const controller = new AbortController();
    stopping.current = controller;
    const found: string[] = [];
    let added = 0;
    setProblems([]);
    for (const file of files) {
      const refusal = documentRefusal(file);
      if (refusal !== null) {
        found.push(`${file.name}: ${refusal}`);
        continue;
      }
      try {
        await send(file, documentType, controller.signal);
        added += 1;
      } catch (error) {
        if (controller.signal.aborted) return;
        found.push(failureText(`Failed to add ${file.name}`, error));
      }
    }
    setSending(null);
    setProblems(found);
    if (added > 0) toast.success(added === 1 ? "Document added" : `${added} documents added`);
  };
  return { sending, problems, add };
}

const documentTypeLabels: Record<DocumentType, string> = {
  contract: "Contract",
  registration: "Registration",
  health_certificate: "Health certificate",
  photo: "Photo",
  other: "Other",
};
