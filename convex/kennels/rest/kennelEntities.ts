/** Kennels and their people in the REST API. */
import type { z as Zod } from "@hono/zod-openapi";
import { v } from "convex/values";
import { AREAS, LEVELS, ROLES } from "../../../domain/permissions/rules";
import { id, instant, toInstantOrNull } from "../../platform/rest/entities";
import { answerOf, joined } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";
import { kennelShape, type Kennel } from "../model/kennels";
import { memberShape, type Member } from "../model/members";

const role = z.enum(ROLES);

const rights = z.object(
  Object.fromEntries(AREAS.map((area) => [area, z.enum(LEVELS)])) as Record<
    (typeof AREAS)[number],
    Zod.ZodEnum<{ none: "none"; read: "read"; write: "write" }>
  >, // Object.fromEntries loses the types of the keys.
);

export const member = answerOf(
  "KennelUser",
  memberShape.pick(
    ...(["email", "name", "role", "permissions", "effectivePermissions", "isInvited", "createdAt"] as const),
  ),
  {
    about: {
      email: z.string().openapi({ example: "anna@example.com" }),
      permissions: rights.partial().openapi({ description: "Differences from the role's defaults" }),
      effectivePermissions: rights.openapi({ description: "Role and differences merged" }),
      isInvited: z.boolean().openapi({ example: false }),
    },
    more: {
      shape: {
        userId: id.openapi({
          description: "What DELETE /kennels/{id}/users/{userId} takes, also for invited people",
        }),
      },
      of: ({ userId, invitationId }: Member) => ({ userId: userId ?? invitationId ?? "" }),
    },
  },
);

export const kennel = answerOf("Kennel", kennelShape.omit("isOwner", "isRestoring", "deletesAt"), {
  about: {
    name: z.string().openapi({ example: "Oak Hill" }),
    logoPath: z.string().nullable().openapi({
      description:
        "The logo, fetched with GET /api and this path; signed, so it needs no token, for 12 to 24 hours",
      example: "/uploads/logos/k57d2m8q1?version=1763719200000&signature=5f0c",
    }),
    role: role.openapi({ description: "The caller's role" }),
    permissions: rights.openapi({ description: "What the caller may do" }),
  },
  more: {
    shape: {
      deletesAt: instant
        .nullable()
        .openapi({ description: "When it will be deleted, if an owner has requested that" }),
    },
    of: ({ deletesAt }: Kennel) => ({ deletesAt: toInstantOrNull(deletesAt ?? null) }),
  },
});

export const kennelWithUsers = joined(
  "KennelWithUsers",
  kennel,
  answerOf(null, v.object({ users: v.array(memberShape) }), { about: { users: member } }),
);

export const kennelLeavingAnswer = z
  .object({ success: z.literal(true), deletesAt: instant })
  .openapi("KennelLeaving");
