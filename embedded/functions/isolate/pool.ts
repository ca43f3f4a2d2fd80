/**
 * The contexts of one bundle: one per nesting depth, made when first needed, because a call inside a call needs
 * microtasks of its own. After an interruption all of them are thrown away.
 */
import { readFileSync } from "node:fs";
import type vm from "node:vm";
import type { FunctionBundle } from "../analysis.js";
import type { UncaughtError } from "../../errors.js";
import { compileBundle, Isolate } from "./isolate.js";
import type { Rejection } from "./rejections.js";
import { createSourceFrames, type SourceFrames } from "./source-frames.js";

export class IsolatePool {
  private isolates: Isolate[] = [];

  private constructor(
    private readonly script: vm.Script,
    private readonly frames: SourceFrames,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** Compiles a bundle for use in contexts. */
  static open(bundle: FunctionBundle, env: Readonly<Record<string, string>>): IsolatePool {
    const { isolateScriptPath, isolateMapPath, functionsDir } = bundle;
    return new IsolatePool(
      compileBundle(readFileSync(isolateScriptPath, "utf8"), isolateScriptPath),
      createSourceFrames(isolateScriptPath, isolateMapPath, functionsDir),
      env,
    );
  }

  /** Makes a pool of the same code that shares no context with this one. */
  fresh(): IsolatePool {
    return new IsolatePool(this.script, this.frames, this.env);
  }

  /** Answers the context for a nesting depth. */
  at(depth: number): Isolate {
    let isolate = this.isolates[depth];
    if (isolate === undefined || isolate.isBroken) {
      isolate = new Isolate({ script: this.script, frames: this.frames, env: this.env });
      this.isolates[depth] = isolate;
    }
    return isolate;
  }

  /** Throws all contexts away. */
  discard(): void {
    this.isolates = [];
  }

  /** Describes the first of the rejections that one of these contexts left behind, if any did. */
  blame(rejections: readonly Rejection[]): UncaughtError | null {
    for (const { promise, reason } of rejections) {
      const isolate = this.isolates.find((candidate) => candidate.owns(promise));
      if (isolate !== undefined) return isolate.describeReason(reason);
    }
    return null;
  }
}
