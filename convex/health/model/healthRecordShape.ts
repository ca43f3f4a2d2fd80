/** A health record as lists and screens have it, with its dog and its files, and what a record may be written with. */
import { v, type Infer } from "convex/values";
import { HEALTH_RECORD_FIELDS } from "../../../domain/health/record";
import { omitFields } from "../../../domain/records/record";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { changeArgs, newArgs } from "../../platform/tables/recordValidators";
import { attachmentShape, listAttachments } from "./healthAttachments";
import { healthRecordShape, toHealthRecord } from "./healthShape";
import { AddressSigner } from "../../platform/model/files/photoAddresses";
import { RowsOnce } from "../../platform/model/paging/rowsOnce";

export const healthDogShape = v.object({
  _id: v.id("dogs"),
  name: v.string(),
  callName: v.union(v.string(), v.null()),
});
export type HealthDog = Infer<typeof healthDogShape>;

/** A health record with its dog and attachments. */
export const healthRecordEntryShape = healthRecordShape.extend({
  dog: healthDogShape,
  attachments: v.array(attachmentShape),
});
export type HealthRecordEntry = Infer<typeof healthRecordEntryShape>;

/** A type that there is not is told of at its field. */
const typedType = { recordType: v.optional(v.string()) };

/** The breeder's day. */
const today = { today: v.string() };

/** Arguments of a new record of a dog; domain/health/schemas.ts then checks what the fields hold. */
export const newHealthRecordArgs = {
  ...newArgs(omitFields(HEALTH_RECORD_FIELDS, ["dogId"])),
  ...typedType,
  ...today,
};

/** Arguments of a change: absent stays, null or empty is cleared. */
export const healthRecordChangeArgs = { ...changeArgs(HEALTH_RECORD_FIELDS), ...typedType, ...today };

/** Makes a dog's short form. */
export const toHealthDog = ({ _id, name, callName }: Doc<"dogs">): HealthDog => ({
  _id,
  name,
  callName: callName ?? null,
});

/** Describes records, each dog and the signing key read once. */
export class HealthRecordReader {
  private readonly dogs: RowsOnce<"dogs">;
  private readonly signer: AddressSigner;

  constructor(private readonly ctx: QueryCtx) {
    this.dogs = new RowsOnce(ctx, "dogs");
    this.signer = new AddressSigner(ctx);
  }

  /** Finds the dog of a record; it goes with its records, so there always is one. */
  async dogOf({ dogId }: { readonly dogId: Id<"dogs"> }): Promise<HealthDog> {
    const dog = await this.dogs.find(dogId);
    return dog ? toHealthDog(dog) : { _id: dogId, name: "Unknown", callName: null };
  }

  /** Returns a record with its dog and attachments. */
  async describe(row: Doc<"healthRecords">): Promise<HealthRecordEntry> {
    return {
      ...toHealthRecord(row),
      dog: await this.dogOf(row),
      attachments: row.attachmentCount === 0 ? [] : await listAttachments(this.ctx, row, this.signer),
    };
  }
}
