/** The start of work that the opened page does not need at once. */
import { afterEach, expect, it, vi } from "vitest";

vi.mock("@/lib/quiet", () => ({ whenQuiet: () => new Promise(() => {}) }));

afterEach(() => {
  document.body.innerHTML = "";
});

it("whenShown waits until one result has arrived and no data of the page is loading", async () => {
  const { tellShown, whenShown } = await import("@/lib/shown");
  document.body.innerHTML = '<main><div role="status" aria-label="Loading dogs"></div></main>';
  const begin = vi.fn();
  const begun = whenShown().then(begin);
  const frames = async (count: number) => {
    for (let frame = 0; frame < count; frame += 1) await new Promise((done) => requestAnimationFrame(done));
  };
  await frames(2);
  tellShown();
  await frames(3);
  expect(begin).not.toHaveBeenCalled();
  document.body.innerHTML = "<main><article>Aria</article></main>";
  await begun;
  expect(begin).toHaveBeenCalledOnce();
});
