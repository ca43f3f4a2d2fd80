/** What the REST API says of kennels and their people. */
import type { z as Zod } from "@hono/zod-openapi";
import { AREAS, LEVELS, ROLES } from "../../../domain/permissions/rules";
import { id, instant, textOrNull, toInstant } from "../../platform/rest/entities";
import { z } from "../../platform/rest/zod";
import type { Kennel } from "../model/kennels";
import type { Member } from "../model/members";

const role = z.enum(ROLES);

const rights = z.object(
  Object.fromEntries(AREAS.map((area) => [area, z.enum(LEVELS)])) as Record<
    (typeof AREAS)[number],
    Zod.ZodEnum<{ none: "none"; read: "read"; write: "write" }>
  >, // fromEntries forgets the keys
);

export const memberAnswer = z
  .object({
    userId: id.openapi({
      description: "What DELETE /kennels/{id}/users/{userId} takes, also for invited people",
    }),
    email: z.string().openapi({ example: "anna@example.com" }),
    name: z.string(),
    role,
    permissions: rights.partial().openapi({ description: "Differences from the role's defaults" }),
    effectivePermissions: rights.openapi({ description: "Role and differences merged" }),
    isInvited: z.boolean().openapi({ example: false }),
    createdAt: instant,
  })
  .openapi("KennelUser");

/** Makes the REST response of a person of a kennel. */
export const toMemberAnswer = (member: Member): Zod.input<typeof memberAnswer> => ({
  userId: member.userId ?? member.invitationId ?? "",
  email: member.email,
  name: member.name,
  role: member.role,
  permissions: member.permissions,
  effectivePermissions: member.effectivePermissions,
  isInvited: member.isInvited,
  createdAt: toInstant(member.createdAt),
});

export const kennelAnswer = z
  .object({
    id,
    name: z.string().openapi({ example: "Oak Hill" }),
    prefix: textOrNull,
    address: textOrNull,
    phone: textOrNull,
    email: textOrNull,
    website: textOrNull,
    logoPath: z.string().nullable().openapi({
      description:
        "The logo, fetched with GET /api and this path; signed, so it needs no token, for 12 to 24 hours",
      example: "/uploads/logos/k57d2m8q1?version=1763719200000&signature=5f0c",
    }),
    ownerId: id,
    role: role.openapi({ description: "The caller's role" }),
    permissions: rights.openapi({ description: "What the caller may do" }),
    deletesAt: instant
      .nullable()
      .openapi({ description: "When it will be deleted, if an owner has requested that" }),
    createdAt: instant,
    updatedAt: instant,
  })
  .openapi("Kennel");

export const kennelLeavingAnswer = z
  .object({ success: z.literal(true), deletesAt: instant })
  .openapi("KennelLeaving");

export const kennelWithUsersAnswer = kennelAnswer
  .extend({ users: z.array(memberAnswer) })
  .openapi("KennelWithUsers");

/** Makes the REST response of a kennel. */
export const toKennelAnswer = (kennel: Kennel): Zod.input<typeof kennelAnswer> => ({
  id: kennel._id,
  name: kennel.name,
  prefix: kennel.prefix,
  address: kennel.address,
  phone: kennel.phone,
  email: kennel.email,
  website: kennel.website,
  logoPath: kennel.logoPath,
  ownerId: kennel.ownerId,
  role: kennel.role,
  permissions: kennel.permissions,
  deletesAt: kennel.deletesAt === undefined ? null : toInstant(kennel.deletesAt),
  createdAt: toInstant(kennel.createdAt),
  updatedAt: toInstant(kennel.updatedAt),
});
