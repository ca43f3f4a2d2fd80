/**
 * Translates stack traces of bundled code into frames of the developer's files, written like Convex writes
 * them: `    at handler (../convex/dir/file.ts:1:2)`. The source map is read at the first error only.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";

export interface SourceFrames {
  /** Answers the frames in the functions folder, source-mapped. */
  translate(stack: string): string[];
}

const FRAME = /^\s*at (?:(.*) \()?(.*?):(\d+):(\d+)\)?$/;

/** Opens the frames of one bundled script, whose map stands beside it. */
export function createSourceFrames(
  scriptName: string,
  mapPath: string | null,
  functionsDir: string,
): SourceFrames {
  let map: TraceMap | null | undefined;

  function loadMap(): TraceMap | null {
    if (map === undefined) {
      map = mapPath !== null && existsSync(mapPath) ? new TraceMap(readFileSync(mapPath, "utf8")) : null;
    }
    return map;
  }

  function translateLine(line: string): string | null {
    const match = FRAME.exec(line);
    const trace = loadMap();
    if (match === null || trace === null || match[2] !== scriptName) return null;
    const position = originalPositionFor(trace, { line: Number(match[3]), column: Number(match[4]) - 1 });
    if (position.source === null) return null;
    // The bundler was told to write beside the sources, so that the map names them from there.
    const file = path.resolve(functionsDir, position.source);
    const relative = path.relative(functionsDir, file);
    if (relative.startsWith("..") || path.isAbsolute(relative)) return null;
    const place = `../convex/${relative.split(path.sep).join("/")}:${position.line}:${position.column}`;
    return match[1] === undefined ? `    at ${place}` : `    at ${match[1]} (${place})`;
  }

  return {
    translate: (stack) =>
      stack
        .split("\n")
        .map(translateLine)
        .filter((frame) => frame !== null),
  };
}
