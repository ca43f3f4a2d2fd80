/** The Health screen. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { HealthDialogs } from "@/features/health/health-screen";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { makeAttachment, makeHealthRecord, makeHealthRecordPage, type HealthRecord } from "@/testing/health";
import { openHealth, resetHealth, type User } from "@/testing/health-screen";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

function show(...records: HealthRecord[]): void {
  fakeConvex.query(api.health.healthRecords.list, (args) => makeHealthRecordPage(records, args));
  fakeConvex.query(
    api.health.healthRecords.get,
    ({ recordId }) => records.find(({ _id }) => _id === recordId) ?? coded("NOT_FOUND"),
  );
}

// The tabs are loaded in advance, because their loading time is not part of the test.
beforeAll(async () => {
  await Promise.all([import("@/features/health/records/records-part")]);
});

beforeAll(HealthDialogs.fetch);
beforeEach(() => {
  resetHealth();
  show();
  fakeConvex.query(api.health.healthRecords.editsSince, () => []);
});

const open = (rest = "/records", role?: "viewer") => openHealth(rest, role);
const address = () => screen.getByTestId("address").textContent;
const card = (name: string) => screen.findByRole("article", { name });
async function choose(user: User, entry: string, title: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: `Actions for ${title}` }));
  await user.click(screen.getByRole("menuitem", { name: entry }));
}

it("[HLT-01] the page has five tabs, in the documents' order", async () => {
  open();
  await screen.findByRole("heading", { name: "No health records found" });
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
    "Dashboard",
    "Health Records",
    "Immunizations",
    "Vaccination Schedule",
    "Alerts & Reminders",
  ]);
});

it("the health screen shows today's medication only on its dashboard", async () => {
  const dog = { _id: "bella", name: "Bella", callName: null, breed: "Beagle", photos: [] };
  const today = [{ slot: 0, time: "08:00", dose: null }];
  const course = { _id: "course", drug: "Amoxicillin", doses: [], today };
  fakeConvex.query(api.health.medications.due, () => [{ dog, courses: [course] }]);
  const { user } = open("");
  expect(await screen.findByRole("heading", { name: "Medication today" })).toBeTruthy();
  await user.click(screen.getByRole("tab", { name: "Health Records" }));
  await screen.findByRole("heading", { name: "No health records found" });
  expect(screen.queryByRole("heading", { name: "Medication today" })).toBeNull();
});

describe("the filters of the Health screen", () => {
  it("[HLT-02] [HLT-03] are counted by a badge and cleared by Clear, which is disabled without filters", async () => {
    show(makeHealthRecord());
    const { user } = open("/records?dog=bella&to=2025-06-30");
    expect(await card("Yearly check, Bella")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Filters, 2 active" }));
    const panel = within(screen.getByRole("region", { name: "Filters" }));
    await user.click(panel.getByRole("button", { name: "Clear" }));
    expect(address()).toBe(`/dashboard/health/records`);
    expect(screen.getByRole("button", { name: "Filters" })).toBeTruthy();
    expect(panel.getByRole("button", { name: "Clear" })).toHaveProperty("disabled", true);
    await user.type(screen.getByRole("searchbox", { name: "Search health records" }), "x");
    await waitFor(() => expect(address()).toBe(`/dashboard/health/records?search=x`));
    expect(panel.getByRole("button", { name: "Clear" })).toHaveProperty("disabled", false);
  });

  it("[GAP-HLT-08] are on tabs whose list they narrow, and show an error if the period ends before it begins", async () => {
    const { user } = open("/records?type=test&from=2025-06-30&to=2025-06-01");
    await user.click(await screen.findByRole("button", { name: "Filters, 3 active" }));
    const panel = within(screen.getByRole("region", { name: "Filters" }));
    expect(panel.getByText("The end date is before the start date")).toBeTruthy();
    expect(panel.getByLabelText("End Date").getAttribute("aria-invalid")).toBe("true");
    await user.click(screen.getByRole("tab", { name: "Immunizations" }));
    expect(screen.getByRole("button", { name: "Filters, 2 active" })).toBeTruthy();
    expect(screen.queryByRole("combobox", { name: "Record Type" })).toBeNull();
    for (const tab of ["Dashboard", "Vaccination Schedule", "Alerts & Reminders"]) {
      await user.click(screen.getByRole("tab", { name: tab }));
      expect(screen.queryByRole("button", { name: /^Filters/u })).toBeNull();
      expect(screen.queryByRole("region", { name: "Filters" })).toBeNull();
    }
  });

  it("[HLT-22] [GAP-HLT-01] are sent to the server, a hundred records at a time", async () => {
    open("/records?search=hip&type=test&dog=bella&from=2025-01-01&to=2025-06-30");
    await screen.findByRole("heading", { name: "No health records found" });
    expect(fakeConvex.subscriptionsOf(api.health.healthRecords.list)[0]).toEqual({
      kennelId: "kennel1",
      page: 1,
      limit: 100,
      search: "hip",
      type: "test",
      dogId: "bella",
      startDate: "2025-01-01",
      endDate: "2025-06-30",
    });
  });

  it("[GAP-HLT-08] offer every type, and ignore an invalid type or date", async () => {
    const { user } = open("/records?type=spa&from=yesterday");
    await user.click(await screen.findByRole("button", { name: "Filters" }));
    await user.click(screen.getByRole("combobox", { name: "Record Type" }));
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      "All Types",
      "Examination",
      "Treatment",
      "Surgery",
      "Vaccination",
      "Test",
      "Dental",
      "Emergency",
      "Other",
    ]);
  });
});

describe("the list of health records", () => {
  it("[HLT-24] shows a message and a retry if loading failed", async () => {
    fakeConvex.query(api.health.healthRecords.list, () => new Error("down"));
    const { user } = open();
    expect(await screen.findByText("Failed to load health data. Please try again.")).toBeTruthy();
    show(makeHealthRecord());
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await card("Yearly check, Bella")).toBeTruthy();
  });

  it("[GAP-HLT-14] has a button for the first record while it is empty", async () => {
    const { user } = open();
    expect(await screen.findByRole("heading", { name: "No health records found" })).toBeTruthy();
    const [button] = screen.getAllByRole("button", { name: "Add Health Record" });
    if (button) await user.click(button);
    expect(screen.getByRole("dialog", { name: "Add Health Record" })).toBeTruthy();
    expect(address()).toBe(`/dashboard/health/records?record=new`);
  });

  it("[HLT-13] [GAP-HLT-03] colors each record by its type", async () => {
    const colours = {
      examination: "info",
      treatment: "primary",
      surgery: "error",
      vaccination: "success",
      test: "neutral",
      dental: "info",
      emergency: "error",
      other: "outline",
    } as const;
    const types = Object.keys(colours) as (keyof typeof colours)[]; // the type is a key of the object above
    show(...types.map((recordType) => makeHealthRecord({ recordType, title: recordType })));
    open();
    for (const type of types) {
      const chip = (await card(`${type}, Bella`)).querySelector("[data-slot=badge]");
      expect(chip?.getAttribute("data-variant")).toBe(colours[type]);
    }
  });

  it("[HLT-23] shows diagnosis, treatment, medications, follow-up, notes and attachments when the user expands a record", async () => {
    show(
      makeHealthRecord({
        title: "Lame",
        diagnosis: "Sprain",
        treatment: "Rest",
        medications: "Carprofen",
        notes: "Two weeks",
        followUpDate: "2025-06-20",
        attachments: [makeAttachment()],
      }),
      makeHealthRecord({ title: "Fine", diagnosis: "None" }),
    );
    const { user } = open();
    const lame = within(await card("Lame, Bella"));
    expect(lame.queryByText("Sprain")).toBeNull();
    await user.click(lame.getByRole("button", { name: "Show details of Lame" }));
    expect(lame.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
      "Diagnosis",
      "Treatment",
      "Medications",
      "Follow-up Date",
      "Notes",
      "Attachments",
    ]);
    expect(lame.getByText(/in 5 days/u)).toBeTruthy();
    const fine = within(await card("Fine, Bella"));
    await user.click(fine.getByRole("button", { name: "Show details of Fine" }));
    expect(fine.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Diagnosis"]);
  });

  it("opens a record on its own page; closing the page keeps the filters", async () => {
    show(makeHealthRecord({ _id: "r1" as never }));
    const { user } = open("/records?search=year");
    await user.click(within(await card("Yearly check, Bella")).getByRole("link", { name: "Yearly check" }));
    expect(address()).toBe(`/dashboard/health/records/r1?search=year`);
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Close" }));
    expect(address()).toBe(`/dashboard/health/records?search=year`);
  });

  it("says that the record in the address was deleted or belongs to another kennel", async () => {
    show(makeHealthRecord({ _id: "r2" as never, kennelId: "kennel2" as never }));
    open("/records/r1");
    expect(await screen.findByRole("dialog", { name: "This health record was not found" })).toBeTruthy();
    open("/records/r2");
    expect(await screen.findAllByRole("dialog", { name: "This health record was not found" })).toBeTruthy();
  });

  it("marks a follow-up as done, and can undo that from the message", async () => {
    show(makeHealthRecord({ _id: "r1" as never, followUpDate: "2025-06-10" }));
    fakeConvex.mutation(api.health.healthRecords.setFollowUpDone, () => null);
    const { user } = open("/records/r1");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/5 days overdue/u)).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Mark Done: the follow-up of Yearly check" }));
    // The test does not load the styles with which toasts can be pressed over a dialog.
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(fakeConvex.callsOf(api.health.healthRecords.setFollowUpDone)).toHaveLength(2));
    expect(fakeConvex.callsOf(api.health.healthRecords.setFollowUpDone)).toEqual([
      { recordId: "r1", doneOn: "2025-06-15", today: "2025-06-15" },
      { recordId: "r1", doneOn: null, today: "2025-06-15" },
    ]);
  });
});

describe("deleting from the Health screen", () => {
  it("[HLT-19] [HLT-24] [GAP-HLT-15] a record needs a confirmation, and shows a message after a failure", async () => {
    show(makeHealthRecord({ _id: "r1" as never }));
    fakeConvex.mutation(api.health.healthRecords.remove, () => {
      throw new Error("down");
    });
    const { user } = open();
    await choose(user, "Delete Record", "Yearly check");
    const question = within(
      screen.getByRole("alertdialog", { name: "Are you sure you want to delete this health record?" }),
    );
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await question.findByText("Failed to delete health record.")).toBeTruthy();
    fakeConvex.mutation(api.health.healthRecords.remove, () => null);
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Health record deleted")).toBeTruthy();
    expect(fakeConvex.callsOf(api.health.healthRecords.remove)).toEqual([
      { recordId: "r1" },
      { recordId: "r1" },
    ]);
  });

  it("[HLT-20] [GAP-HLT-14] an attachment needs a confirmation, and shows a message after a failure", async () => {
    show(makeHealthRecord({ _id: "r1" as never, attachments: [makeAttachment({ _id: "a1" as never })] }));
    fakeConvex.mutation(api.health.healthAttachments.remove, () => {
      throw new Error("down");
    });
    const { user } = open("/records/r1");
    await user.click(await screen.findByRole("button", { name: "Delete xray.png" }));
    const question = within(
      screen.getByRole("alertdialog", { name: "Are you sure you want to delete this attachment?" }),
    );
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await question.findByText("Failed to delete attachment.")).toBeTruthy();
  });
});

describe("an attachment", () => {
  it("[HLT-18] can be saved but not previewed if it is not a picture", async () => {
    const report = makeAttachment({ fileName: "report.pdf", mimeType: "application/pdf" });
    show(makeHealthRecord({ _id: "r1" as never, attachments: [report] }));
    const { user } = open("/records/r1");
    await user.click(await screen.findByRole("button", { name: "Preview report.pdf" }));
    const preview = within(screen.getByRole("dialog", { name: "report.pdf" }));
    expect(preview.getByText("Cannot preview this file type: application/pdf")).toBeTruthy();
    expect(preview.getByRole("link", { name: "Download" }).getAttribute("href")).toMatch(
      new RegExp(`/api${report.filePath.replace("?", "\\?")}$`, "u"),
    );
  });

  it("[GAP-HLT-06] is shown if it is a picture", async () => {
    show(makeHealthRecord({ _id: "r1" as never, attachments: [makeAttachment()] }));
    const { user } = open("/records/r1");
    await user.click(await screen.findByRole("button", { name: "Preview xray.png" }));
    expect(screen.getByRole("img", { name: "xray.png" })).toBeTruthy();
  });
});

it("[HLT-01] [GAP-HLT-10] the screen has the documents' five parts in their order, without a list of visits", async () => {
  open();
  const tabs = within(await screen.findByRole("tablist", { name: "Parts of Health Management" }));
  expect(tabs.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
    "Dashboard",
    "Health Records",
    "Immunizations",
    "Vaccination Schedule",
    "Alerts & Reminders",
  ]);
});

describe("the export of health records", () => {
  const start = async (user: User, choice: string) => {
    await user.click(await screen.findByRole("button", { name: "Export" }));
    await user.click(screen.getByRole("menuitem", { name: choice }));
  };
  const file = { _id: "e1", fileName: "health-records-2025-06-15.pdf", done: 40, total: 100 };

  it("[HLT-04] offers three formats, and uses the filters", async () => {
    fakeConvex.mutation(api.health.healthExports.start, () => "e1");
    fakeConvex.mutation(api.health.healthExports.discard, () => null);
    fakeConvex.query(api.health.healthExports.get, () => ({ ...file, state: "writing", filePath: null }));
    const { user } = open("/records?type=test");
    await user.click(await screen.findByRole("button", { name: "Export" }));
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
      "CSV",
      "Excel",
      "PDF",
    ]);
    await user.click(screen.getByRole("menuitem", { name: "Excel" }));
    expect(fakeConvex.callsOf(api.health.healthExports.start)).toEqual([
      { kennelId: "kennel1", kind: "records", format: "xlsx", today: "2025-06-15", type: "test" },
    ]);
    expect(await screen.findByText("40 of 100 records written")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel export" }));
    expect(fakeConvex.callsOf(api.health.healthExports.discard)).toHaveLength(1);
    expect(screen.queryByText("40 of 100 records written")).toBeNull();
  });

  it("[HLT-05] shows a message after a failure, at once or later", async () => {
    fakeConvex.mutation(api.health.healthExports.start, () => {
      throw new Error("down");
    });
    const { user } = open();
    await start(user, "PDF");
    expect(await screen.findByText("Failed to export data as PDF.")).toBeTruthy();
    fakeConvex.mutation(api.health.healthExports.start, () => "e1");
    fakeConvex.query(api.health.healthExports.get, () => ({ ...file, state: "failed", filePath: null }));
    await start(user, "CSV");
    expect(await screen.findByText("Failed to export data as CSV.")).toBeTruthy();
    fakeConvex.query(api.health.healthExports.get, () => ({ ...file, state: "writing", filePath: null }));
    const [again] = screen.getAllByRole("button", { name: "Try Again" });
    if (again) await user.click(again);
    expect(await screen.findByText("40 of 100 records written")).toBeTruthy();
  });

  it("continues with the file after a reload", async () => {
    fakeConvex.mutation(api.health.healthExports.start, () => "e1");
    fakeConvex.mutation(api.health.healthExports.discard, () => null);
    fakeConvex.query(api.health.healthExports.get, () => ({ ...file, state: "writing", filePath: null }));
    const { user } = open();
    await start(user, "PDF");
    expect(await screen.findByText("40 of 100 records written")).toBeTruthy();
    cleanup();
    const { user: reloaded } = open();
    expect(await screen.findByText("40 of 100 records written")).toBeTruthy();
    await reloaded.click(screen.getByRole("button", { name: "Cancel export" }));
    cleanup();
    open();
    await screen.findByRole("button", { name: "Export" });
    expect(screen.queryByText("40 of 100 records written")).toBeNull();
    expect(fakeConvex.callsOf(api.health.healthExports.start)).toHaveLength(1);
  });

  it("saves the file once it is ready", async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.href, this.download);
    });
    fakeConvex.mutation(api.health.healthExports.start, () => "e1");
    fakeConvex.query(api.health.healthExports.get, () => ({
      ...file,
      state: "ready",
      filePath: "/health/e1",
    }));
    const { user } = open();
    await start(user, "PDF");
    expect(await screen.findByText("Data exported successfully")).toBeTruthy();
    expect(saved).toEqual([expect.stringMatching(/\/api\/health\/e1$/u), file.fileName]);
    vi.restoreAllMocks();
  });
});

it("[GAP-HLT-05] Print Record prints kennel, dog, fields and the attachments' names", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  show(makeHealthRecord({ diagnosis: "Sprain", costCents: 8550, attachments: [makeAttachment()] }));
  const { user } = open();
  await choose(user, "Print Record", "Yearly check");
  expect(print).toHaveBeenCalledTimes(1);
  const sheet = document.querySelector(".print-sheet")?.textContent ?? "";
  for (const part of ["Oakhollow", "Yearly check", "Bella", "June 1, 2025", "Sprain", "$85.50", "xray.png"]) {
    expect(sheet).toContain(part);
  }
  window.dispatchEvent(new Event("afterprint"));
  await waitFor(() => expect(document.querySelector(".print-sheet")).toBeNull());
});

it("[GAP-AUTH-03] a viewer sees no control that changes data, even through the address", async () => {
  show(
    makeHealthRecord({
      _id: "r1" as never,
      followUpDate: "2025-06-20",
      attachments: [makeAttachment()],
    }),
  );
  const { user } = open("/records?record=new", "viewer");
  expect(await card("Yearly check, Bella")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByRole("button", { name: /Add|Quick/u })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Actions for Yearly check" }));
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Print Record",
    "History",
  ]);
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("link", { name: "Yearly check" }));
  const page = within(screen.getByRole("dialog"));
  expect(page.getByRole("button", { name: "Preview xray.png" })).toBeTruthy();
  expect(page.queryByRole("button", { name: /Edit|Delete|Mark|Choose/u })).toBeNull();
});
