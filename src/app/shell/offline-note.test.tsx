/** What the offline note says: changes are not possible, but weights of puppies can be recorded. */
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { OfflineNote } from "@/app/shell/offline-note";
import { OfflineContext } from "@/hooks/use-offline";
import { renderScreen } from "@/testing/render";

const offline = { at: new Date(2026, 5, 1, 12).getTime() };

it.each([
  ["/dashboard/dogs", "Changes need a connection."],
  ["/dashboard/litters/litter1", "Changes need a connection."],
  ["/dashboard/litters/litter1/weigh", "Weights are kept here and sent later."],
])("at %s the note says: %s", (path, words) => {
  renderScreen(
    <OfflineContext value={offline}>
      <OfflineNote />
    </OfflineContext>,
    { path, at: path },
  );
  expect(screen.getByText(/^Offline/u).textContent).toMatch(
    new RegExp(`on this device, Jun 1, 12:00 PM. ${words}$`, "u"),
  );
});
