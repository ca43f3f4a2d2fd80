import { PDF } from "../../support/documents";
import { MEBIBYTE, sendingFiles } from "../attack";

export default sendingFiles(
  { does: "attaches PDFs as large as they may be until there may be no more", lanes: 4 },
  { field: "file", fileName: "a.pdf", type: "application/pdf" },
  () => Buffer.concat([PDF, Buffer.alloc(9 * MEBIBYTE)]),
  ({ recordId }) => `/api/health/records/${recordId}/attachments`,
);
