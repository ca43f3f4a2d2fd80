/** The health record form and the quick note. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { HealthDialogs } from "@/features/health/health-screen";
import { sendFile } from "@/lib/send-file";
import { makeDog } from "@/testing/dogs";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import {
  makeHealthRecord,
  makeHealthRecordPage,
  makeVeterinarian,
  type HealthRecord,
} from "@/testing/health";
import { bella, openHealth, resetHealth, type User } from "@/testing/health-screen";
import { dialog, field, setField } from "@/testing/open-dialog";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));
vi.mock("@/lib/send-file", () => ({ sendFile: vi.fn() }));

const rex = makeDog({ _id: "rex" as never, name: "Rex", status: "sold" });
const stored = makeHealthRecord({ _id: "r1" as never });

function show(record: HealthRecord | null): void {
  fakeConvex.query(api.health.healthRecords.get, () => record ?? coded("NOT_FOUND"));
}

beforeAll(HealthDialogs.fetch);
beforeEach(() => {
  resetHealth(bella, rex);
  vi.mocked(sendFile).mockReset();
  vi.mocked(sendFile).mockResolvedValue("storage1");
  show(stored);
  fakeConvex.query(api.health.healthRecords.list, (args) => makeHealthRecordPage([], args));
  fakeConvex.query(api.health.healthRecords.editsSince, () => []);
  fakeConvex.mutation(api.health.healthRecords.create, () => stored);
  fakeConvex.mutation(api.health.healthRecords.update, () => stored);
  fakeConvex.mutation(api.health.healthAttachments.generateUploadUrl, () => "https://convex.test/upload");
  fakeConvex.mutation(api.health.healthAttachments.add, () => ({}));
});

const open = (search: string) => openHealth(`/records${search}`);
const submit = (user: User) => user.click(dialog().getByRole("button", { name: /^(Add|Update) Record$/u }));
async function choose(...files: File[]): Promise<void> {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("There is no file field");
  await act(async () => fireEvent.change(input, { target: { files } }));
}
const png = (name: string) =>
  new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])], name, {
    type: "image/png",
  });
const text = (name: string, content = "two tablets a day") => new File([content], name);

describe("the form of a new health record", () => {
  it("[HLT-08] [HLT-09] [HLT-10] [HLT-11] shows what is missing at each field, and sends nothing", async () => {
    const { user } = open("?record=new");
    setField("Date", "");
    await submit(user);
    for (const message of [
      "Please select a dog.",
      "Please enter a title.",
      "Please enter a description.",
      "Please select a date.",
    ]) {
      expect(await screen.findByText(message)).toBeTruthy();
    }
    expect(fakeConvex.callsOf(api.health.healthRecords.create)).toEqual([]);
  });

  it("[HLT-12] [GAP-HLT-13] refuses an invalid cost and impossible dates", async () => {
    const { user } = open("?record=new&for=bella");
    setField("Title", "Lame");
    setField("Description", "Left hind");
    setField("Cost (USD)", "abc");
    setField("Date", "2025-06-16");
    await submit(user);
    expect(await screen.findByText("Cost must be in dollars and cents")).toBeTruthy();
    setField("Cost (USD)", "-5");
    await submit(user);
    expect(await screen.findByText("Cost cannot be negative")).toBeTruthy();
    setField("Cost (USD)", "");
    await submit(user);
    expect(await screen.findByText("Date cannot be in the future")).toBeTruthy();
    setField("Date", "2025-06-15");
    setField("Follow-up Date", "2025-06-01");
    await submit(user);
    expect(await screen.findByText("Follow-up date cannot be before the date of the record")).toBeTruthy();
    expect(fakeConvex.callsOf(api.health.healthRecords.create)).toEqual([]);
  });

  it("[HLT-22] [GAP-HLT-02] [GAP-HLT-04] sends the fields by the entity's names, with a dog chosen from two hundred", async () => {
    const { user } = open("?record=new");
    await user.click(field("Dog"));
    expect(fakeConvex.subscriptionsOf(api.dogs.dogs.list).at(-1)).toEqual({
      kennelId: "kennel1",
      page: 1,
      limit: 200,
      hasGoneLast: true,
    });
    await user.click(await screen.findByRole("option", { name: /^Rex, Beagle, Sold/u }));
    await user.click(dialog().getByRole("combobox", { name: "Record Type" }));
    await user.click(screen.getByRole("option", { name: "Dental" }));
    setField("Title", "Teeth");
    setField("Description", "Cleaned");
    setField("Cost (USD)", "85.50");
    setField("Follow-up Date", "2025-12-15");
    await submit(user);
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.health.healthRecords.create)).toEqual([
        {
          today: "2025-06-15",
          dogId: "rex",
          recordType: "dental",
          title: "Teeth",
          description: "Cleaned",
          dateRecorded: "2025-06-15",
          veterinarian: null,
          vetClinic: null,
          diagnosis: null,
          treatment: null,
          medications: null,
          notes: null,
          followUpDate: "2025-12-15",
          costCents: 8550,
        },
      ]),
    );
    expect(await screen.findByText("Health record saved")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("[HLT-21] keeps the typed values if saving fails, with the server's message or the documented one", async () => {
    fakeConvex.mutation(api.health.healthRecords.create, () => {
      throw new Error("down");
    });
    const { user } = open("?record=new&for=bella");
    setField("Title", "Lame");
    setField("Description", "Left hind");
    await submit(user);
    expect(await screen.findByText("Failed to save health record. Please try again.")).toBeTruthy();
    fakeConvex.mutation(api.health.healthRecords.create, () => {
      throw coded("RATE_LIMITED");
    });
    await submit(user);
    expect(await screen.findByText("Too many requests in a short time. Please wait a little.")).toBeTruthy();
    fakeConvex.mutation(api.health.healthRecords.create, () => {
      throw coded("VALIDATION_FAILED", { fields: { dogId: "Dog was not found" } });
    });
    await submit(user);
    expect(await screen.findByText("Dog was not found")).toBeTruthy();
    expect(field("Title").value).toBe("Lame");
  });

  it("[GAP-AUTH-08] asks before it discards typed text or chosen files, and offers unsent text again", async () => {
    const { user, unmount } = open("?record=new&for=bella");
    setField("Title", "Lame");
    await user.keyboard("{Escape}");
    expect(screen.getByRole("alertdialog", { name: "Discard what you typed?" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    unmount();
    const again = open("?record=new&for=bella");
    await again.user.click(dialog().getByRole("button", { name: "Restore" }));
    expect(field("Title").value).toBe("Lame");
    again.unmount();
    sessionStorage.clear();
    const third = open("?record=new&for=bella");
    await choose(png("xray.png"));
    await third.user.keyboard("{Escape}");
    expect(screen.getByRole("alertdialog", { name: "Discard what you typed?" })).toBeTruthy();
  });
});

describe("the files of a health record", () => {
  async function fill(user: User): Promise<void> {
    setField("Title", "Lame");
    setField("Description", "Left hind");
    await submit(user);
  }

  it("[HLT-14] [HLT-15] [GAP-HLT-07] are checked before anything is sent: extension, size and content", async () => {
    const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], "scan.pdf");
    const { user } = open("?record=new&for=bella");
    await choose(
      text("run.exe"),
      large,
      new File([], "empty.txt"),
      text("photo.jpg", "#!/bin/sh\nrm -rf /"),
      text("plan.txt"),
    );
    expect(
      await screen.findByText("Only PDF, DOC, DOCX, JPG, JPEG, PNG and TXT files can be attached."),
    ).toBeTruthy();
    expect(screen.getByText("This file is larger than 10MB.")).toBeTruthy();
    expect(screen.getByText("This file is empty.")).toBeTruthy();
    expect(screen.getByText("This file does not match its name: it is not a valid JPG file.")).toBeTruthy();
    await fill(user);
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.health.healthAttachments.add)).toEqual([
        { recordId: "r1", storageId: "storage1", fileName: "plan.txt" },
      ]),
    );
  });

  it("[HLT-16] [HLT-17] can fail one by one: the record and the other files stay, and a retry is offered", async () => {
    vi.mocked(sendFile).mockImplementation((_url, file) =>
      file instanceof File && file.name === "xray.png"
        ? Promise.reject(new Error("broken off"))
        : Promise.resolve("storage1"),
    );
    const { user } = open("?record=new&for=bella");
    await choose(png("first.png"), png("xray.png"), png("third.png"));
    await screen.findByText("third.png");
    await fill(user);
    expect(
      await screen.findByText("Failed to upload xray.png. Record saved without this attachment."),
    ).toBeTruthy();
    expect(fakeConvex.callsOf(api.health.healthRecords.create)).toHaveLength(1);
    expect(fakeConvex.callsOf(api.health.healthAttachments.add).map(({ fileName }) => fileName)).toEqual([
      "first.png",
      "third.png",
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    vi.mocked(sendFile).mockResolvedValue("storage2");
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("xray.png attached")).toBeTruthy();
  });
});

it("the form suggests the kennel's clinics, and its veterinarians, who fill in their clinic", async () => {
  fakeConvex.query(api.health.veterinaryRecords.list, () => ({
    data: [
      makeVeterinarian({ veterinarianName: "Dr. Lee", veterinaryClinic: "Oak Hill" }),
      makeVeterinarian({ veterinarianName: "Dr. Ito", veterinaryClinic: "Riverside" }),
    ],
    pagination: {},
  }));
  fakeConvex.query(api.health.veterinaryRecords.clinics, () => ["Oak Hill", "Riverside"]);
  const { user } = open("?record=new");
  await user.type(field("Veterinarian"), "ito");
  await user.click(await screen.findByRole("option", { name: "Dr. Ito, Riverside" }));
  expect(field("Veterinarian").value).toBe("Dr. Ito");
  expect(field("Clinic").value).toBe("Riverside");
  await user.clear(field("Veterinarian"));
  await user.click(await screen.findByRole("option", { name: "Dr. Lee, Oak Hill" }));
  expect(field("Clinic").value, "a clinic that stands there stays").toBe("Riverside");
  await user.clear(field("Clinic"));
  await user.click(await screen.findByRole("option", { name: "Oak Hill" }));
  expect(field("Clinic").value).toBe("Oak Hill");
});

describe("the form of an existing health record", () => {
  it("sends only the changed fields, on top of the version that the user saw", async () => {
    const { user } = open("?record=r1");
    setField("Diagnosis", "Sprain");
    await submit(user);
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.health.healthRecords.update)).toEqual([
        { recordId: "r1", today: "2025-06-15", expectedUpdatedAt: 1, diagnosis: "Sprain" },
      ]),
    );
  });

  it("merges another user's changes, and asks which value to keep if both changed a field", async () => {
    const { user } = open("?record=r1");
    setField("Title", "My title");
    act(() => show({ ...stored, title: "Their title", notes: "Their notes", updatedAt: 2 }));
    expect(field("Notes").value).toBe("Their notes");
    expect(field("Title").value).toBe("My title");
    await submit(user);
    const choice = within(await screen.findByRole("dialog", { name: /^Two Versions of/u }));
    await user.click(choice.getByRole("radio", { name: /Mine/u }));
    await user.click(choice.getByRole("button", { name: "Save Chosen" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.health.healthRecords.update)).toEqual([
        { recordId: "r1", today: "2025-06-15", expectedUpdatedAt: 2, title: "My title" },
      ]),
    );
  });

  it("says that somebody deleted the record, and keeps the text", () => {
    open("?record=r1");
    setField("Title", "My title");
    act(() => show(null));
    expect(screen.getByText(/Somebody else deleted this health record/u)).toBeTruthy();
    expect(field("Title").value).toBe("My title");
  });
});

describe("a quick note", () => {
  it("uses the first line as its title, and survives accidental closing", async () => {
    const { user } = open("");
    await user.click(await screen.findByRole("button", { name: "Quick Add" }));
    await user.click(dialog().getByRole("button", { name: "Bella" }));
    await user.type(field("What happened?"), "Vomited twice\nafter breakfast");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Quick Add" }));
    await user.click(dialog().getByRole("button", { name: "Save Note" }));
    await waitFor(() =>
      expect(fakeConvex.callsOf(api.health.healthRecords.create)).toEqual([
        {
          today: "2025-06-15",
          dogId: "bella",
          recordType: "other",
          title: "Vomited twice",
          description: "Vomited twice\nafter breakfast",
          dateRecorded: "2025-06-15",
        },
      ]),
    );
    expect(await screen.findByText("Health record saved")).toBeTruthy();
  });

  it("keeps the typed text after a reload, and deletes the draft once it is saved", async () => {
    const { user, unmount } = open("?note=new");
    await user.type(field("What happened?"), "Coughs");
    unmount();
    const again = open("?note=new");
    expect(field("What happened?").value).toBe("Coughs");
    await again.user.click(dialog().getByRole("button", { name: "Bella" }));
    await again.user.click(dialog().getByRole("button", { name: "Save Note" }));
    expect(await screen.findByText("Health record saved")).toBeTruthy();
    again.unmount();
    open("?note=new");
    expect(field("What happened?").value).toBe("");
  });

  it("says what is missing", async () => {
    const { user } = open("?note=new");
    await user.click(dialog().getByRole("button", { name: "Save Note" }));
    expect(screen.getByText("Please select a dog.")).toBeTruthy();
    expect(screen.getByText("Please enter a description.")).toBeTruthy();
    expect(fakeConvex.callsOf(api.health.healthRecords.create)).toEqual([]);
  });
});
