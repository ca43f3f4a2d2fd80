/**
 * Loads the endpoints of exports and imports with the first request for one of them, because few runtimes need
 * them, and the code for ZIP files takes memory.
 */
import type { ExtraHandler } from "../http/router.js";
import type { TransferApi, TransferServices } from "./transfer-api.js";

const PATH = /^\/api\/(export\/|import\/|perform_import|cancel_import)/;

export function createTransferHandler(services: TransferServices): {
  readonly handle: ExtraHandler;
  close(): Promise<void>;
} {
  let api: Promise<TransferApi> | undefined;
  return {
    handle: async (request, response) => {
      if (!PATH.test(request.url ?? "")) return false;
      api ??= import("./transfer-api.js").then(({ createTransferApi }) => createTransferApi(services));
      return (await api).handle(request, response);
    },
    close: async () => (await api)?.close(),
  };
}
