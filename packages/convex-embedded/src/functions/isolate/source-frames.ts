/**
 * Translates stack traces of bundled code to frames of the developer's files, in Convex's form: ` at handler
 * (../convex/dir/file.ts:1:2)`. The positions are read at the first error.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { openPlaces, type SourcePlaces } from "../source-places.js";

export interface SourceFrames {
  /** Frames outside the functions folder are left out. */
  translate(stack: string): string[];
}

const FRAME = /^\s*at (?:(.*) \()?(.*?):(\d+):(\d+)\)?$/;

export function createSourceFrames(
  scriptName: string,
  placesPath: string | null,
  functionsDir: string,
): SourceFrames {
  let places: SourcePlaces | null | undefined;

  function loadPlaces(): SourcePlaces | null {
    if (places === undefined) {
      places = placesPath !== null && existsSync(placesPath) ? openPlaces(readFileSync(placesPath)) : null;
    }
    return places;
  }

  function translateLine(line: string): string | null {
    const match = FRAME.exec(line);
    if (match === null || match[2] !== scriptName) return null;
    const position = loadPlaces()?.find(Number(match[3]), Number(match[4]) - 1);
    if (!position) return null;
    // The bundler's output is beside the sources, so that they are named from there.
    const file = path.relative(functionsDir, path.resolve(functionsDir, position.source));
    const place = `../convex/${file.split(path.sep).join("/")}:${position.line}:${position.column}`;
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
