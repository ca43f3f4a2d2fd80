/**
 * The part of libheif that reads HEIC photos, in the browser and for REST. The package has types only for its
 * low-level interface. The browser's bundle must be started by a call. The server's bundle is ready immediately.
 */
declare module "libheif-js/libheif-wasm/libheif-bundle.mjs" {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /**
     * Draws the upright picture into `target` and passes it to the callback. If the picture cannot be read, passes
     * null.
     */
    display(
      target: { data: Uint8ClampedArray; width: number; height: number },
      done: (target: { data: Uint8ClampedArray } | null) => void,
    ): void;
    free(): void;
  }
  export interface LibHeif {
    HeifDecoder: new () => {
      /** Reads a file into a context of libheif. The context uses memory until `heif_context_free`. */
      decode(bytes: Uint8Array): HeifImage[];
      /** The context; null before a file was read. */
      readonly decoder: number | null;
    };
    heif_context_free(context: number): void;
  }
  const load: () => LibHeif | Promise<LibHeif>;
  export default load;
}

declare module "libheif-js/wasm-bundle" {
  import type { LibHeif } from "libheif-js/libheif-wasm/libheif-bundle.mjs";

  const libheif: LibHeif;
  export default libheif;
}
