/**
 * Installs the `Convex` global and the entry point of a run. The context evaluates this function from its own
 * source text, so it may use only its argument and JavaScript's built-ins.
 */
import type { IsolateBridge, ThrownError } from "../bridge.js";
import type { Answers } from "./answers.js";

interface Invokable {
  invokeQuery?: (args: string) => Promise<string>;
  invokeMutation?: (args: string) => Promise<string>;
}

type ModuleTable = Record<string, (() => Record<string, unknown>) | undefined>;

export function installConvex(
  bridge: IsolateBridge,
  answers: Answers,
  runGlobal: string,
  modulesGlobal: string,
): void {
  function failureError(): Error {
    const failure = JSON.parse(bridge.takeFailure()) as { message: string; data?: unknown };
    const error = new Error(failure.message);
    if (failure.data !== undefined) Object.assign(error, { data: failure.data });
    return error;
  }

  /** A call that must end gets no more results. Otherwise code that catches every error would continue forever. */
  function rejection(): Promise<never> {
    return bridge.hasEnded() ? new Promise(() => undefined) : Promise.reject(failureError());
  }

  const convex = {
    syscall(op: string, args: string): string {
      const answer = bridge.syscall(op, args);
      if (answer === null) throw failureError();
      return answer;
    },
    asyncSyscall(op: string, args: string): Promise<string> {
      if (op === "1.0/queryPage") {
        const texts = bridge.nextPage(args);
        return texts === null ? rejection() : Promise.resolve(answers.page(texts));
      }
      const isNext = op === "1.0/queryStreamNext";
      const answer = isNext ? bridge.nextDocument(args) : bridge.syscall(op, args);
      if (answer === null) return rejection();
      if (isNext) return Promise.resolve(answers.next(answer));
      return Promise.resolve(op === "1.0/get" ? answers.document(answer) : answer);
    },
    collectAll(queryId: number, decode: (value: unknown) => unknown): unknown[] {
      const texts = bridge.allDocuments(queryId);
      if (texts === null) throw failureError();
      return answers.all(texts, decode);
    },
    resultText: (result: unknown, encode: (value: unknown) => unknown) => answers.resultText(result, encode),
    jsSyscall(op: string): never {
      const message = `Unknown JS syscall: ${op}`;
      bridge.forbid(message);
      throw new Error(message);
    },
  };

  /** Converts a thrown object that is not an Error to text, as V8 does. */
  function textOf(thrown: object): string {
    const { toString, constructor } = thrown as { toString?: unknown; constructor?: { name?: unknown } };
    if (toString !== Object.prototype.toString) return Object.prototype.toString.call(thrown);
    return `#<${typeof constructor?.name === "string" ? constructor.name : "Object"}>`;
  }

  function describe(thrown: unknown): ThrownError {
    if (typeof thrown !== "object" || thrown === null) {
      return { name: "", message: String(thrown), stack: "", data: null };
    }
    const { name, message, stack, data, ConvexErrorSymbol } = thrown as Record<string, unknown>;
    const isConvexError = ConvexErrorSymbol === Symbol.for("ConvexError") && typeof data === "string";
    return {
      name: typeof name === "string" ? name : "",
      message: typeof message === "string" ? message : textOf(thrown),
      stack: typeof stack === "string" ? stack : "",
      data: isConvexError ? data : null,
    };
  }

  const loaded = new Map<string, Record<string, unknown>>();
  function load(modulePath: string): Record<string, unknown> {
    let module = loaded.get(modulePath);
    if (module === undefined) {
      const table = (globalThis as unknown as Record<string, ModuleTable>)[modulesGlobal];
      const evaluate = table?.[modulePath];
      if (evaluate === undefined) throw new Error(`Couldn't find JavaScript module '${modulePath}'.`);
      module = evaluate();
      loaded.set(modulePath, module);
    }
    return module;
  }

  function start(): Promise<string> {
    const request = bridge.request();
    const found = load(request.modulePath)[request.exportName] as Invokable | undefined;
    const invoke = request.kind === "query" ? found?.invokeQuery : found?.invokeMutation;
    if (found === undefined || invoke === undefined) {
      throw new Error(`Couldn't find "${request.exportName}" in module "${request.modulePath}".`);
    }
    return invoke.call(found, request.args);
  }

  function run(): void {
    const own = bridge.runNumber();
    answers.forget();
    try {
      start().then(
        (value) => {
          answers.forget();
          bridge.succeed(own, value);
        },
        (thrown: unknown) => {
          answers.forget();
          bridge.fail(own, describe(thrown));
        },
      );
    } catch (thrown) {
      bridge.fail(own, describe(thrown));
    }
  }

  Error.stackTraceLimit = 25;
  Object.defineProperty(globalThis, "Convex", { value: convex, writable: true, configurable: true });
  Object.defineProperty(globalThis, runGlobal, { value: run });
}
