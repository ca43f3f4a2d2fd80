/**
 * Installs `Response` and `Request`, whose bodies are read within the call, and `WebAssembly`, which compiles
 * within the call. The host's own do both on its event loop, for which a function cannot wait. Classes that still
 * use the event loop tell the host when they are used. The context evaluates this function from its source text, so
 * it may use only its arguments, JavaScript's built-ins and the globals that were installed before.
 */
import type { IsolateBridge } from "../bridge.js";

export function installBodies(bridge: IsolateBridge): void {
  type Read = () => Promise<Uint8Array>;

  const define = (name: string, value: unknown): void => {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  };
  const defineLazily = (name: string, make: () => unknown): void => {
    Object.defineProperty(globalThis, name, {
      get: () => {
        const value = make();
        define(name, value);
        return value;
      },
      set: (value: unknown) => define(name, value),
      configurable: true,
    });
  };

  /** The work of such a class may continue after the call, so each use is reported to the host. */
  function leavingWork<T extends object>(value: T): T {
    return new Proxy(value, {
      construct(target, args, newTarget) {
        bridge.leaveWork();
        return Reflect.construct<unknown[], object>(target as never, args, newTarget as never);
      },
      get(target, key) {
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== "function" || key === "prototype") return member;
        return (...args: unknown[]): unknown => {
          bridge.leaveWork();
          return Reflect.apply(member, target, args);
        };
      },
    });
  }

  const leaving =
    "AbortSignal CompressionStream DecompressionStream FormData ReadableStream TransformStream WritableStream";
  for (const name of leaving.split(" ")) {
    defineLazily(name, () => leavingWork(bridge.webClass(name) as object));
  }
  define("FinalizationRegistry", leavingWork(FinalizationRegistry));

  /** The bytes from which streams were created. */
  const sources = new WeakMap<object, Blob>();
  Object.defineProperty(Blob.prototype, "stream", {
    value(this: Blob): ReadableStream<Uint8Array> {
      const HostStream = bridge.webClass("ReadableStream") as typeof ReadableStream;
      // Code that reads the stream itself waits for the host. A body made from the stream is read within the call.
      const stream = new HostStream<Uint8Array>(
        {
          pull: async (controller) => {
            bridge.leaveWork();
            if (this.size > 0) controller.enqueue(new Uint8Array(await this.arrayBuffer()));
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      sources.set(stream, this);
      return stream;
    },
    writable: true,
    configurable: true,
  });

  /** Null for a body that only the host can read. */
  function readerOf(body: unknown): Read | null {
    const source = typeof body === "object" && body !== null ? sources.get(body) : undefined;
    if (source !== undefined && !(body as ReadableStream).locked) return readerOf(source);
    if (typeof body === "string" || body instanceof URLSearchParams) {
      const bytes = new TextEncoder().encode(String(body));
      return () => Promise.resolve(bytes);
    }
    if (body instanceof ArrayBuffer) {
      const bytes = new Uint8Array(body.slice(0));
      return () => Promise.resolve(bytes);
    }
    if (ArrayBuffer.isView(body)) {
      const bytes = new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
      return () => Promise.resolve(bytes);
    }
    if (body instanceof Blob) return async () => new Uint8Array(await body.arrayBuffer());
    if (body === null || body === undefined) return () => Promise.resolve(new Uint8Array());
    return null;
  }

  type Host = new (...args: unknown[]) => Response & Request;

  function readingBodies(HostClass: Host, bodyOf: (args: readonly unknown[]) => unknown): Host {
    const reads = new WeakMap<object, Read>();
    const used = new WeakSet<object>();
    return class extends HostClass {
      constructor(...args: unknown[]) {
        super(...args);
        const [input] = args;
        const body = bodyOf(args);
        const isCopy = body === undefined && typeof input === "object" && input !== null;
        const read = isCopy ? reads.get(input) : readerOf(body);
        if (read === undefined || read === null) bridge.leaveWork();
        else reads.set(this, read);
      }
      static json(value: unknown, init: ResponseInit = {}): Response {
        const headers = new Headers(init.headers);
        if (!headers.has("content-type")) headers.set("content-type", "application/json");
        return new this(JSON.stringify(value), { ...init, headers });
      }
      override get bodyUsed(): boolean {
        return used.has(this) || super.bodyUsed;
      }
      override clone(): Response & Request {
        const copy = super.clone() as Response & Request;
        const read = reads.get(this);
        Object.setPrototypeOf(copy, Object.getPrototypeOf(this) as object);
        if (read !== undefined) reads.set(copy, read);
        return copy;
      }
      override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
        if (this.bodyUsed) throw new TypeError("Body is unusable: Body has already been read");
        const read = reads.get(this);
        if (read === undefined) return new Uint8Array(await super.arrayBuffer());
        used.add(this);
        return (await read()).slice();
      }
      override async arrayBuffer(): Promise<ArrayBuffer> {
        return (await this.bytes()).buffer;
      }
      override async text(): Promise<string> {
        return new TextDecoder().decode(await this.bytes());
      }
      override async json(): Promise<unknown> {
        return JSON.parse(await this.text());
      }
      override async blob(): Promise<Blob> {
        return new Blob([await this.bytes()], { type: this.headers.get("content-type") ?? "" });
      }
    };
  }
  defineLazily("Response", () => {
    const HostClass = bridge.webClass("Response") as Host;
    return readingBodies(HostClass, ([body]) => body ?? null);
  });
  defineLazily("Request", () => {
    const HostClass = bridge.webClass("Request") as Host;
    return readingBodies(HostClass, ([input, init]) => {
      const { body } = Object(init) as { body?: unknown };
      return (
        body ?? (typeof input === "object" && input !== null && !(input instanceof URL) ? undefined : null)
      );
    });
  });

  const { Module, Instance } = WebAssembly;
  const compile = async (bytes: BufferSource): Promise<WebAssembly.Module> => new Module(bytes);
  const instantiate = async (
    source: BufferSource | WebAssembly.Module,
    imports?: WebAssembly.Imports,
  ): Promise<unknown> => {
    if (source instanceof Module) return new Instance(source, imports);
    const module = await compile(source);
    return { module, instance: new Instance(module, imports) };
  };
  Object.assign(WebAssembly, { compile, instantiate });
}
