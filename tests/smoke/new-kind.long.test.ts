/**
 * Tests that a new kind of record with list, form, deletion, menu, REST, history, undo, files and backup needs at
 * most five files with 125 lines, and two edited files. The kind is added in a copy of the repository
 * (tests/fixtures/new-kind).
 */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { ensureChromium, root } from "../../scripts/setup.mjs";
import { useScratchCopy } from "../support/scratch-copy";

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
  answer: answerOf("Note", notes.shape, { fields: NOTE_FIELDS }),
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
import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Loaded } from "@/components/loaded";
import { recordForm } from "@/components/record-form/record-form";
import { Button } from "@/components/ui/button";
import { DeleteQuestion } from "@/entities/history/delete-question";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { NEW } from "@/lib/screen-address";
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
  const [deletedId, setDeletedId] = useState<string | null>(null);
  const remove = useMutation(api.kennels.kennelNotes.remove);
  const notes = useLiveQuery(api.kennels.kennelNotes.list, { kennelId: useKennel().kennelId });
  return (
    <section aria-label="Notes" className="flex flex-col gap-4">
      <Button onClick={() => setEditedId(NEW)}>Add Note</Button>
      <Loaded query={notes} failureText="The notes could not be loaded" height="h-32">
        {({ data }) =>
          data.map(({ _id, title }) => (
            <div key={_id} className="flex gap-2">
              <Button onClick={() => setEditedId(_id)}>{title}</Button>
              <Button onClick={() => setDeletedId(_id)}>Delete {title}</Button>
            </div>
          ))
        }
      </Loaded>
      {editedId ? <noteForm.Dialog id={editedId} onClose={() => setEditedId(null)} /> : null}
      {deletedId ? (
        <DeleteQuestion
          recordId={deletedId}
          noun="note"
          remove={async () => await remove({ noteId: deletedId })}
          onClose={() => setDeletedId(null)}
        />
      ) : null}
    </section>
  );
}
`,
};

/** By file. The lines of `added` come after the line `after`. */
const EDITED: Record<string, readonly (readonly [after: string, added: string])[]> = {
  "convex/endpoints.ts": [
    [
      'import { kennelEndpoints } from "./kennels/rest/kennels";',
      'import { noteEndpoints } from "./kennels/rest/kennelNotes";',
    ],
    ["  ...kennelEndpoints,", "  ...noteEndpoints,"],
  ],
  "src/app/screens.tsx": [
    ["  LayoutDashboard,", "  NotebookPen,"],
    [
      "export const screens = {",
      `  notes: {
    path: "/dashboard/notes",
    title: "Notes",
    element: page(async () => (await import("@/features/kennels/notes-page")).NotesPage),
    menu: { icon: NotebookPen, area: "dogs" },
  },`,
    ],
  ],
};

const { at, inCopy } = useScratchCopy("new-kind");

const linesOf = (text: string): number => text.trimEnd().split("\n").length;

it("a new kind has list, form, deletion, menu, REST, history, undo, files and backup with five files and two edits", async () => {
  expect(Object.keys(ADDED)).toHaveLength(5);
  expect(Object.keys(EDITED)).toHaveLength(2);
  const edits = Object.values(EDITED).flatMap((lines) => lines.map(([, added]) => added));
  const lines = [...Object.values(ADDED), ...edits].reduce((sum, text) => sum + linesOf(text), 0);
  expect(lines).toBeLessThanOrEqual(125);

  const left = ["node_modules", "dist", ".git"].map((part) => path.join(root, part));
  cpSync(root, at("."), { recursive: true, filter: (part) => !left.includes(part) });
  symlinkSync(path.join(root, "node_modules"), at("node_modules"));
  for (const [file, text] of Object.entries(ADDED)) writeFileSync(at(file), text);
  for (const [file, lines] of Object.entries(EDITED)) {
    let text = readFileSync(at(file), "utf8");
    for (const [after, added] of lines) {
      expect(text).toContain(`${after}\n`);
      text = text.replace(`${after}\n`, () => `${after}\n${added}\n`);
    }
    writeFileSync(at(file), text);
  }
  expect(await inCopy("scripts/codegen.mjs")).not.toMatch(/^failed/u);
  expect(await inCopy("node_modules/typescript7/bin/tsc", "--noEmit")).toBe("");

  for (const [walk, to] of [
    ["functions.ts", "tests/functions/new-kind/walk.test.ts"],
    ["screen.tsx", "src/app/new-kind.test.tsx"],
    ["journey.ts", "tests/e2e/new-kind/walk.spec.ts"],
  ] as const) {
    mkdirSync(path.dirname(at(to)), { recursive: true });
    cpSync(path.join(root, "tests/fixtures/new-kind", walk), at(to));
  }
  const walked = await inCopy(
    "node_modules/vitest/vitest.mjs",
    ...["run", "tests/functions/new-kind", "src/app/new-kind", "--reporter=verbose"],
  );
  expect(walked).not.toMatch(/^failed/u);
  expect(walked).toMatch(/6 passed/u);
  vi.stubEnv("CHROMIUM_PATH", ensureChromium().CHROMIUM_PATH);
  const journey = await inCopy("node_modules/@playwright/test/cli.js", "test", "tests/e2e/new-kind");
  expect(journey).not.toMatch(/^failed/u);
  expect(journey).toMatch(/1 passed/u);
});
