/**
 * Installs the web platform's small helpers in a function context (text encoding, URLs, base64, cloning) and
 * `process.env`. The context evaluates this function from its own source text, so it may use only its argument and
 * JavaScript's built-ins.
 */
import type { IsolateBridge } from "../bridge.js";

export function installWeb(bridge: IsolateBridge): void {
  const define = (name: string, value: unknown): void => {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  };
  /** Converts errors of host code to errors of this context. */
  function guarded<T>(run: () => T): T {
    try {
      return run();
    } catch (thrown) {
      throw new TypeError(String((thrown as { message?: unknown }).message));
    }
  }

  class TextEncoder {
    readonly encoding = "utf-8";
    encode(text = ""): Uint8Array {
      return new Uint8Array(bridge.encodeUtf8(String(text)));
    }
    encodeInto(text: string, target: Uint8Array): { read: number; written: number } {
      let [read, written] = [0, 0];
      for (const character of text) {
        const bytes = bridge.encodeUtf8(character);
        if (written + bytes.length > target.length) break;
        target.set(bytes, written);
        written += bytes.length;
        read += character.length;
      }
      return { read, written };
    }
  }
  class TextDecoder {
    readonly encoding: string;
    readonly fatal: boolean;
    readonly ignoreBOM: boolean;
    constructor(encoding = "utf-8", options: { fatal?: boolean; ignoreBOM?: boolean } = {}) {
      this.encoding = encoding.toLowerCase();
      this.fatal = options.fatal ?? false;
      this.ignoreBOM = options.ignoreBOM ?? false;
    }
    decode(data: ArrayBuffer | ArrayBufferView = new ArrayBuffer(0)): string {
      const bytes = ArrayBuffer.isView(data)
        ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
        : new Uint8Array(data);
      return guarded(() => bridge.decodeText(this.encoding, bytes, this.fatal, this.ignoreBOM));
    }
  }
  define("TextEncoder", TextEncoder);
  define("TextDecoder", TextDecoder);
  define("btoa", (text: unknown) => guarded(() => bridge.base64Encode(String(text))));
  define("atob", (text: unknown) => guarded(() => bridge.base64Decode(String(text))));

  const HostUrl = bridge.webClass("URL") as typeof URL;
  define(
    "URL",
    class URL extends HostUrl {
      constructor(url: string | URL, base?: string | URL) {
        try {
          super(String(url), base === undefined ? undefined : String(base));
        } catch {
          throw new TypeError("Invalid URL");
        }
      }
    },
  );
  define("URLSearchParams", bridge.webClass("URLSearchParams"));

  // Errors of the host's classes are converted here too.
  for (const Own of [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]) {
    const HostError = bridge.webClass(Own.name) as typeof Error;
    Object.defineProperty(Own, Symbol.hasInstance, {
      value(this: unknown, value: unknown): boolean {
        const isOwn = Function.prototype[Symbol.hasInstance].call(this as () => void, value);
        return isOwn || (this === Own && value instanceof HostError);
      },
    });
  }

  // Functions seldom use these classes, and reading one makes the host load its HTTP client, so they are read on
  // demand.
  const lazyClasses =
    "AbortController ByteLengthQueuingStrategy CountQueuingStrategy DOMException Event EventTarget Headers";
  for (const name of lazyClasses.split(" ")) {
    Object.defineProperty(globalThis, name, {
      get: () => {
        const value = bridge.webClass(name);
        define(name, value);
        return value;
      },
      set: (value: unknown) => define(name, value),
      configurable: true,
    });
  }
  define("self", globalThis);
  // An unset name is undefined, including names that every object has.
  define("process", { env: Object.setPrototypeOf(JSON.parse(bridge.env), null) as Record<string, string> });
}
