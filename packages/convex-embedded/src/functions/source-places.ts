/**
 * The origin of each position of a bundled script, in a form that is read in a few milliseconds. The source map is
 * decoded once, when the script is bundled, without the positions of packages. Decoding it at the first error would
 * block everybody for a second and keep a hundred megabytes. Stored as 32-bit words of this machine:
 *   lines, segments, bytes of the names │ first segment of each line, and one more │ column of each segment
 *   │ source, line, column of each segment (source -1: not the developer's) │ JSON of the sources' names
 */
import { decodedMappings, TraceMap } from "@jridgewell/trace-mapping";

export interface SourcePlace {
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

export interface SourcePlaces {
  /** The line counts from 1, the column from 0. */
  find(line: number, column: number): SourcePlace | null;
}

const HEADER_WORDS = 3;
const PLACE_WORDS = 3;
const NOT_OURS = -1;

/** For positions in other sources it stores only that they are not the developer's. */
export function encodePlaces(mapText: string, isKept: (source: string) => boolean): Uint8Array {
  const map = new TraceMap(mapText);
  const kept = map.sources.map((source) => source !== null && isKept(source));
  const lineStarts: number[] = [];
  const columns: number[] = [];
  const places: number[] = [];
  for (const segments of decodedMappings(map)) {
    lineStarts.push(columns.length);
    let last = NOT_OURS;
    for (const [column, source = NOT_OURS, line = 0, sourceColumn = 0] of segments) {
      const origin = kept[source] === true ? source : NOT_OURS;
      // Consecutive positions in other sources need only one segment per line.
      if (origin === NOT_OURS && last === NOT_OURS) continue;
      last = origin;
      columns.push(column);
      places.push(origin, line, sourceColumn);
    }
  }
  lineStarts.push(columns.length);
  const names = Buffer.from(JSON.stringify(map.sources.map((source, at) => (kept[at] ? source : null))));
  const words = Int32Array.from([
    ...[lineStarts.length - 1, columns.length, names.length],
    ...[lineStarts, columns, places].flat(),
  ]);
  return Buffer.concat([new Uint8Array(words.buffer), names]);
}

/** `bytes` is the result of encodePlaces(). */
export function openPlaces(bytes: Uint8Array): SourcePlaces {
  const header = new Int32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS);
  const [lines = 0, segments = 0, nameBytes = 0] = header;
  const words = HEADER_WORDS + lines + 1 + segments * (1 + PLACE_WORDS);
  const all = new Int32Array(bytes.buffer, bytes.byteOffset, words);
  const columnsFrom = HEADER_WORDS + lines + 1;
  const placesFrom = columnsFrom + segments;
  const nameText = Buffer.from(bytes.buffer, bytes.byteOffset + words * 4, nameBytes).toString("utf8");
  // encodePlaces() wrote this text.
  const names = JSON.parse(nameText) as readonly (string | null)[];

  /** Returns the last segment from `from` until `end` that begins at the column or before it. */
  function segmentAt(column: number, from: number, end: number): number {
    let [low, high] = [from, end];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((all[columnsFrom + middle] ?? 0) <= column) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  return {
    find(line, column) {
      if (line < 1 || line > lines) return null;
      const from = all[HEADER_WORDS + line - 1] ?? 0;
      const segment = segmentAt(column, from, all[HEADER_WORDS + line] ?? 0);
      if (segment < from) return null;
      const at = placesFrom + segment * PLACE_WORDS;
      const source = names[all[at] ?? NOT_OURS] ?? null;
      return source === null ? null : { source, line: (all[at + 1] ?? 0) + 1, column: all[at + 2] ?? 0 };
    },
  };
}
