/** The form in which a vaccination is booked, every field as typed. */
import { z } from "zod";
import { PATIENT_MISSING } from "../constants/vaccines";
import { requiredDay, requiredText, typedNotes, typedText } from "./fields";

export const bookingFormSchema = z.object({
  patient: z.string().min(1, PATIENT_MISSING),
  vaccineName: requiredText("Vaccine name", "Please enter a vaccine name."),
  scheduledDate: requiredDay("Scheduled date", "Please select the scheduled date."),
  veterinarianName: typedText("Veterinarian"),
  notes: typedNotes("Notes"),
});

export type BookingFormValues = z.input<typeof bookingFormSchema>;
