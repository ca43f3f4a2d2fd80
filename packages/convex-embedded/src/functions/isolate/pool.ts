/**
 * The contexts of one bundle, for the app and for each instance of a component. Every call that is open at the same
 * time has its own context, created at its first use, because a nested call needs separate microtasks. After an
 * interruption all contexts are discarded. A context in which a call left a promise open is not used again.
 */
import { readFileSync } from "node:fs";
import type vm from "node:vm";
import type { ComponentBundle, ComponentInstance, FunctionBundle } from "../analysis.js";
import type { UncaughtError } from "../../errors.js";
import { compileBundle, Isolate } from "./isolate.js";
import type { Rejection } from "./rejections.js";
import { createSourceFrames, type SourceFrames } from "./source-frames.js";

type Code = Pick<ComponentBundle, "isolateScriptPath" | "isolatePlacesPath" | "functionsDir">;

interface CompiledCode {
  readonly script: vm.Script;
  readonly frames: SourceFrames;
}

interface Source {
  /** Compiles the code at its first use. All instances of a definition share the result. */
  readonly code: () => CompiledCode;
  readonly env: Readonly<Record<string, string>>;
}

/** One call with its nested calls does not use more contexts. */
const MAX_PUT_AWAY = 8;

export class IsolatePool {
  private isolates = new Map<string, Isolate[]>();
  /** Contexts that were discarded recently, whose rejected promises may still be reported. */
  private putAway: Isolate[] = [];

  private constructor(private readonly sources: ReadonlyMap<string, Source>) {}

  /** The code of components is compiled when they are first called. */
  static open(
    bundle: FunctionBundle,
    components: readonly ComponentInstance[],
    env: Readonly<Record<string, string>>,
  ): IsolatePool {
    const app = compile(bundle);
    const codes = new Map(bundle.components.map((code) => [code.definitionPath, once(() => compile(code))]));
    const sources = new Map<string, Source>([["", { code: () => app, env }]]);
    for (const instance of components) {
      const code = codes.get(instance.definitionPath);
      if (code !== undefined) sources.set(instance.path, { code, env: instance.env });
    }
    return new IsolatePool(sources);
  }

  /** The new pool shares no context with this one. */
  fresh(): IsolatePool {
    return new IsolatePool(this.sources);
  }

  /** No call is open in the returned context. */
  free(component: string): Isolate {
    const isolates = this.isolates.get(component) ?? [];
    const free = isolates.find((isolate) => isolate.isFree);
    if (free !== undefined) return free;
    const source = this.sources.get(component);
    if (source === undefined) throw new Error(`There is no component ${component}.`);
    const isolate = new Isolate({ ...source.code(), env: source.env });
    const broken = isolates.filter(({ isBroken }) => isBroken);
    this.putAway = [...broken, ...this.putAway].slice(0, MAX_PUT_AWAY);
    this.isolates.set(component, [...isolates.filter(({ isBroken }) => !isBroken), isolate]);
    return isolate;
  }

  discard(): void {
    this.isolates = new Map();
    this.putAway = [];
  }

  blame(rejections: readonly Rejection[]): UncaughtError | null {
    for (const { promise, reason } of rejections) {
      for (const isolates of [...this.isolates.values(), this.putAway]) {
        const isolate = isolates.find((candidate) => candidate.owns(promise));
        if (isolate !== undefined) return isolate.describeReason(reason);
      }
    }
    return null;
  }
}

function compile({ isolateScriptPath, isolatePlacesPath, functionsDir }: Code): CompiledCode {
  return {
    script: compileBundle(readFileSync(isolateScriptPath, "utf8"), isolateScriptPath),
    frames: createSourceFrames(isolateScriptPath, isolatePlacesPath, functionsDir),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
