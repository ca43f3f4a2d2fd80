/**
 * Installs `Blob` and `File` in a function context, because the host's own read their bytes in another thread, for
 * which a function cannot wait. The context evaluates this function from its source text, so it may use only
 * JavaScript's built-ins and the globals that were installed before.
 */

export function installBlob(): void {
  type Part = string | ArrayBuffer | ArrayBufferView | Blob;
  const contents = new WeakMap<object, Uint8Array>();

  function bytesOfPart(part: Part): Uint8Array {
    if (part instanceof Blob) return contents.get(part) ?? new Uint8Array();
    if (ArrayBuffer.isView(part)) return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
    if (part instanceof ArrayBuffer) return new Uint8Array(part);
    return new TextEncoder().encode(String(part));
  }

  function join(parts: readonly Uint8Array[]): Uint8Array {
    const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
    let offset = 0;
    for (const part of parts) {
      joined.set(part, offset);
      offset += part.length;
    }
    return joined;
  }

  class Blob {
    readonly size: number;
    readonly type: string;
    constructor(parts: Iterable<Part> = [], options: { type?: string } = {}) {
      const bytes = join([...parts].map(bytesOfPart));
      contents.set(this, bytes);
      this.size = bytes.length;
      this.type = String(options.type ?? "").toLowerCase();
    }
    private get content(): Uint8Array {
      return contents.get(this) ?? new Uint8Array();
    }
    async arrayBuffer(): Promise<ArrayBuffer> {
      return this.content.slice().buffer;
    }
    async bytes(): Promise<Uint8Array> {
      return this.content.slice();
    }
    async text(): Promise<string> {
      return new TextDecoder().decode(this.content);
    }
    slice(start?: number, end?: number, type = ""): Blob {
      return new Blob([this.content.slice(start, end)], { type });
    }
  }
  class File extends Blob {
    readonly name: string;
    readonly lastModified: number;
    constructor(parts: Iterable<Part>, name: string, options: { type?: string; lastModified?: number } = {}) {
      super(parts, options);
      this.name = String(name);
      this.lastModified = options.lastModified ?? Date.now();
    }
  }
  for (const [name, value] of Object.entries({ Blob, File })) {
    Object.defineProperty(value.prototype, Symbol.toStringTag, { value: name, configurable: true });
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
}
