/** A dog's health tests on screen. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { HealthTestsSection } from "@/entities/health-tests/health-tests-section";
import type { HealthTest } from "@/entities/health-tests/test-words";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { makeTest } from "@/testing/health-tests";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const TODAY = "2025-06-15";
const dog = {
  _id: "dog1",
  name: "Bella",
  breed: "Labrador Retriever",
  isExternal: false,
  status: "active" as const,
};

const show = (tests: readonly HealthTest[]) => fakeConvex.query(api.health.healthTests.list, () => tests);
const open = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<HealthTestsSection dog={dog} today={TODAY} />, options);

type View = ReturnType<typeof open>;
const choose = async ({ user }: View, field: string, option: string) => {
  await user.click(screen.getByRole("combobox", { name: new RegExp(`^${field}`, "u") }));
  await user.click(screen.getByRole("option", { name: option }));
};

beforeEach(() => {
  fakeConvex.reset();
  show([]);
});

describe("the list of health tests", () => {
  it("shows the history of a test, to viewers as well", async () => {
    fakeConvex.query(api.history.history.ofRecord, () => []);
    show([makeTest({ testedOn: "2024-06-01" })]);
    const { user } = open({ role: "viewer" });
    await user.click(screen.getByRole("button", { name: /^History of .* of June 1, 2024$/u }));
    expect(await screen.findByRole("dialog", { name: /^History of .* of June 1, 2024$/u })).toBeTruthy();
    expect(fakeConvex.subscriptionsOf(api.history.history.ofRecord)).toMatchObject([
      { table: "healthTests" },
    ]);
  });

  it("shows each test's newest result with the end of its validity, and folds earlier results", () => {
    const eyes = { kind: "caer_eyes", result: { type: "grade", grade: "normal" } } as const;
    show([
      makeTest({ ...eyes, testedOn: "2024-06-01", validUntil: "2025-06-01" }),
      makeTest({ ...eyes, testedOn: "2023-06-01", validUntil: "2024-06-01" }),
      makeTest({ laboratory: "OFA", certificateNumber: "LR-1G24F" }),
    ]);
    open();
    const group = screen.getByRole("region", { name: "Eyes" });
    expect(within(group).getByText("Expired June 1, 2025")).toBeTruthy();
    expect(within(group).getByText("1 earlier result")).toBeTruthy();
    expect(within(group).queryByText("Expired June 1, 2024")).toBeNull();
    expect(within(screen.getByRole("region", { name: "Hips" })).getByText(/OFA · LR-1G24F/)).toBeTruthy();
  });

  it("names tests that the breed's club requires and that are not recorded", () => {
    show([makeTest()]);
    open();
    expect(screen.getByText("elbows, eyes, EIC, D locus")).toBeTruthy();
    expect(screen.getByText(/The Labrador Retriever Club/)).toBeTruthy();
  });

  it("calls a starter list a suggestion, and warns about a number in an unexpected form", () => {
    show([makeTest({ certificateNumber: "LR-1G24F" }), makeTest({ certificateNumber: "12", notes: "Kept" })]);
    renderScreen(<HealthTestsSection dog={{ ...dog, breed: "Beagle", gender: "male" }} today={TODAY} />);
    expect(screen.getByText(/^A starter list names, not recorded/u).textContent).toMatch(
      /Source: KennelOS.*read November 28, 2026\. Starter list, only a hint: ask the club\.$/u,
    );
    expect(screen.getByText("The number says female. Does it belong to this dog?")).toBeTruthy();
    expect(screen.getByText(/^OFA's numbers look like/u)).toBeTruthy();
  });

  it.each(["deceased", "sold"] as const)(
    "requires no tests and shows no expiry once the dog is %s",
    (status) => {
      show([makeTest({ testedOn: "2024-06-01", validUntil: "2025-06-01" })]);
      renderScreen(<HealthTestsSection dog={{ ...dog, status }} today={TODAY} />);
      expect(screen.getByRole("region", { name: "Hips" })).toBeTruthy();
      expect(screen.queryByText(/Expired/u)).toBeNull();
      expect(screen.queryByText(/Recommended before breeding/u)).toBeNull();
    },
  );

  it("opens a certificate by its signed address", () => {
    const certificate = {
      fileName: "hips.pdf",
      fileSize: 9,
      mimeType: "application/pdf",
      downloadPath: "/dogs/dog1/health-tests/t/certificate?signature=s",
    } as const;
    show([makeTest({ certificate })]);
    open();
    expect(screen.getByRole("link", { name: /hips\.pdf/ }).getAttribute("href")).toContain(
      "signature=s&show=true",
    );
  });

  it("offers viewers no actions", () => {
    show([makeTest()]);
    open({ role: "viewer" });
    const buttons = screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"));
    expect(buttons).toEqual(["History of Hips (OFA) of May 2, 2023"]);
  });
});

describe("the form of a health test", () => {
  it("has the fields of the kind of test, and suggests how long an eye examination is valid", async () => {
    fakeConvex.mutation(api.health.healthTests.create, (args) => ({ ...makeTest(), ...args }));
    const view = open();
    await view.user.click(screen.getByRole("button", { name: "Record Test" }));
    await choose(view, "Test", "Eyes (OFA CAER)");
    expect(screen.getByLabelText<HTMLInputElement>("Valid until").value).toBe("2026-06-15");
    await choose(view, "Result", "Breeder option");
    await view.user.click(screen.getByRole("button", { name: "Add Health Test" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(fakeConvex.callsOf(api.health.healthTests.create)).toMatchObject([
      {
        dogId: "dog1",
        kind: "caer_eyes",
        testedOn: TODAY,
        validUntil: "2026-06-15",
        result: { type: "grade", grade: "breeder_option" },
      },
    ]);
  });

  it("accepts a figure for each side, also with a comma, and keeps refused input", async () => {
    fakeConvex.mutation(api.health.healthTests.create, () => {
      throw coded("VALIDATION_FAILED", { fields: { right: "Must be from 0 to 1.5" } });
    });
    const view = open();
    await view.user.click(screen.getByRole("button", { name: "Record Test" }));
    await choose(view, "Test", "Hips (PennHIP)");
    await view.user.type(screen.getByLabelText("Left"), "0,32");
    await view.user.type(screen.getByLabelText("Right"), "0,4");
    await view.user.click(screen.getByRole("button", { name: "Add Health Test" }));
    expect(await screen.findByText("Must be from 0 to 1.5")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Left").value).toBe("0,32");
    expect(fakeConvex.callsOf(api.health.healthTests.create)).toMatchObject([
      { result: { type: "scores", left: 0.32, right: 0.4 } },
    ]);
  });

  it("suggests mutations by any of their names", async () => {
    const view = open();
    await view.user.click(screen.getByRole("button", { name: "Record Test" }));
    await choose(view, "Test", "DNA test");
    await view.user.type(screen.getByRole("combobox", { name: /^Mutation/ }), "prcd");
    await view.user.click(screen.getByRole("option", { name: "Progressive Retinal Atrophy (prcd-PRA)" }));
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: /^Mutation/ }).value).toBe(
      "Progressive Retinal Atrophy (prcd-PRA)",
    );
  });

  it("asks about a certificate number in an unexpected form, and can save it anyway", async () => {
    const test = makeTest();
    show([test]);
    fakeConvex.mutation(api.health.healthTests.update, () => ({ ...test, updatedAt: 3 }));
    const view = open();
    await view.user.click(screen.getByRole("button", { name: /^Edit Hips/ }));
    await view.user.type(screen.getByLabelText("Certificate number"), "12");
    expect(await screen.findByText(/^OFA's numbers look like LR-123456G24M-VPI/u)).toBeTruthy();
    await view.user.click(screen.getByRole("button", { name: "Update Health Test" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(fakeConvex.callsOf(api.health.healthTests.update)).toMatchObject([{ certificateNumber: "12" }]);
  });

  it("refuses a file that is too large before sending anything", async () => {
    const view = open();
    await view.user.click(screen.getByRole("button", { name: "Record Test" }));
    const file = new File([new Uint8Array(10 * 1024 * 1024 + 1)], "hips.pdf");
    await view.user.upload(screen.getByLabelText("Certificate file"), file);
    expect(screen.getByText("hips.pdf: A file may have at most 10 MB.")).toBeTruthy();
  });

  it("merges another user's changes and sends only the fields that this user changed", async () => {
    const test = makeTest({ laboratory: "OFA" });
    show([test]);
    fakeConvex.mutation(api.health.healthTests.update, () => ({ ...test, updatedAt: 3 }));
    const view = open();
    await view.user.click(screen.getByRole("button", { name: /^Edit Hips/ }));
    await view.user.type(screen.getByLabelText("Certificate number"), "LR-1");
    act(() => show([{ ...test, laboratory: "OVC", updatedAt: 2 }]));
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>("Laboratory or examiner").value).toBe("OVC"),
    );
    await view.user.click(screen.getByRole("button", { name: "Update Health Test" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(fakeConvex.callsOf(api.health.healthTests.update)).toEqual([
      { testId: test._id, certificateNumber: "LR-1", today: TODAY, expectedUpdatedAt: 2 },
    ]);
  });

  it("deletes a test after a confirmation", async () => {
    fakeConvex.mutation(api.health.healthTests.remove, () => null);
    const test = makeTest();
    show([test]);
    const { user } = open();
    await user.click(screen.getByRole("button", { name: /^Delete Hips/ }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.health.healthTests.remove)).toEqual([
        { dogId: "dog1", testId: test._id },
      ]),
    );
  });
});
