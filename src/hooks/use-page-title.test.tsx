/** The title of the browser tab while pages and records are opened and closed. */
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { usePageTitle, useRecordTitle } from "@/hooks/use-page-title";

function Page({ title }: { title: string }) {
  usePageTitle(title, "Oakhollow");
  return null;
}

function Opened({ name }: { name: string | null }) {
  useRecordTitle(name);
  return null;
}

it("the browser tab shows the open record before the title of the page, and only this title once all records are closed", () => {
  const view = (names: readonly (string | null)[], title = "Dogs") => (
    <>
      <Page title={title} />
      {names.map((name, index) => (
        <Opened key={index} name={name} />
      ))}
    </>
  );
  const { rerender } = render(view([null]));
  expect(document.title).toBe("Dogs · Oakhollow · Studbook");
  rerender(view(["Bella"]));
  expect(document.title).toBe("Bella · Dogs · Oakhollow · Studbook");
  rerender(view(["Bella", "Rex × Bella"]));
  expect(document.title).toBe("Rex × Bella · Dogs · Oakhollow · Studbook");
  rerender(view(["Bella of Oakhollow"], "Health Management"));
  expect(document.title).toBe("Bella of Oakhollow · Health Management · Oakhollow · Studbook");
  rerender(view([]));
  expect(document.title).toBe("Dogs · Oakhollow · Studbook");
});
