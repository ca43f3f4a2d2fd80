/**
 * A new kind of record with list, form, REST, history, undo, files and backup is at most five files and 110 lines, and
 * three files edited: in a copy of the repository one is added, its types are checked, and a record of it is walked
 * through all that follows (tests/fixtures/new-kind).
 */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { root } from "../../scripts/setup.mjs";

vi.setConfig({ testTimeout: 600_000 });

const ADDED: Record<string, string> = {
  "domain/kennels/note.ts": `/** A kennel's note as it is recorded: each field once. */
import { neededText, notes } from "../records/fields";

export const NOTE_FIELDS = {
  title: neededText("Title", "Title is required"),
  body: notes("Text"),
} as const;
`,
  "convex/kennels/tables/kennelNotes.ts": `/** Notes that the kennel's people write for each other. */
import { NOTE_FIELDS } from "../../../domain/kennels/note";
import { recordTable } from "../../platform/tables/recordTable";

export const kennelNotes = recordTable(NOTE_FIELDS, {
  columns: (recorded) => recorded,
  indexes: (table) => table.index("by_kennel", ["kennelId"]),
  onDelete: {},
  history: { label: "Note", plural: "Notes", area: "dogs", titles: ["title"] },
  export: { printed: ["title", "body"] },
  backup: { place: 150 },
});
`,
  "convex/kennels/kennelNotes.ts": `/** The kennel's notes: an ordinary kind of record with the usual functions. */
import { NOTE_FIELDS } from "../../domain/kennels/note";
import { recordKind } from "../platform/model/changes/recordKind";
import { recordFunctions } from "../platform/recordFunctions";

export const notes = recordKind({
  table: "kennelNotes",
  fields: NOTE_FIELDS,
  index: "by_kennel",
  most: 500,
  searched: ["title", "body"],
});

export const { list, get, create, update, remove, editsSince } = recordFunctions(notes, {
  argument: "noteId",
  owner: "kennelId",
  area: "dogs",
});
`,
  "convex/kennels/rest/kennelNotes.ts": `/** The REST calls of the kennel's notes. */
import { NOTE_FIELDS } from "../../../domain/kennels/note";
import { api } from "../../_generated/api";
import { searchQuery } from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { answerOf } from "../../platform/rest/returned";
import { notes } from "../kennelNotes";

export const noteEndpoints = resource({
  path: "/notes",
  tags: ["Kennels"],
  rights: "dogs",
  noun: "note",
  id: "noteId",
  answer: answerOf("Note", notes.shape, NOTE_FIELDS),
}).ordinary({
  functions: api.kennels.kennelNotes,
  fields: NOTE_FIELDS,
  examples: { created: { title: "Whelping box" }, changed: { body: "Borrowed from Anna" } },
  query: { search: searchQuery("Every word must be found in title or text") },
  isOfKennel: true,
});
`,
  "src/features/kennels/notes-page.tsx": `/** The kennel's notes, each with its form. */
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { Loaded } from "@/components/loaded";
import { NEW, recordForm } from "@/components/record-form/record-form";
import { Button } from "@/components/ui/button";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";
import { NOTE_FIELDS } from "@domain/kennels/note";

const noteForm = recordForm({
  fields: NOTE_FIELDS,
  noun: "note",
  nameOf: ({ title }: FunctionReturnType<typeof api.kennels.kennelNotes.get>) => title,
  functions: api.kennels.kennelNotes,
  id: "noteId",
  isOfKennel: true,
});

export function NotesPage() {
  const [editedId, setEditedId] = useState<string | null>(null);
  const notes = useLiveQuery(api.kennels.kennelNotes.list, { kennelId: useKennel().kennelId });
  return (
    <section aria-label="Notes" className="flex flex-col gap-4">
      <Button onClick={() => setEditedId(NEW)}>Add Note</Button>
      <Loaded query={notes} failureText="The notes could not be loaded" height="h-32">
        {({ data }) =>
          data.map(({ _id, title }) => (
            <Button key={_id} variant="outline" onClick={() => setEditedId(_id)}>
              {title}
            </Button>
          ))
        }
      </Loaded>
      {editedId ? <noteForm.Dialog id={editedId} onClose={() => setEditedId(null)} /> : null}
    </section>
  );
}
`,
};

/** After which line of a file which others come. */
const EDITED: Record<string, readonly (readonly [after: string, added: string])[]> = {
  "convex/endpoints.ts": [
    [
      'import { kennelEndpoints } from "./kennels/rest/kennels";',
      'import { noteEndpoints } from "./kennels/rest/kennelNotes";',
    ],
    ["  ...kennelEndpoints,", "  ...noteEndpoints,"],
  ],
  "src/app/paths.ts": [['  litters: "/dashboard/litters",', '  notes: "/dashboard/notes",']],
  "src/app/routes.tsx": [
    [
      'import { kennelPath } from "@domain/kennels/kennel-path";',
      'const NotesPage = readyLazy(async () => (await import("@/features/kennels/notes-page")).NotesPage);',
    ],
    [
      "            children: [",
      '{ path: inKennel(paths.notes), element: <NotesPage />, handle: { title: "Notes" } },',
    ],
  ],
};

const run = promisify(execFile);
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "studbook-new-kind-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Runs a command in the copy and returns what it printed, whether it failed or not. */
const inCopy = async (...args: string[]): Promise<string> => {
  const { VITEST: _, ...env } = process.env;
  try {
    const { stdout, stderr } = await run(process.execPath, args, { cwd: dir, env });
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }; // as a failed process leaves them
    return `failed\n${stdout}${stderr}`;
  }
};

const linesOf = (text: string): number => text.trimEnd().split("\n").length;

it("has list, form, REST, history, undo, files and backup by five files and three edits", async () => {
  expect(Object.keys(ADDED)).toHaveLength(5);
  expect(Object.keys(EDITED)).toHaveLength(3);
  const edits = Object.values(EDITED).flat().length;
  expect(Object.values(ADDED).reduce((sum, text) => sum + linesOf(text), edits)).toBeLessThanOrEqual(110);

  const left = ["node_modules", "dist", ".git"].map((part) => path.join(root, part));
  cpSync(root, dir, { recursive: true, filter: (part) => !left.includes(part) });
  symlinkSync(path.join(root, "node_modules"), path.join(dir, "node_modules"));
  for (const [file, text] of Object.entries(ADDED)) writeFileSync(path.join(dir, file), text);
  for (const [file, lines] of Object.entries(EDITED)) {
    let text = readFileSync(path.join(dir, file), "utf8");
    for (const [after, added] of lines) {
      expect(text).toContain(`${after}\n`);
      text = text.replace(`${after}\n`, () => `${after}\n${added}\n`);
    }
    writeFileSync(path.join(dir, file), text);
  }
  expect(await inCopy("scripts/codegen.mjs")).not.toMatch(/^failed/u);
  expect(await inCopy("node_modules/typescript7/bin/tsc", "--noEmit")).toBe("");

  for (const [walk, to] of [
    ["functions.ts", "tests/functions/new-kind/walk.test.ts"],
    ["screen.tsx", "src/app/new-kind.test.tsx"],
  ] as const) {
    mkdirSync(path.dirname(path.join(dir, to)), { recursive: true });
    cpSync(path.join(root, "tests/fixtures/new-kind", walk), path.join(dir, to));
  }
  const walked = await inCopy(
    "node_modules/vitest/vitest.mjs",
    ...["run", "tests/functions/new-kind", "src/app/new-kind", "--reporter=verbose"],
  );
  expect(walked).not.toMatch(/^failed/u);
  expect(walked).toMatch(/6 passed/u);
});
